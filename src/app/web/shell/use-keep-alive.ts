import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { touchSession } from '#features/session/calls.ts';
import { call } from '#web/call/call.ts';

/** Session touch throttle (spec 1 §9). */
const touchMs = 60_000;

/** Tells the server on mouse-up that the person is still there, at most once a minute (spec 1 §4). */
export function useKeepAlive(): void {
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const { mutate } = useMutation({
    mutationFn: () => call(touchSession, { body: {} }),
    // Only the end of the session concerns the page.
    meta: { isHandledHere: true },
  });
  useEffect(() => {
    const touch = () => {
      const now = performance.now();
      if (now - lastAt.current < touchMs) return;
      lastAt.current = now;
      mutate();
    };
    document.addEventListener('mouseup', touch);
    return () => document.removeEventListener('mouseup', touch);
  }, [mutate]);
}
