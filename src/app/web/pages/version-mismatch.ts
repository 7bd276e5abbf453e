import { createStore } from '#web/create-store.ts';

const isOlder = createStore(false);

/** The page is older than the server (E152): only a reload helps. */
export function showVersionMismatch(): void {
  isOlder.set(true);
}

export const useVersionMismatch = isOlder.use;
