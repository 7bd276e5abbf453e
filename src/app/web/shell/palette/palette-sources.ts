import { linkPalette } from '#features/smart-links/web/link-palette.tsx';
import { schedulePalette } from '#features/schedules/web/schedule-palette.tsx';
import { transactionPalette } from '#features/transactions/web/transaction-palette.tsx';
import type { PaletteSource } from '#web/palette/palette-source.ts';

/** What features add to the palette, in the order of their results. A new source is one entry here. */
export const paletteSources: readonly PaletteSource[] = [transactionPalette, schedulePalette, linkPalette];
