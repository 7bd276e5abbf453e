import { isMoneyOut } from './transaction-kind.ts';
import { adviceWait, applyAdviceCode, rowWait } from './advice-codes.ts';
import {
  type Advice,
  type DeclineGroup,
  type Retry,
  type Row,
  type Side,
  issuerCall,
  reasons,
  responses,
} from './decline-rows.ts';

const rows = {
  ...responses,
  ...reasons,
  other: issuerCall,
  unknown: undefined,
} as const;

/** Why a payment failed, as a text key at `declines`. */
export type Decline = keyof typeof rows;

export const declines = Object.keys(rows) as Decline[];

const sameResponses: Readonly<Record<string, Decline>> = { '02': '01', MASTERCARD_65: '1A' };

const families: readonly (readonly [Decline, readonly string[]])[] = [
  ['A125', ['L100']],
  ['C101', ['C102']],
  ['C103', ['C104']],
  ['V107', ['V108']],
  ['saved_card', ['A107', 'A109', 'A115', 'A123']],
  ['card_form', ['V109', 'V124', 'V144', 'V145', 'V146', 'V147', 'V148', 'V149', 'V152']],
  ['card_form', ['V301', 'V302', 'V303', 'V304', 'V305', 'V306']],
  ['follow_up', ['V105', 'V133', 'V134', 'V135', 'V136', 'V137', 'V138', 'V139', 'V402', 'V501', 'V502']],
];

/** The known data of a failed payment. */
interface FailedOutcome {
  reasonCode: string;
  statusCode?: string | null;
  scheme?: string | null;
}

/** Mastercard's advice code of the decline, if there is one. */
type AdviceCode = string | null | undefined;

/** Why a payment failed, with the advice code of its processor. */
export interface AdvisedDecline {
  reason: Decline;
  adviceCode: AdviceCode;
}

/** An outcome with the advice code of its processor. */
type AdvisedOutcome = FailedOutcome & { adviceCode?: AdviceCode };

/** The screen or action that helps. */
export type NextStep =
  | 'LINK'
  | 'REPEAT'
  | 'TERMINAL'
  | 'RISK_CONTROLS'
  | 'RELATED'
  | 'ORIGINAL'
  | 'COPY_REFERENCE'
  | 'SCHEDULE';

const nextSteps: Partial<Record<Advice, NextStep>> = {
  OTHER_CARD: 'LINK',
  CALL_BANK: 'REPEAT',
  CHECK_DETAILS: 'TERMINAL',
  WAIT: 'REPEAT',
  AUTHENTICATE: 'LINK',
  START_AGAIN: 'LINK',
  RISK_CONTROLS: 'RISK_CONTROLS',
  REVIEW: 'RELATED',
  CORRECT_AMOUNT: 'ORIGINAL',
  PROCESSOR: 'COPY_REFERENCE',
  STOP: 'SCHEDULE',
};

/** The retry advice of the merchant API; every other retry is LATER. */
const apiRetries: Partial<Record<Retry, 'NEVER' | 'FIX' | 'AUTHENTICATE'>> = {
  NEVER: 'NEVER',
  UNKNOWN: 'NEVER',
  ENDED: 'NEVER',
  FIX: 'FIX',
  AUTHENTICATE: 'AUTHENTICATE',
};

/** X203 with one of these: the issuer or the network responded that it is unavailable. */
const outageResponses = ['91', '92', '96'];

const isKey = <T extends object>(key: string, object: T): key is Extract<keyof T, string> =>
  Object.hasOwn(object, key);

/** The response of D100, sometimes of X203. Other reason codes are more specific, even beside an approval. */
export function explainDecline({ reasonCode, statusCode, scheme }: FailedOutcome): Decline {
  const code = normaliseResponse(statusCode);
  if (reasonCode === 'D100') return findResponse(code, scheme) ?? 'other';
  if (reasonCode === 'X203' && outageResponses.includes(code)) return findResponse(code, scheme) ?? 'X203';
  if (isKey(reasonCode, reasons)) return reasonCode;
  const family = families.find(([, codes]) => codes.includes(reasonCode));
  return family?.[0] ?? (/^V\d{3}$/.test(reasonCode) ? 'request' : 'unknown');
}

/** Processors send 5, 05 and 005 for the same response. */
export const normaliseResponse = (code: string | null | undefined): string =>
  !code ? '' : code.toUpperCase().replace(/^0+/, '').padStart(2, '0');

function findResponse(code: string, scheme: string | null | undefined): Decline | undefined {
  for (const key of [`${scheme ?? ''}_${code}`, code]) {
    if (isKey(key, responses)) return key;
    if (sameResponses[key] !== undefined) return sameResponses[key];
  }
  return undefined;
}

function findRow(decline: Decline, adviceCode: AdviceCode): Row | undefined {
  const found: Row | undefined = rows[decline];
  return found && applyAdviceCode(decline, found, adviceCode);
}

/** Empty for a failure that the dictionary doesn't have. */
export function adviseOnDecline(
  decline: Decline,
  adviceCode?: AdviceCode,
): Partial<Row> & { next?: NextStep } {
  const found = findRow(decline, adviceCode);
  if (found === undefined) return {};
  return { ...found, next: nextSteps[found.advice] };
}

/** The earliest time at which a retry can help; undefined when waiting does not. */
export function retryFrom(decline: Decline, failedAt: string, adviceCode?: AdviceCode): Date | undefined {
  const retry = findRow(decline, adviceCode)?.retry;
  const wait = retry === 'DAYS' ? adviceWait(adviceCode) : retry && rowWait(retry);
  return wait === undefined ? undefined : new Date(Date.parse(failedAt) + wait * 3_600_000);
}

/** The scheme's rule after an issuer's final response. */
const finalDeclineMs = 30 * 24 * 3_600_000;

/** A decline after which the same card should not be charged for a while. */
export interface CardPause {
  reason: Decline;
  until: Date;
  /** The issuer will not approve this card. Otherwise its advice is to wait. */
  isFinal: boolean;
}

/** How long the card of a failed payment is paused; undefined when another attempt can help at once. */
export function pauseCard(outcome: AdvisedOutcome, failedAt: Date): CardPause | undefined {
  const reason = explainDecline(outcome);
  const found = findRow(reason, outcome.adviceCode);
  const isOfCard = found?.group !== 'REQUEST' || ['03', '21'].includes(outcome.adviceCode ?? '');
  if (found?.retry === 'NEVER' && isOfCard && (reason === 'other' || isKey(reason, responses)))
    return { reason, until: new Date(failedAt.getTime() + finalDeclineMs), isFinal: true };
  const until = retryFrom(reason, failedAt.toISOString(), outcome.adviceCode);
  return until && { reason, until, isFinal: false };
}

/** Advice for a merchant's system after a failure (docs/domain.md#decline-advice). */
export interface DeclineAdvice {
  group: DeclineGroup;
  side: Side;
  retry: 'NEVER' | 'FIX' | 'LATER' | 'AUTHENTICATE';
  /** The earliest time of the next attempt, with LATER. */
  notBefore?: string;
}

/** `failedAt` is undefined for a rejection that stored no transaction. */
export function adviseMerchant(outcome: AdvisedOutcome, failedAt?: Date): DeclineAdvice | undefined {
  const decline = explainDecline(outcome);
  const found = findRow(decline, outcome.adviceCode);
  if (found === undefined) return undefined;
  const { group, side } = found;
  const from = failedAt && retryFrom(decline, failedAt.toISOString(), outcome.adviceCode);
  const notBefore = from && { notBefore: from.toISOString() };
  return { group, side, retry: apiRetries[found.retry] ?? 'LATER', ...notBefore };
}

/** A decline whose response code has no row in the dictionary: staff see only that the issuer declined. */
export const isUnknownDecline = (
  { result, statusCode }: { result: string; statusCode: string | null },
  scheme: string | null,
): boolean => result === 'DECLINED' && explainDecline({ reasonCode: 'D100', statusCode, scheme }) === 'other';

/** Codes of a card that takes no money: closed, lost, stolen, expired. */
const closedCards: readonly Decline[] = ['04', '07', '14', '41', '43', '46', '54'];

/**
 * Why money did not go back or out: the dictionary's sentences are about charges. Undefined for other types, and where the
 * sentence holds for every type.
 */
export function findOutgoingProblem(
  type: string,
  decline: Decline,
): `${'refund' | 'payout'}_${'card' | 'funds'}` | undefined {
  if (!isMoneyOut(type)) return undefined;
  const subject = type === 'REFUND' ? 'refund' : 'payout';
  if (closedCards.includes(decline)) return `${subject}_card`;
  // It is the merchant's account that does not cover it, or has the limit.
  return (rows as Partial<Record<Decline, Row>>)[decline]?.group === 'FUNDS' ? `${subject}_funds` : undefined;
}
