import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Paging } from '#ui/grid/page-turn.ts';
import { useAddress, useIsAt } from '../address.ts';
import type { Destination } from '../paths.ts';
import type { FlatSearch } from '../search-codec.ts';

/** How a screen writes the page in its address. */
export interface PageParams<Params> {
  read: (params: Params) => Paging;
  write: (paging: Paging) => Partial<Params>;
}
export interface ListAddress<Params> {
  /** The browser keeps the columns of the list under it. */
  name: string;
  /** Never throws; reads its own result back unchanged. */
  read: (raw: FlatSearch) => Params;
  to: (params: Params) => Destination;
  page: PageParams<Params>;
}

/** Most addresses hold the offset itself. */
export function offsetPages<Params extends Paging>(): PageParams<Params> {
  return {
    read: ({ offset, pageSize }) => ({ offset, pageSize }),
    write: ({ offset, pageSize }) => ({ offset, pageSize }) as Partial<Params>,
  };
}

/** Order of a list whose address has the direction in capitals. `field`: the id of the column. */
export function sorting(
  field: string,
  direction: 'ASC' | 'DESC',
  onSort: (field: string, direction: 'ASC' | 'DESC') => void,
) {
  return {
    sort: { field, direction: direction === 'ASC' ? 'asc' : 'desc' } as const,
    onSort: (next: { field: string; direction: 'asc' | 'desc' }) =>
      onSort(next.field, next.direction === 'asc' ? 'ASC' : 'DESC'),
  };
}

/** The state of a list, kept in its address, and the form of its rows. Keep `address` at module level. */
export function useListState<Params extends object>(address: ListAddress<Params>) {
  const params = useAddress(address.read);
  const navigate = useNavigate();
  const isAt = useIsAt();
  const go = useCallback(
    (next: Params, isReplacing = false) => {
      const destination = address.to(next);
      if (isReplacing && !isAt(destination)) return;
      void navigate({ ...destination, replace: isReplacing ? true : undefined });
    },
    [navigate, address, isAt],
  );
  const paging = address.page.read(params);
  const firstPage = address.page.write({ ...paging, offset: 0 });
  return {
    name: address.name,
    params,
    go,
    paging,
    /** Other criteria, from the first page. */
    change: (part: Partial<Params>) => go({ ...params, ...part, ...firstPage }),
    /** A search by the user; the same one again loads its rows again. */
    search: (next: Params, refresh: () => void) => (textOf(next) === textOf(params) ? refresh() : go(next)),
    turn: (next: Paging) => go({ ...params, ...address.page.write(next) }),
    /** The same text while only the page differs. */
    criteria: JSON.stringify({ ...params, ...firstPage }),
  };
}

export type ListState<Params extends object> = ReturnType<typeof useListState<Params>>;

/** Equal for equivalent parameters. */
const textOf = (params: object): string =>
  JSON.stringify(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
