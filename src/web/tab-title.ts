import { useEffect } from 'react';
import { createStore } from './create-store.ts';

const named = createStore<string | undefined>(undefined);

/** Names the object of a screen in the browser tab, while the screen is open. */
export function useTabTitle(object: string | undefined): void {
  useEffect(() => {
    named.set(object);
    return () => named.set(undefined);
  }, [object]);
}

/** The object that the open screen has named; undefined for a screen that is named by its menu entry. */
export const useTabObject = named.use;
