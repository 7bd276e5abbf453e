import { useEffect, useState } from 'react';
import { countOverlay } from './open-overlays.ts';

/** The kit loses the focus to return to when an overlay is mounted already open: this opens it one render later. */
export function useLateOpen(isOpen: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsLate(isOpen));
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  useEffect(() => (isOpen ? countOverlay() : undefined), [isOpen]);
  return isOpen && isLate;
}
