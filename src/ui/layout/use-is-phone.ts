import { useSyncExternalStore } from 'react';

const query = '(max-width: 699px)';

/** Lists become cards and filters a sheet below this width. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

/** For state that begins differently on a phone. */
export const isPhone = (): boolean => globalThis.matchMedia?.(query).matches === true;

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
