import { type AutoAddConfig, type ExpiryUnit, findContradiction, maxExpiry } from './auto-add.ts';

export interface AutoAddForm extends Omit<AutoAddConfig, 'expiry'> {
  /** The added values expire after a period, not with the value that matched. */
  isAfter: boolean;
  /** The number as it was typed. */
  period: string;
  unit: ExpiryUnit;
}

export type AutoAddErrors = Partial<Record<'types' | 'period', string>>;

export const toAutoAddForm = ({ expiry, ...config }: AutoAddConfig): AutoAddForm => ({
  ...config,
  isAfter: expiry !== null,
  period: String(expiry?.value ?? 6),
  unit: expiry?.expiryPeriodicity ?? 'MONTHS',
});

export function toAutoAddConfig({ isAfter, period, unit, ...config }: AutoAddForm): AutoAddConfig {
  return { ...config, expiry: isAfter ? { value: Number(period), expiryPeriodicity: unit } : null };
}

export function findAutoAddErrors(form: AutoAddForm): AutoAddErrors {
  const { isAfter, period, unit } = form;
  const isPeriod = /^\d{1,4}$/.test(period) && Number(period) >= 1 && Number(period) <= maxExpiry[unit];
  const missing = findMissingSide(form);
  return {
    ...(missing !== undefined && { types: `no_${missing}` }),
    ...(findContradiction(form) !== undefined && { types: 'contradiction' }),
    ...(isAfter && !isPeriod && { period: 'number_wrong' }),
  };
}

/** The side that has no type, of an auto-add that is on. */
function findMissingSide({ active, sourceTypes, targetTypes }: AutoAddForm): 'source' | 'target' | undefined {
  if (!active) return undefined;
  if (sourceTypes.length === 0) return 'source';
  return targetTypes.length === 0 ? 'target' : undefined;
}
