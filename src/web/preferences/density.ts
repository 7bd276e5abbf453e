import type { GridDensity } from '#ui/grid/grid-column.ts';
import { createPreference } from './create-preference.ts';

const density = createPreference<GridDensity>('density', (stored) =>
  stored === 'low' || stored === 'high' ? stored : 'mid',
);

/** The row height of every grid. */
export const useDensity = density.use;

export const chooseDensity = density.set;
