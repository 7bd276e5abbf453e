import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Destination } from './paths.ts';
import { flatText, type FlatSearch } from './search-codec.ts';

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

/**
 * Returns whether the address is still that of a screen. A screen checks it before it replaces its own address: the user
 * may have left for another screen, whose code still loads.
 */
export function useIsAt(): (screen: Destination) => boolean {
  const router = useRouter();
  return useCallback(
    ({ to }) =>
      router.latestLocation.pathname.replace(/(?<=.)\/$/, '') === router.buildLocation({ to }).pathname,
    [router],
  );
}
