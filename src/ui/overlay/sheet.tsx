import { lazyMount } from './lazy-mount.tsx';
import type { SheetProps } from './sheet-window.tsx';

/** Controls that rise from the bottom edge of a phone. */
export const Sheet = lazyMount<SheetProps>(async () => (await import('./sheet-window.tsx')).SheetWindow);
