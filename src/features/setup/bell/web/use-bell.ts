import { useSyncExternalStore } from 'react';
import { useCall } from '#web/call/use-call.ts';
import { getBell } from '../endpoints.ts';

const quietMs = 30_000;
const runningMs = 3000;

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** What concerns the user, read again while the page is in sight. */
export function useBell() {
  const isInSight = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  return useCall(
    getBell,
    {},
    {
      // A failure of this side reading must not take the page away.
      handlesOwnErrors: true,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        isInSight ? ((data?.running ?? 0) > 0 ? runningMs : quietMs) : false,
    },
  );
}
