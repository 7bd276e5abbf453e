import { latePart } from '#ui/overlay/late-part.tsx';
import type { SheetProps } from '#ui/overlay/sheet-window.tsx';

/** Controls that rise from the bottom edge of a phone. */
export const Sheet = latePart<SheetProps>(
  async () => (await import('#ui/overlay/sheet-window.tsx')).SheetWindow,
);
