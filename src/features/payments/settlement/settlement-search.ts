import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { maxOffset, readPage } from '#shared/paging.ts';
import type { DifferenceKind, DifferenceState, PayoutState, ReportState } from './difference.ts';
import type { LineGroup } from './line-group.ts';

// The query parameters of the screens of settlement. Every page of the portal loads this file, so that values are repeated
// instead of imported. Readers never throw, and read their own result back unchanged.

type Raw = Readonly<Record<string, string | undefined>>;

const oneOf = <T extends string>(pattern: RegExp, text: string | undefined): T | undefined =>
  pattern.test(text ?? '') ? (text as T) : undefined;

interface PageSearch {
  offset: number;
  pageSize: number;
}

/** Without a state: open ones. */
export interface DifferencesSearch extends PageSearch {
  state?: DifferenceState | 'ALL';
  kind?: DifferenceKind;
  owner?: 'me' | 'none';
  reference?: string;
}

export function readDifferencesSearch(raw: Raw): DifferencesSearch {
  const reference = (raw.reference ?? '').trim().slice(0, 100).trim();
  return {
    ...readPage(raw, 25, maxOffset),
    state: oneOf<'CLOSED' | 'ALL'>(/^(CLOSED|ALL)$/, raw.state),
    kind: oneOf<DifferenceKind>(/^(MISSING|UNKNOWN|AMOUNT|CURRENCY|TWICE|LATE_APPROVAL|PAYOUT)$/, raw.kind),
    owner: oneOf<'me' | 'none'>(/^(me|none)$/, raw.owner),
    reference: reference === '' ? undefined : reference,
  };
}

export interface ReportsSearch extends PageSearch {
  state?: ReportState;
}

export const readReportsSearch = (raw: Raw): ReportsSearch => ({
  ...readPage(raw, 25, maxOffset),
  state: oneOf<ReportState>(/^(WAITING|IMPORTING|IMPORTED|REFUSED|FAILED|DUPLICATE)$/, raw.state),
});

export interface PayoutsSearch extends PageSearch {
  state?: PayoutState;
  currency?: string;
  paidFrom?: CalendarDay;
  paidTo?: CalendarDay;
  installation?: string;
}

export function readPayoutsSearch(raw: Raw): PayoutsSearch {
  const { paidFrom = '', paidTo = '' } = raw;
  // Half an interval would look like a full one.
  const hasDays = isCalendarDay(paidFrom) && isCalendarDay(paidTo) && paidFrom <= paidTo;
  return {
    ...readPage(raw, 25, maxOffset),
    state: oneOf<PayoutState>(/^(OPEN|RECONCILED|DIFFERENT)$/, raw.state),
    currency: oneOf(/^[A-Z]{3}$/, raw.currency),
    ...(hasDays ? { paidFrom, paidTo } : {}),
    installation: oneOf(/^[1-9]\d{0,8}$/, raw.installation),
  };
}

export interface PayoutSearch extends PageSearch {
  group?: LineGroup;
}

export const readPayoutSearch = (raw: Raw): PayoutSearch => ({
  ...readPage(raw, 25, maxOffset),
  group: oneOf<LineGroup>(/^(payments|refunds|chargebacks|other)$/, raw.group),
});
