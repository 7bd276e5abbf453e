import * as z from 'zod/mini';
import { wholeNumber } from '#shared/whole-number.ts';
import { frequencyRates, frequencyUnits, retryUnits, weekdays } from './schedule-definition.ts';

/** Clients send null, '' or PHP's empty array for an absent value. */
const blank = (value: unknown): unknown =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;
const optional = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.pipe(z.transform(blank), z.optional(schema)));

const day = z.string().check(z.maxLength(10));
const amount = z.union([z.number(), z.string().check(z.maxLength(30))]);
const flag = optional(z.boolean());
const maxDates = 400;

/**
 * `schedule` of a payment, a repeat and addSchedule (docs/domain.md#schedule-definition). The schema checks the shape;
 * checkSchedule validates the meaning and returns a reason code.
 */
export const scheduleBody = z.object({
  startDate: optional(day),
  fixed: optional(
    z.union([
      z.array(day).check(z.maxLength(maxDates)),
      z.object({ dates: z.array(day).check(z.maxLength(maxDates)) }),
    ]),
  ),
  frequency: optional(
    z.object({
      rate: z.pipe(
        z.transform((value) => blank(value) ?? 'FIXED'),
        z.enum(frequencyRates),
      ),
      unit: z.enum(frequencyUnits),
      quantity: wholeNumber(1, 999),
    }),
  ),
  pattern: optional(
    z.object({
      daysOfWeek: optional(z.array(z.enum(weekdays)).check(z.maxLength(7))),
      weeksOfMonth: optional(z.array(wholeNumber(1, 4)).check(z.maxLength(4))),
      daysOfMonth: optional(z.array(wholeNumber(1, 31)).check(z.maxLength(31))),
      monthsOfYear: optional(z.array(wholeNumber(1, 12)).check(z.maxLength(12))),
    }),
  ),
  // Their absence means no end and the payment's own amount, so an empty one is rejected, not absent.
  terminator: z.optional(
    z.pipe(
      // PHP writes an empty object as a list.
      z.transform((value) => (Array.isArray(value) && value.length === 0 ? {} : value)),
      z.object({
        endOn: z.optional(day.check(z.minLength(1))),
        episodeLimit: z.optional(wholeNumber(1, 9999)),
      }),
    ),
  ),
  amount: z.optional(amount),
  amounts: z.optional(
    z.array(amount).check(
      z.maxLength(maxDates),
      z.refine((list) => list.length > 0),
    ),
  ),
  retry: optional(
    z.object({
      quantity: wholeNumber(1, 99),
      unit: z.enum(retryUnits),
      processWhileRetrying: flag,
      catchupAfterRetrying: flag,
    }),
  ),
});
export type ScheduleBody = z.output<typeof scheduleBody>;

/** For the bodies of other endpoints: absent, null and empty are the same. */
export const scheduleField = optional(scheduleBody);
