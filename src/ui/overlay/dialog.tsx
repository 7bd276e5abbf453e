import type { DialogProps } from '#ui/overlay/dialog-window.tsx';
import { latePart } from '#ui/overlay/late-part.tsx';

/** A dialog over the page; on a phone, a sheet from the bottom. Focus returns to where it was. */
export const Dialog = latePart<DialogProps>(
  async () => (await import('#ui/overlay/dialog-window.tsx')).DialogWindow,
);
