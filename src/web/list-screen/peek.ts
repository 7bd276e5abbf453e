import { createStore } from '../create-store.ts';

/** A payment that is read beside its list. The transactions of the page are its neighbours. */
interface Peek {
  ids: readonly string[];
  index: number;
}

const peek = createStore<Peek | undefined>(undefined);

/** Opens the story of a payment beside the list. */
export function openPeek(ids: readonly string[], id: string): void {
  peek.set({ ids, index: ids.indexOf(id) });
}

export const closePeek = (): void => peek.set(undefined);

export const usePeek = peek.use;

/** The open payment, with functions that open its neighbours; undefined at an end of the page. */
export function readPeek({ ids, index }: Peek) {
  const step = (to: number) => (to < 0 || to >= ids.length ? undefined : () => peek.set({ ids, index: to }));
  return { id: ids[index] ?? '', nextId: ids[index + 1], previous: step(index - 1), next: step(index + 1) };
}
