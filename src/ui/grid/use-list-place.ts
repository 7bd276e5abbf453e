import { useLayoutEffect, useRef, useState } from 'react';
import type { GridCursor } from './use-grid-keys.ts';

/** Where a user has left a list. */
export interface ListPlace {
  rowId: string;
  column: number;
  /** Pixels that the grid was scrolled. */
  top: number;
}

/** Keeps the place of a list while another screen is open. */
export interface PlaceKeeper {
  load: () => ListPlace | undefined;
  /** undefined: the user has opened and moved to no row. */
  save: (place: ListPlace | undefined) => void;
}

interface Start {
  /** Whether the row that the user has left is on the page. */
  isFound: boolean;
  cursor: GridCursor;
  top: number;
}

/** Where a list begins: where the user has left it, or at its top. */
export function useStart<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  keeper: PlaceKeeper | undefined,
): Start {
  const [place] = useState(() => keeper?.load());
  // Of the first rows: later ones are other pages.
  const [foundRow, setFoundRow] = useState<number>();
  if (foundRow === undefined && rows.length > 0)
    setFoundRow(rows.findIndex((row) => rowId(row) === place?.rowId));
  if (place === undefined || foundRow === undefined || foundRow < 0) return listTop;
  return { isFound: true, cursor: { row: foundRow, column: place.column }, top: place.top };
}

const listTop: Start = { isFound: false, cursor: { row: 0, column: 0 }, top: 0 };

/**
 * Calls `toPlace` once the list shows the row that the user has left, and `save` when the list is left. `isFree`: nothing on the screen has
 * the focus.
 */
export function useReturn(isFound: boolean, toPlace: (isFree: boolean) => void, save: () => void): void {
  const latest = useRef({ toPlace, save });
  useLayoutEffect(() => {
    latest.current = { toPlace, save };
  });
  useLayoutEffect(() => {
    if (!isFound) return;
    const isFree = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN';
    latest.current.toPlace(isFree);
  }, [isFound]);
  useLayoutEffect(() => () => latest.current.save(), []);
}
