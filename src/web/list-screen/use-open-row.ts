import { useCallback, useMemo, useState } from 'react';
import type { RowSteps } from '#ui/overlay/side-panel-window.tsx';

/**
 * The row whose side panel is open, and the steps to its neighbours on the page. It is kept while the panel closes, so that
 * its content stays until then. Keep `rowId` at module level.
 */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, rowId: (row: Row) => string) {
  const [row, replace] = useState<Row>();
  const [isOpen, setIsOpen] = useState(false);
  const steps = useMemo<RowSteps>(() => {
    const index =
      row === undefined ? -1 : (rows ?? []).findIndex((candidate) => rowId(candidate) === rowId(row));
    const step = (to: Row | undefined) => (index < 0 || to === undefined ? undefined : () => replace(to));
    return { previous: step(rows?.[index - 1]), next: step(rows?.[index + 1]) };
  }, [rows, row, rowId]);
  const open = useCallback((next: Row): void => {
    replace(next);
    setIsOpen(true);
  }, []);
  return { row, isOpen, open, close: () => setIsOpen(false), replace, steps };
}
