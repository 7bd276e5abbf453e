import { useEffect, useEffectEvent, useState } from 'react';
import { retryDelay } from './call-failure.ts';

/** Repeats `attempt` with back-off, and when the network is back, until it is true. `retry` is for those who won't wait. */
export function useRetrying(attempt: () => Promise<boolean>, isPassing = true) {
  const [attempts, setAttempts] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  async function retry(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const isDone = await attempt();
    setAttempts(isDone ? 0 : attempts + 1);
    setIsBusy(false);
  }
  const retryItself = useEffectEvent(() => void retry());
  useEffect(() => {
    if (!isPassing) return undefined;
    const listener = (): void => retryItself();
    const timer = setTimeout(listener, retryDelay(attempts));
    window.addEventListener('online', listener);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', listener);
    };
  }, [attempts, isPassing]);
  return { retry, isBusy };
}
