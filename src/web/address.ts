import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { flatText, type FlatSearch } from '#web/search-codec.ts';

/** The search parameters of the address, through the reader of the screen. Keep the reader at module level. */
export function useAddress<Params>(read: (raw: FlatSearch) => Params): Params {
  const search: object = useSearch({ strict: false });
  return useMemo(() => read(flatText({ ...search })), [read, search]);
}

/** One part of the path: '' where the screen has no such part. */
export function usePathPart(name: string): string {
  const parts: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parts[name] ?? '';
}
