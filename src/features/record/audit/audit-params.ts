import { hasCardNumber } from '#shared/card-number.ts';
import type { DayPreset } from '#shared/calendar-day.ts';
import { readPage } from '#shared/paging.ts';

/** The first day that the list can show. */
export const firstDay = '2000-01-01';

/** Highest offset of the list. Beyond it, narrow the time or export. */
export const maxOffset = 10_000;

export const auditPresets = [
  'TODAY',
  'YESTERDAY',
  'WITHIN_1_WEEK',
  'WITHIN_1_MONTH',
  'WITHIN_90_DAYS',
  'THIS_MONTH',
  'LAST_MONTH',
] as const satisfies readonly DayPreset[];
const auditRanges = [...auditPresets, 'ANY_TIME', 'DAYS'] as const;
type AuditRange = (typeof auditRanges)[number];

/** The query parameters of the route `audit`. */
export interface AuditParams {
  offset: number;
  pageSize: number;
  range: AuditRange;
  /** With the range DAYS: the first and the last day, yyyy-MM-dd. */
  fromDay?: string;
  toDay?: string;
  actor?: string;
  objectKind?: string;
  objectId?: string;
  act?: string;
  outcome?: 'allowed' | 'refused';
}

export type AuditFilter = Omit<AuditParams, 'offset' | 'pageSize'>;

export const defaultAudit: AuditParams = { offset: 0, pageSize: 25, range: 'WITHIN_1_WEEK' };

/** Reads the URL: drops invalid values and resets an invalid page. Never throws. */
export function readAuditParams(raw: Readonly<Record<string, string | undefined>>): AuditParams {
  const days = readDays(raw);
  const range = auditRanges.find((candidate) => candidate === raw.range) ?? 'WITHIN_1_WEEK';
  const isOutcome = raw.outcome === 'allowed' || raw.outcome === 'refused';
  return {
    ...readPage(raw, 25, maxOffset),
    ...(range === 'DAYS' && days
      ? { range, ...days }
      : { range: range === 'DAYS' ? 'WITHIN_1_WEEK' : range }),
    ...readText('actor', raw.actor, 254),
    ...readText('objectKind', isCode(raw.objectKind) ? raw.objectKind : undefined, 40),
    ...readText('objectId', raw.objectId, 100),
    ...readText('act', isCode(raw.act) ? raw.act : undefined, 40),
    outcome: isOutcome ? (raw.outcome as 'allowed' | 'refused') : undefined,
  };
}

/** Two calendar days in order; undefined for any other input. */
export function readDays(raw: { fromDay?: string; toDay?: string }) {
  const { fromDay, toDay } = raw;
  if (!isDay(fromDay) || !isDay(toDay) || fromDay > toDay) return undefined;
  return { fromDay, toDay };
}

/** Actions and kinds of objects are named like endpoints. */
const isCode = (text: string | undefined): boolean => /^[A-Za-z\d]{1,40}$/.test(text?.trim() ?? '');

function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function readText<Name extends string>(name: Name, value: string | undefined, maxLength: number) {
  const text = value?.trim() ?? '';
  const isValid = text !== '' && text.length <= maxLength && !hasCardNumber(text);
  return (isValid ? { [name]: text } : {}) as { [key in Name]?: string };
}
