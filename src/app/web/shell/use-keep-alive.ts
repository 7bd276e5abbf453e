import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { throttled } from '#app/web/shell/throttled.ts';
import { touchSession } from '#features/session/endpoints.ts';
import { call } from '#web/call/call.ts';

/** Session touch throttle (docs/domain.md#sessions). */
const touchMs = 60_000;

/** Extends the session on mouse-up, at most once a minute (docs/domain.md#sessions). */
export function useKeepAlive(): void {
  const { mutate } = useMutation({
    mutationFn: () => call(touchSession, { body: {} }),
    // Only the end of the session concerns the page.
    meta: { isHandledHere: true },
  });
  useEffect(() => {
    const touch = throttled(mutate, touchMs);
    document.addEventListener('mouseup', touch.call);
    return () => {
      document.removeEventListener('mouseup', touch.call);
      touch.stop();
    };
  }, [mutate]);
}
