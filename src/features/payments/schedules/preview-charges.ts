import type { CalendarDay } from '#shared/calendar-day.ts';
import { formatMinor } from '#shared/money.ts';
import { checkSchedule } from './check-schedule.ts';
import { episodesFrom, firstCursor } from './due-dates.ts';
import { episodeAmount } from './schedule-definition.ts';
import { type ScheduleForm, scheduleErrors, toSchedule } from './schedule-form.ts';

interface PreviewedCharge {
  dueOn: CalendarDay;
  /** Decimal text; undefined for the transaction's amount. */
  amount: string | undefined;
}

/**
 * The first charges of the schedule that the form describes. None while it has an error; no amounts while the currency is
 * empty.
 */
export function previewCharges(
  form: ScheduleForm,
  { currency, today }: { currency: string; today: CalendarDay },
  count: number,
): PreviewedCharge[] {
  const body = toValidSchedule(form, today);
  if (body === undefined) return [];
  const hasAmounts = currency !== '' && form.amounts.some((amount) => amount.trim() !== '');
  const plan = hasAmounts ? body : { ...body, amount: undefined, amounts: undefined };
  // Any amount: it is not shown.
  const checked = checkSchedule(plan, { currency, today, defaultMinor: 1 });
  if (!checked.ok) return [];
  const definition = checked.value;
  const charges: PreviewedCharge[] = [];
  for (const { index, dueOn } of episodesFrom(definition, firstCursor(definition, today))) {
    if (charges.length >= count) break;
    const amount = hasAmounts ? formatMinor(episodeAmount(definition, index), currency) : undefined;
    charges.push({ dueOn, amount });
  }
  return charges;
}

const toValidSchedule = (form: ScheduleForm, today: CalendarDay) =>
  Object.keys(scheduleErrors(form, today)).length > 0 ? undefined : toSchedule(form);
