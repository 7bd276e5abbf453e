import type { DialogProps } from './dialog-window.tsx';
import { latePart } from './late-part.tsx';

/** A dialog over the page; on a phone, a sheet from the bottom. Focus returns to where it was. */
export const Dialog = latePart<DialogProps>(async () => (await import('./dialog-window.tsx')).DialogWindow);
