/** A chip that opens a small panel above it; a click elsewhere or Escape closes it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface MenuProps {
  readonly label: string;
  /** For screen readers: what is chosen here. */
  readonly name: string;
  readonly icon: JSX.Element;
  readonly isSet: boolean;
  readonly children: ComponentChildren;
}

export function Menu({ label, name, icon, isSet, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && details.current?.contains(event.target);
      if (!isInside) details.current?.removeAttribute('open');
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') details.current?.removeAttribute('open');
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details class="menu" ref={details}>
      <summary class="chip" data-set={isSet} aria-label={`${name}: ${label}`}>
        {icon}
        <span>{label}</span>
      </summary>
      <fieldset class="menu-panel">
        <legend class="hidden">{name}</legend>
        {children}
      </fieldset>
    </details>
  );
}
