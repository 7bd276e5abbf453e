import { useEffect, useRef } from 'react';
import type { PaletteEntry } from './palette-source.ts';

type ListActions = () => readonly PaletteEntry[];
let listActions: ListActions | undefined;

/** Offers actions of the open screen in the palette. */
export function usePageActions(list: ListActions): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    const ofThisScreen: ListActions = () => latest.current();
    listActions = ofThisScreen;
    return () => {
      if (listActions === ofThisScreen) listActions = undefined;
    };
  }, []);
}

/** The actions that the open screen offers now. */
export const pageActions = (): readonly PaletteEntry[] => listActions?.() ?? [];
