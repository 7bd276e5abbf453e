import { latePart } from '#ui/overlay/late-part.tsx';
import type { SidePanelProps } from '#ui/overlay/side-panel-window.tsx';

/** Details of one row beside its list; on a phone, a sheet from the bottom. Focus returns to where it was. */
export const SidePanel = latePart<SidePanelProps>(
  async () => (await import('#ui/overlay/side-panel-window.tsx')).SidePanelWindow,
);
