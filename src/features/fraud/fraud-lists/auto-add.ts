import { type CalendarDay, addDays, addMonths } from '#shared/calendar-day.ts';
import type { StandardField } from './standard-lists.ts';

/** The types of blocked values that add other values, with the field of the block list (docs/domain.md#auto-add). */
export const sourceTypes = {
  card: 'cardCorrelationId',
  normalisedAddress: 'normalisedAddress',
  ipAddress: 'customerIpAddress',
  email: 'customerEmail',
  telephone: 'customerTelephone',
  postcode: 'billingPostcode',
} as const satisfies Readonly<Record<string, StandardField>>;
export type SourceType = keyof typeof sourceTypes;

/** The types of added values. */
export const targetTypes = {
  card: 'cardCorrelationId',
  email: 'customerEmail',
  telephone: 'customerTelephone',
} as const satisfies Readonly<Record<string, StandardField>>;
export type TargetType = keyof typeof targetTypes;

export const expiryUnits = ['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const;
export type ExpiryUnit = (typeof expiryUnits)[number];

interface AutoAddExpiry {
  value: number;
  expiryPeriodicity: ExpiryUnit;
}

export interface AutoAddConfig {
  sourceTypes: SourceType[];
  targetTypes: TargetType[];
  active: boolean;
  /** Null: the added values expire with the item that matched. */
  expiry: AutoAddExpiry | null;
}

/** Five years in each unit. */
export const maxExpiry: Readonly<Record<ExpiryUnit, number>> = {
  DAYS: 1826,
  WEEKS: 260,
  MONTHS: 60,
  YEARS: 5,
};

/**
 * The side on which a single type contradicts the other side: a value that only adds itself changes nothing.
 * Undefined for a valid choice.
 */
export function findContradiction({
  sourceTypes: sources,
  targetTypes: targets,
}: Pick<AutoAddConfig, 'sourceTypes' | 'targetTypes'>):
  | { type: SourceType; side: 'source' | 'target' }
  | undefined {
  const [source] = sources;
  const [target] = targets;
  if (sources.length === 1 && source !== undefined && (targets as readonly string[]).includes(source))
    return { type: source, side: 'source' };
  if (targets.length === 1 && target !== undefined && sources.includes(target))
    return { type: target, side: 'target' };
  return undefined;
}

/** The last day of a value that is added today. */
export function expiryAfter({ value, expiryPeriodicity }: AutoAddExpiry, today: CalendarDay): CalendarDay {
  switch (expiryPeriodicity) {
    case 'DAYS':
      return addDays(today, value);
    case 'WEEKS':
      return addDays(today, 7 * value);
    case 'MONTHS':
      return addMonths(today, value);
    case 'YEARS':
      return addMonths(today, 12 * value);
  }
}
