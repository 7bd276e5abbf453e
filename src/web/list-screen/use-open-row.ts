import { useCallback, useMemo, useState } from 'react';
import type { RowSteps } from '#ui/overlay/side-panel-window.tsx';

/**
 * The row whose side panel is open, as the list has it now, and the steps to its neighbours on the page. It is kept when it
 * leaves the list, and while the panel closes. Keep `rowId` at module level.
 */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, rowId: (row: Row) => string) {
  const [row, replace] = useState<Row>();
  const [isOpen, setIsOpen] = useState(false);
  const index = useMemo(
    () => (row === undefined ? -1 : (rows ?? []).findIndex((candidate) => rowId(candidate) === rowId(row))),
    [rows, row, rowId],
  );
  const steps = useMemo<RowSteps>(() => {
    const step = (to: Row | undefined) => (index < 0 || to === undefined ? undefined : () => replace(to));
    return { previous: step(rows?.[index - 1]), next: step(rows?.[index + 1]) };
  }, [rows, index]);
  const open = useCallback((next: Row): void => {
    replace(next);
    setIsOpen(true);
  }, []);
  return { row: rows?.[index] ?? row, isOpen, open, close: () => setIsOpen(false), replace, steps };
}
