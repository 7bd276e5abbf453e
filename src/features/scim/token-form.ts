import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { endOfDayIn } from '#shared/zoned-day.ts';

export interface TokenForm {
  name: string;
  /** Whether the token ends with a day, and which. */
  expires: boolean;
  expiryDay: CalendarDay;
}

export type TokenFaults = Partial<Record<'name' | 'expiryDay', 'required' | 'day'>>;

export const newTokenForm = (today: CalendarDay): TokenForm => ({
  name: '',
  expires: true,
  expiryDay: addDays(today, 365),
});

export function tokenFaults({ name, expires }: TokenForm, isDayWrong: boolean): TokenFaults {
  return {
    ...(name.trim() === '' ? { name: 'required' as const } : {}),
    ...(expires && isDayWrong ? { expiryDay: 'day' as const } : {}),
  };
}

/** The body of a request. A token works until the end of its last day in the user's zone. */
export function toTokenBody({ name, expires, expiryDay }: TokenForm, zone: string) {
  const end = endOfDayIn(expiryDay, zone).getTime();
  return { name: name.trim(), expiresAt: expires ? new Date(end).toISOString() : null };
}
