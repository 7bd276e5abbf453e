import { useMemo, useState } from 'react';

interface Selection {
  criteria: string;
  ids: readonly string[];
}

const noIds: readonly string[] = [];

/**
 * The selected rows of a list, kept from page to page while its criteria stay the same; at most `max`. A grid gets those of its page.
 */
export function useSelection<Row>(
  rows: readonly Row[] | undefined,
  { rowId, criteria, max }: { rowId: (row: Row) => string; criteria: string; max: number },
) {
  const [selection, setSelection] = useState<Selection>({ criteria, ids: noIds });
  const ids = selection.criteria === criteria ? selection.ids : noIds;
  const pageIds = useMemo(() => new Set((rows ?? []).map(rowId)), [rows, rowId]);
  const selected = useMemo(() => new Set(ids.filter((id) => pageIds.has(id))), [ids, pageIds]);
  return {
    ids,
    selected,
    select: (onPage: ReadonlySet<string>): void =>
      setSelection({ criteria, ids: mergeSelection(ids, pageIds, onPage, max) }),
    clear: (): void => setSelection({ criteria, ids: noIds }),
  };
}

/** The selection of other pages, and the one of this page. */
export const mergeSelection = (
  ids: readonly string[],
  pageIds: ReadonlySet<string>,
  onPage: ReadonlySet<string>,
  max: number,
): string[] => [...ids.filter((id) => !pageIds.has(id)), ...onPage].slice(0, max);
