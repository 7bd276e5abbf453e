import { type Retry, type Row, responses } from './decline-rows.ts';

/** Mastercard's advice codes that name a wait, in hours. */
const waits: Readonly<Record<string, number>> = {
  '02': 72,
  '24': 1,
  '25': 24,
  '26': 48,
  '27': 96,
  '28': 144,
  '29': 192,
  '30': 240,
};
const rowWaits: Partial<Record<Retry, number>> = { HOUR: 1, DAY: 24, THREE_DAYS: 72 };

/** The wait of an advice code in hours, if it names one. */
export const adviceWait = (adviceCode: string | null | undefined): number | undefined =>
  waits[adviceCode ?? ''];

/** The wait of a row in hours, if waiting helps. */
export const rowWait = (retry: Retry): number | undefined => rowWaits[retry];

/** Rows whose retry the advice code decides alone. Without one they are NEVER. */
const isLeftToAdvice = (decline: string): boolean =>
  ['MASTERCARD_79', 'MASTERCARD_82', 'MASTERCARD_83'].includes(decline);

/** The row of an issuer's response with Mastercard's advice code (docs/domain.md#advice-codes). */
export function applyAdviceCode(decline: string, found: Row, adviceCode: string | null | undefined): Row {
  if (!adviceCode || !(decline === 'other' || Object.hasOwn(responses, decline))) return found;
  const isFinal = found.retry === 'NEVER' || found.retry === 'ENDED';
  if (adviceCode === '21') return { ...found, side: 'CUSTOMER', retry: 'NEVER', advice: 'STOP' };
  if (adviceCode === '03') return { ...found, retry: 'NEVER', advice: isFinal ? found.advice : 'OTHER_CARD' };
  if (isFinal && !isLeftToAdvice(decline)) return found;
  switch (adviceCode) {
    case '01':
      return withCorrection(decline, found);
    case '04':
    case '22':
      return { ...found, side: 'MERCHANT', retry: 'FIX', advice: 'PROCESSOR' };
    default:
      return withWait(found, adviceWait(adviceCode));
  }
}

/** A correction doesn't replace an authentication. */
function withCorrection(decline: string, found: Row): Row {
  if (decline === 'MASTERCARD_83') return { ...found, retry: 'AUTHENTICATE', advice: 'AUTHENTICATE' };
  return found.retry === 'AUTHENTICATE' ? found : { ...found, retry: 'FIX', advice: 'CHECK_DETAILS' };
}

const waitRetries: Readonly<Record<number, Retry>> = { 1: 'HOUR', 24: 'DAY', 72: 'THREE_DAYS' };

/** The longer wait counts. Waiting doesn't replace a correction or an authentication. */
function withWait(found: Row, hours: number | undefined): Row {
  if (hours === undefined || found.retry === 'FIX' || found.retry === 'AUTHENTICATE') return found;
  if (hours <= (rowWaits[found.retry] ?? 0)) return found;
  const advice = found.retry === 'NEVER' ? 'WAIT' : found.advice;
  return { ...found, retry: waitRetries[hours] ?? 'DAYS', advice };
}
