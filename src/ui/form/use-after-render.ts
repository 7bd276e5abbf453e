import { useEffect, useState } from 'react';

/** Runs an action once the changes made before it are on the page. On a busy machine a frame can come before them. */
export function useAfterRender(): (action: () => void) => void {
  const [action, setAction] = useState<() => void>();
  useEffect(() => action?.(), [action]);
  return (next) => setAction(() => next);
}
