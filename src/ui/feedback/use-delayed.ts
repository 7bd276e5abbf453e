import { useEffect, useState } from 'react';

/** True once `isWanted` has held for 150 ms: a quick answer must not flash a skeleton. */
export function useDelayed(isWanted: boolean, delayMs = 150): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!isWanted) {
      setIsDue(false);
      return undefined;
    }
    const timer = setTimeout(() => setIsDue(true), delayMs);
    return () => clearTimeout(timer);
  }, [isWanted, delayMs]);
  return isWanted && isDue;
}
