import { useEffect, useState } from 'react';

/** True once `isActive` was set for 150 ms: a quick response must not flash a skeleton. */
export function useDelayed(isActive: boolean, delayMs = 150): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    const timer = isActive ? setTimeout(() => setHasElapsed(true), delayMs) : undefined;
    return () => {
      clearTimeout(timer);
      setHasElapsed(false);
    };
  }, [isActive, delayMs]);
  return isActive && hasElapsed;
}
