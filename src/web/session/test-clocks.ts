import { createStore } from '../create-store.ts';

const current = createStore('');

/** What the last response had: `1100=86400000` for a clock that runs ahead, `1100@1767225600000` for one that moves. */
export const useTestClocks = current.use;
export const readTestClocks = current.read;

export function noteTestClocks(header: string | null): void {
  current.set(header ?? '');
}
