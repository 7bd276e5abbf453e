import { latePart } from './late-part.tsx';
import type { SheetProps } from './sheet-window.tsx';

/** Controls that rise from the bottom edge of a phone. */
export const Sheet = latePart<SheetProps>(async () => (await import('./sheet-window.tsx')).SheetWindow);
