import { lazyMount } from './lazy-mount.tsx';
import type { SidePanelProps } from './side-panel-window.tsx';

/** Details of one row beside its list; on a phone, a sheet from the bottom. Focus returns to where it was. */
export const SidePanel = lazyMount<SidePanelProps>(
  async () => (await import('./side-panel-window.tsx')).SidePanelWindow,
);
