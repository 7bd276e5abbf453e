import { useEffect, useState } from 'react';

/** True once `isWanted` has held for 150 ms: a quick response must not flash a skeleton. */
export function useDelayed(isWanted: boolean, delayMs = 150): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = isWanted ? setTimeout(() => setIsDue(true), delayMs) : undefined;
    return () => {
      clearTimeout(timer);
      setIsDue(false);
    };
  }, [isWanted, delayMs]);
  return isWanted && isDue;
}
