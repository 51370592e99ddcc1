/** A value that components follow. */
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  update(change: (value: T) => T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    update: (change) => {
      value = change(value);
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The selected part; the component renders again when that part becomes another one. */
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S {
  const selected = select(store.get());
  const newest = useRef({ select, selected });
  newest.current = { select, selected };
  const [, renderAgain] = useState(0);
  useEffect(() => {
    const follow = () => {
      const { select: current, selected: shown } = newest.current;
      if (!Object.is(current(store.get()), shown)) renderAgain((count) => count + 1);
    };
    follow();
    return store.subscribe(follow);
  }, [store]);
  return selected;
}
