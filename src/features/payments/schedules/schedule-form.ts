import { type CalendarDay, dayOfText } from '#shared/calendar-day.ts';
import {
  type FrequencyRate,
  type FrequencyUnit,
  type RetryUnit,
  type ScheduleType,
  type Weekday,
  lastScheduleDay,
} from './schedule-definition.ts';

/** A schedule as a user types it: days as dd/MM/yyyy, numbers as text, amounts as decimal text. */
export interface ScheduleForm {
  isEnabled: boolean;
  type: ScheduleType;
  startDate: string;
  dates: string[];
  rate: FrequencyRate;
  unit: FrequencyUnit;
  quantity: string;
  daysOfWeek: Weekday[];
  weeksOfMonth: number[];
  /** "1, 15, 31". */
  daysOfMonth: string;
  monthsOfYear: number[];
  ending: 'never' | 'endOn' | 'episodeLimit';
  endOn: string;
  episodeLimit: string;
  /** The amounts of the episodes in order; the last one repeats. A single empty one means the transaction's amount. */
  amounts: string[];
  hasRetry: boolean;
  retryQuantity: string;
  retryUnit: RetryUnit;
  processWhileRetrying: boolean;
  catchupAfterRetrying: boolean;
}

const noDates = {
  dates: [''],
  rate: 'FIXED' as const,
  unit: 'MONTH' as const,
  quantity: '1',
  daysOfWeek: [],
  weeksOfMonth: [],
  daysOfMonth: '',
  monthsOfYear: [],
};

export const emptySchedule: ScheduleForm = {
  isEnabled: false,
  type: 'frequency',
  startDate: '',
  ...noDates,
  ending: 'never',
  endOn: '',
  episodeLimit: '',
  amounts: [''],
  hasRetry: false,
  retryQuantity: '1',
  retryUnit: 'DAY',
  processWhileRetrying: false,
  catchupAfterRetrying: false,
};

/** Switching the schedule off clears the form (docs/domain.md#schedule-definition). */
export const withEnabled = (isEnabled: boolean): ScheduleForm => ({ ...emptySchedule, isEnabled });

/** Changing the type clears the dates of the previous type (docs/domain.md#schedule-definition). */
export const withType = (form: ScheduleForm, type: ScheduleType): ScheduleForm => ({
  ...form,
  ...noDates,
  type,
});

export type ScheduleFormError =
  | 'no_date'
  | 'not_future'
  | 'too_late'
  | 'start_after_first'
  | 'not_after_start'
  | 'before_last'
  | 'not_a_number'
  | 'no_day'
  | 'days_of_month'
  | 'amount';
export type ScheduleFormField =
  | 'startDate'
  | 'dates'
  | 'quantity'
  | 'daysOfWeek'
  | 'daysOfMonth'
  | 'endOn'
  | 'episodeLimit'
  | 'amounts'
  | 'retryQuantity';
export type ScheduleFormErrors = Partial<Record<ScheduleFormField, ScheduleFormError>>;

/** The errors by field (docs/domain.md#schedule-definition). None while the schedule is switched off. */
export function scheduleErrors(form: ScheduleForm, today: CalendarDay): ScheduleFormErrors {
  if (!form.isEnabled) return {};
  const start = dayOfText(form.startDate);
  const endDay = dayOfText(form.endOn);
  const days = typedDays(form);
  const lastDay = lastScheduleDay(today);
  const errors: ScheduleFormErrors = {};
  if (form.type === 'fixed') {
    if (form.dates.some((text) => text.trim() !== '' && dayOfText(text) === undefined) || days.length === 0) {
      errors.dates = 'no_date';
    } else if ((days[0] ?? '') <= today) errors.dates = 'not_future';
    else if ((days.at(-1) ?? '') > lastDay) errors.dates = 'too_late';
  }
  if (form.type === 'frequency' && !isWhole(form.quantity, 999)) errors.quantity = 'not_a_number';
  if (form.type === 'pattern') Object.assign(errors, patternErrors(form));
  if (form.startDate.trim() !== '') {
    const firstDay = days[0];
    if (start === undefined) errors.startDate = 'no_date';
    else if (start <= today) errors.startDate = 'not_future';
    else if (start > lastDay) errors.startDate = 'too_late';
    else if (form.type === 'fixed' && firstDay !== undefined && start > firstDay)
      errors.startDate = 'start_after_first';
  }
  if (form.ending === 'endOn') {
    const last = days.at(-1);
    if (endDay === undefined) errors.endOn = 'no_date';
    else if (endDay <= today) errors.endOn = 'not_future';
    else if (endDay > lastDay) errors.endOn = 'too_late';
    else if (start !== undefined && endDay <= start) errors.endOn = 'not_after_start';
    else if (form.type === 'fixed' && last !== undefined && endDay < last) errors.endOn = 'before_last';
  }
  if (form.ending === 'episodeLimit' && !isWhole(form.episodeLimit, 9999))
    errors.episodeLimit = 'not_a_number';
  if (form.hasRetry && !isWhole(form.retryQuantity, 99)) errors.retryQuantity = 'not_a_number';
  const amounts = form.amounts.map((amount) => amount.trim());
  const isOpen = amounts.length === 1 && amounts[0] === '';
  if (!isOpen && !amounts.every((amount) => /[1-9]/.test(amount))) errors.amounts = 'amount';
  return errors;
}

/** The row that an error of the fixed dates belongs to. */
export function wrongDateAt(dates: readonly string[], error: ScheduleFormError): number {
  const days = dates.map(dayOfText);
  if (error === 'not_future') {
    const [earliestDay] = days.filter((day) => day !== undefined).toSorted();
    return days.indexOf(earliestDay);
  }
  if (error === 'too_late')
    return days.indexOf(
      days
        .filter((day) => day !== undefined)
        .toSorted()
        .at(-1),
    );
  return Math.max(
    dates.findIndex((text, index) => text.trim() !== '' && days[index] === undefined),
    0,
  );
}

/** The first amount that is missing or zero. */
export const wrongAmountAt = (amounts: readonly string[]): number =>
  amounts.findIndex((amount) => !/[1-9]/.test(amount));

/** `schedule` of a request; undefined while it is switched off. Only for a form without errors. */
export function toSchedule(form: ScheduleForm) {
  if (!form.isEnabled) return undefined;
  const start = dayOfText(form.startDate);
  const amounts = form.amounts.map((amount) => amount.trim()).filter((amount) => amount !== '');
  return {
    ...(start === undefined ? {} : { startDate: start }),
    ...scheduleKind(form),
    ...(form.ending === 'endOn' ? { terminator: { endOn: dayOfText(form.endOn) } } : {}),
    ...(form.ending === 'episodeLimit' ? { terminator: { episodeLimit: Number(form.episodeLimit) } } : {}),
    ...(amounts.length === 1 ? { amount: amounts[0] } : amounts.length > 1 ? { amounts } : {}),
    ...(form.hasRetry
      ? {
          retry: {
            quantity: Number(form.retryQuantity),
            unit: form.retryUnit,
            processWhileRetrying: form.processWhileRetrying,
            catchupAfterRetrying: form.catchupAfterRetrying,
          },
        }
      : {}),
  };
}

function scheduleKind(form: ScheduleForm) {
  const { type, rate, unit, daysOfWeek, weeksOfMonth, monthsOfYear } = form;
  if (type === 'fixed') return { fixed: { dates: typedDays(form) } };
  if (type === 'frequency') return { frequency: { rate, unit, quantity: Number(form.quantity) } };
  return {
    pattern: {
      ...(daysOfWeek.length > 0 ? { daysOfWeek } : {}),
      ...(weeksOfMonth.length > 0 ? { weeksOfMonth } : {}),
      ...(form.daysOfMonth.trim() === '' ? {} : { daysOfMonth: parseNumbers(form.daysOfMonth) }),
      ...(monthsOfYear.length > 0 ? { monthsOfYear } : {}),
    },
  };
}

function patternErrors(form: ScheduleForm): ScheduleFormErrors {
  const hasDays = form.daysOfMonth.trim() !== '';
  const numbers = parseNumbers(form.daysOfMonth);
  if (hasDays && (numbers.length === 0 || !numbers.every((day) => day >= 1 && day <= 31))) {
    return { daysOfMonth: 'days_of_month' };
  }
  const needsWeekday = form.weeksOfMonth.length > 0 || !hasDays;
  return needsWeekday && form.daysOfWeek.length === 0 ? { daysOfWeek: 'no_day' } : {};
}

/** The valid days, in order. */
const typedDays = ({ type, dates }: ScheduleForm): CalendarDay[] =>
  type === 'fixed' ? dates.flatMap((text) => dayOfText(text) ?? []).toSorted() : [];

const parseNumbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((text) => text !== '')
    .map((text) => (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN));

const isWhole = (text: string, max: number): boolean =>
  /^[1-9]\d{0,3}$/.test(text.trim()) && Number(text) <= max;
