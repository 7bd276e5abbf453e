import { followUpModes } from './follow-up-mode.ts';

const modes: readonly string[] = [...followUpModes, 'SCHEDULE_SKIP', 'ADD_SCHEDULE'];

interface DetailsAddress {
  /** The follow-up just made (docs/domain.md#follow-up-dialogs). */
  fromSecondaryAction?: string;
  /** The id of a rule to explain. */
  explain?: string;
}

export function detailsSearch(raw: Record<string, unknown>): DetailsAddress {
  const { fromSecondaryAction: from, explain } = raw;
  return {
    fromSecondaryAction: typeof from === 'string' && modes.includes(from) ? from : undefined,
    explain: /^[1-9]\d{0,14}$/.test(String(explain)) ? String(explain) : undefined,
  };
}
