import { parseAmount } from '#shared/money.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import type { ReasonCode } from '#shared/payments/reason-codes.ts';
import type { SessionRequest } from './session-request.ts';

/** The maximum amount that a payer can choose, in minor units: 1,000,000.00 or 100,000,000 JPY. */
const maxChosenMinor = 100_000_000;

const amountField = 'transaction.money.amount';

/** Refuses wrong bounds of an amount that the payer chooses. */
export function checkBounds(
  { transaction }: SessionRequest,
  isChosenByPayer: boolean,
): Result<undefined, Refusal<ReasonCode>> {
  const { currency, amount } = transaction?.money ?? {};
  const minors: number[] = [];
  for (const name of ['min', 'max'] as const) {
    const bound = amount?.[name];
    if (bound === undefined) continue;
    const field = `${amountField}.${name}`;
    if (!isChosenByPayer) return refuse('V100', field);
    const parsed = parseAmount(bound, currency);
    if (!parsed.ok) return refuse(parsed.code, field);
    if (parsed.value > maxChosenMinor) return refuse('V100', field);
    minors.push(parsed.value);
  }
  const [min = 0, max = min] = minors;
  return min > max ? refuse('V100', `${amountField}.max`) : ok(undefined);
}

/** The bounds of an amount that the payer chooses, in minor units. */
export function amountBounds({ transaction }: SessionRequest): { minMinor: number; maxMinor: number } {
  const { currency, amount } = transaction?.money ?? {};
  const toMinor = (bound: string | number | undefined): number | undefined => {
    const parsed = parseAmount(bound, currency);
    return parsed.ok ? parsed.value : undefined;
  };
  return { minMinor: toMinor(amount?.min) ?? 1, maxMinor: toMinor(amount?.max) ?? maxChosenMinor };
}

/** Whether the payer may pay this amount. The payment rejects text that is not an amount. */
export function isWithinBounds(request: SessionRequest, typed: string | undefined): boolean {
  const parsed = parseAmount(typed, request.transaction?.money?.currency);
  if (!parsed.ok) return true;
  const { minMinor, maxMinor } = amountBounds(request);
  return parsed.value >= minMinor && parsed.value <= maxMinor;
}
