import { useState } from 'react';

/** The value of an overlay, and while it closes the last one, so that its content does not vanish before it. */
export function useLastShown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
