/** Keys that work wherever the focus is, except while somebody types. */
import { useLayoutEffect, useRef } from 'preact/hooks';

export type KeyActions = Readonly<Record<string, () => void>>;

/** From the moment on at which what they work on is shown. */
export function useKeys(actions: KeyActions): void {
  const newest = useRef(actions);
  newest.current = actions;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
      const action = newest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Typing, or a key the focused control takes itself. */
function isBusy({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog[open]') && key !== ' ' && key !== ',' && key !== '.') return true;
  if (target.matches('input:not([type=range]):not([type=checkbox]), textarea, select')) return true;
  return key === ' ' && target.matches('button, a, summary, input');
}
