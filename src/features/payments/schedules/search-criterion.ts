import { type CalendarDay, dayOfText } from '#shared/calendar-day.ts';
import { isEmailLike, isLastFour, isNotEmpty } from '#shared/patterns.ts';
import type { ScheduleQuery } from './schemas.ts';
import { daysAsMoments, earliestDay } from './list-params.ts';

/** The fields a schedule is searched by (docs/domain.md#schedules). */
export const searchFields = [
  'scheduleId',
  'customerMerchantRef',
  'customerEmail',
  'lastFour',
  'creationDate',
] as const;
export type SearchField = (typeof searchFields)[number];
type CriterionError = SearchField | 'future' | 'minimum';

/** Why a value is invalid; undefined when it is valid. A day is written dd/MM/yyyy. */
export function criterionError(
  field: SearchField,
  value: string,
  today: CalendarDay,
): CriterionError | undefined {
  const text = value.trim();
  if (field === 'creationDate') {
    const day = dayOfText(text);
    if (day === undefined) return field;
    if (day > today) return 'future';
    return day < earliestDay ? 'minimum' : undefined;
  }
  const isValidCriterion = {
    scheduleId: (text: string) => /^[A-Za-z0-9]{32}$/.test(text),
    customerEmail: isEmailLike,
    lastFour: isLastFour,
    customerMerchantRef: isNotEmpty,
  }[field];
  return isValidCriterion(text) ? undefined : field;
}

export function buildCriterionQuery(field: SearchField, value: string, timeZone: string): ScheduleQuery {
  const text = value.trim();
  if (field === 'scheduleId') return { searchFields: { scheduleId: text } };
  if (field !== 'creationDate') return { metaDataFields: { [field]: text } };
  const day = dayOfText(text) ?? earliestDay;
  return { searchFields: { creationDate: daysAsMoments(day, day, timeZone) } };
}
