import { followUpModes } from './follow-up-mode.ts';

const modes: readonly string[] = [...followUpModes, 'SCHEDULE_SKIP', 'ADD_SCHEDULE'];

/** The one parameter of the details screen: the follow-up just made (docs/domain.md#follow-up-dialogs). */
export function detailsSearch(raw: Record<string, unknown>): { fromSecondaryAction?: string } {
  const from = raw.fromSecondaryAction;
  return typeof from === 'string' && modes.includes(from) ? { fromSecondaryAction: from } : {};
}
