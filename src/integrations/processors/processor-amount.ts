import { currencyDigits } from '#shared/currencies.ts';
import type { Capabilities } from './adapter.ts';

/** Digits of a currency at a processor; undefined where it does not take the currency. */
function processorDigits({ currencies }: Pick<Capabilities, 'currencies'>, currency: string) {
  return currencies === 'ISO' ? currencyDigits(currency) : currencies[currency];
}

/** Whether a processor with fewer digits than the currency can take the amount. */
export function isWholeAtProcessor(
  capabilities: Pick<Capabilities, 'currencies'>,
  amountMinor: number,
  currency: string,
): boolean {
  const missing = (currencyDigits(currency) ?? 2) - (processorDigits(capabilities, currency) ?? 0);
  return missing <= 0 || amountMinor % 10 ** missing === 0;
}

/** Our minor units in the processor's. Throws for an amount that the processor cannot have. */
export function toProcessorMinor(amountMinor: number, currency: string, digits: number): number {
  const missing = (currencyDigits(currency) ?? 2) - digits;
  const value = missing <= 0 ? amountMinor * 10 ** -missing : amountMinor / 10 ** missing;
  if (!Number.isSafeInteger(value))
    throw new Error(`${amountMinor} ${currency} cannot be written with ${digits} digits`);
  return value;
}

/** The processor's minor units in ours; undefined for what is no whole amount of ours. */
export function fromProcessorMinor(value: number, currency: string, digits: number): number | undefined {
  const missing = (currencyDigits(currency) ?? 2) - digits;
  const amount = missing >= 0 ? value * 10 ** missing : value / 10 ** -missing;
  return Number.isSafeInteger(amount) ? amount : undefined;
}
