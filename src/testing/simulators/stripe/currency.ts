import { code } from 'currency-codes';
import { invalidRequest } from './stripe-error.ts';

/** Currencies that Stripe takes in hundredths though they have no smaller unit, so the amount ends in 00. */
const sentInHundredths = new Set(['ISK', 'UGX']);

/** Whether Stripe would accept the amount; throws its error. */
export function requireAmount(text: string | undefined, currency: string | undefined, min = 1): number {
  const digits = code((currency ?? '').toUpperCase())?.digits;
  if (digits === undefined) {
    throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' });
  }
  const amount = Number(text);
  if (text === undefined)
    throw invalidRequest('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' });
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(amount) || amount < min) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (amount > 99_999_999_999)
    throw invalidRequest('Amount is too large', { code: 'amount_too_large', param: 'amount' });
  const step = digits === 3 ? 10 : sentInHundredths.has((currency ?? '').toUpperCase()) ? 100 : 1;
  if (amount % step !== 0) {
    throw invalidRequest(`Amounts of ${currency} must be a multiple of ${step}`, { param: 'amount' });
  }
  return amount;
}
