import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { startOfDayIn, zonedDate } from '#shared/zoned-day.ts';
import { parseAmount } from '#shared/money.ts';
import type { PolicyPermission } from './policy-permissions.ts';
import type { PolicyContent, PolicyView } from './schemas.ts';

export interface PolicyForm {
  secondFactor: PolicyContent['secondFactor'];
  /** Whether the requirement begins on a day, and which. */
  hasDay: boolean;
  day: CalendarDay;
  requiredFor: PolicyPermission[];
  deviceDays: string;
  stepUpMinutes: string;
  stepUpWithPassword: boolean;
  isForRefunds: boolean;
  /** Decimal text, '' while empty. */
  refundAmount: string;
  refundCurrency: string;
}

export type PolicyErrors = Partial<Record<'day' | 'refundAmount', 'day' | 'amount'>>;

export function toPolicyForm(policy: PolicyView, zone: string, today: CalendarDay): PolicyForm {
  const { requiredFrom, refundAbove } = policy;
  return {
    secondFactor: policy.secondFactor,
    hasDay: requiredFrom !== null,
    day: requiredFrom === null ? addDays(today, 14) : zonedDate(new Date(requiredFrom), zone),
    requiredFor: policy.requiredFor,
    deviceDays: String(policy.deviceDays),
    stepUpMinutes: String(policy.stepUpMinutes),
    stepUpWithPassword: policy.stepUpWithPassword,
    isForRefunds: refundAbove !== null,
    refundAmount: refundAbove?.amount ?? '',
    refundCurrency: refundAbove?.currency ?? 'EUR',
  };
}

/** Whether a second factor can be required of users, so that the first day matters. */
export const isRequiring = ({ secondFactor, requiredFor }: PolicyForm): boolean =>
  secondFactor === 'REQUIRED' || requiredFor.length > 0;

export function policyErrors(form: PolicyForm, hasDayError: boolean): PolicyErrors {
  const errors: PolicyErrors = {};
  if (isRequiring(form) && form.hasDay && hasDayError) errors.day = 'day';
  const isAmount = refundLimit(form.refundAmount, form.refundCurrency) !== undefined;
  if (form.stepUpMinutes !== '0' && form.isForRefunds && !isAmount) errors.refundAmount = 'amount';
  return errors;
}

/** The body of a request, without the version. The requirement begins with the day in the user's zone. */
export function toPolicyContent(form: PolicyForm, zone: string): PolicyContent {
  const hasDay = isRequiring(form) && form.hasDay;
  // Without confirmations the amount does not matter, and an invalid one is not sent.
  const isAmount = refundLimit(form.refundAmount, form.refundCurrency) !== undefined;
  return {
    secondFactor: form.secondFactor,
    requiredFrom: hasDay ? startOfDayIn(form.day, zone).toISOString() : null,
    requiredFor: form.requiredFor,
    deviceDays: Number(form.deviceDays),
    stepUpMinutes: Number(form.stepUpMinutes),
    stepUpWithPassword: form.stepUpWithPassword,
    refundAbove:
      form.isForRefunds && isAmount ? { amount: form.refundAmount, currency: form.refundCurrency } : null,
  };
}

/**
 * Minor units of the amount above which refunds need step-up; undefined for an invalid one. Zero is allowed: every
 * refund then needs it.
 */
export function refundLimit(amount: string, currency: string): number | undefined {
  const isZero = /^0+(\.0+)?$/.test(amount);
  const parsed = parseAmount(isZero ? '1' : amount, currency);
  if (!parsed.ok) return undefined;
  return isZero ? 0 : parsed.value;
}
