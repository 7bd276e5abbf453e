import { useSyncExternalStore } from 'react';

/** A value of the page that is kept outside React. */
interface Store<T> {
  read: () => T;
  set: (value: T) => void;
  /** Renders the component again when the value changes. */
  use: () => T;
  /** Returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void;
  hasListeners: () => boolean;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const read = (): T => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    read,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, read, read),
    subscribe,
    hasListeners: () => listeners.size > 0,
  };
}
