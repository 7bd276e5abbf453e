import { type QueueSearch, maxAmountDigits } from './queue-search.ts';

/** The filters that the dialog edits, before they are applied. */
export interface FilterDraft {
  isMine: boolean;
  /** Empty for any. */
  status: string;
  types: readonly string[];
  low: number;
  /** Undefined is the ceiling, also before that is known. */
  high: number | undefined;
}

export const emptyDraft: FilterDraft = { isMine: false, status: '', types: [], low: 0, high: undefined };

export function toDraft({ assignee, status, type, min, max }: QueueSearch): FilterDraft {
  return {
    isMine: assignee === 'me',
    status: status ?? '',
    types: type?.split(',') ?? [],
    low: Number(min ?? 0),
    high: max === undefined ? undefined : Number(max),
  };
}

/** The draft as the address has it. An end of the amounts is part of it only when it narrows them. */
export function toFilter(
  { isMine, status, types, low, high }: FilterDraft,
  ceiling: number | undefined,
): Record<'assignee' | 'status' | 'type' | 'min' | 'max', string | undefined> & {
  assignee: 'me' | undefined;
} {
  const isNarrow = high !== undefined && (ceiling === undefined || high < ceiling);
  return {
    assignee: isMine ? 'me' : undefined,
    status: status || undefined,
    type: types.length === 0 ? undefined : types.join(','),
    min: low > 0 ? String(low) : undefined,
    max: isNarrow ? String(high) : undefined,
  };
}

/** The end that was typed, or undefined where the last valid one stays: no digits, or beyond the other end or the range. */
export function readEnd(
  end: 'low' | 'high',
  text: string,
  { low, high, ceiling }: { low: number; high: number; ceiling: number },
): number | undefined {
  if (!/^\d+$/.test(text) || text.length > maxAmountDigits) return undefined;
  const number = Number(text);
  const isInRange = end === 'low' ? number <= high : number >= low && number <= ceiling;
  return isInRange ? number : undefined;
}
