import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { touchSession } from '#features/access/session/endpoints.ts';
import { call } from '#web/call/call.ts';

/** Session touch throttle (docs/domain.md#sessions). */
const touchMs = 60_000;

/** Extends the session on mouse-up, at most once a minute (docs/domain.md#sessions). */
export function useKeepAlive(): void {
  const { mutate } = useMutation({
    mutationFn: () => call(touchSession, { body: {} }),
    // Only the end of the session concerns the page.
    meta: { handlesOwnErrors: true },
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

/**
 * Calls `send` at most once in `everyMs`. Calls in between are sent together when that time has passed: the server
 * counts idle minutes from these calls, so the last action of a user must not get lost.
 */
export function throttled(send: () => void, everyMs: number): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOwed = false;
  const sendNow = (): void => {
    isOwed = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isOwed) sendNow();
    }, everyMs);
    send();
  };
  return {
    call() {
      if (timer === undefined) sendNow();
      else isOwed = true;
    },
    stop: () => clearTimeout(timer),
  };
}
