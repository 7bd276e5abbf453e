import type { DialogProps } from './dialog-window.tsx';
import { lazyMount } from './lazy-mount.tsx';

/** A dialog over the page; on a phone, a sheet from the bottom. Focus returns to where it was. */
export const Dialog = lazyMount<DialogProps>(async () => (await import('./dialog-window.tsx')).DialogWindow);
