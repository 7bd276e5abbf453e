import { createHash } from 'node:crypto';
import { formatMinor } from '#shared/money.ts';
import type { AddressCheck, Cv2Check, ProcessorAnswer, ProcessorOperation } from './processor.ts';

/** What the sandbox has stored of the paying card; nothing for captures, voids and refunds. */
export interface KnownCard {
  credential: string;
  authorises: boolean;
  /** MMYY. */
  expiry: string;
  /** Of a tokenized card: the result of its CV2 check, which is returned once. */
  cv2Check?: Cv2Check | null;
}

export interface SandboxDecision {
  answer: ProcessorAnswer;
  /** The final result comes later (U200). */
  pending: boolean;
}

/**
 * The sandbox's result of an operation, by card and by trigger amount (docs/domain.md#sandbox):
 * .51 declines, .91 cannot reach the issuer, .77 leaves a refund pending.
 */
export function decideSandboxAnswer(
  operation: ProcessorOperation,
  card: KnownCard | undefined,
  now: Date,
): SandboxDecision {
  const amount = formatMinor(operation.amountMinor, operation.currency);
  const paying = operation.source !== undefined;
  const base = {
    acquirerName: 'Example Acquirer',
    route: operation.currency === 'GBP' ? 'MCPE' : 'CPE',
    gatewayReference: digest(`reference:${operation.reference}`).slice(0, 32),
    ...decideChecks(operation, card),
    credential: card?.credential,
  };
  const declined = (statusCode: string, message: string): SandboxDecision => ({
    answer: { ...base, result: 'DECLINED', statusCode, message },
    pending: false,
  });
  if (amount.endsWith('.91')) {
    const answer = {
      ...base,
      result: 'UNREACHABLE',
      statusCode: '91',
      message: 'ISSUER UNAVAILABLE',
    } as const;
    return { answer, pending: false };
  }
  if (amount.endsWith('.51')) return declined('51', 'INSUFFICIENT FUNDS');
  if (paying && !card) return declined('14', 'UNKNOWN CREDENTIAL');
  if (paying && card && hasExpired(card.expiry, now)) return declined('54', 'EXPIRED CARD');
  if (paying && card && !card.authorises) return declined('05', 'DO NOT HONOUR');
  const authCode = String(parseInt(digest(`auth:${operation.reference}`).slice(0, 8), 16) % 1_000_000);
  const answer: ProcessorAnswer = {
    ...base,
    result: 'APPROVED',
    statusCode: '00',
    message: `AUTH CODE:${authCode.padStart(6, '0')}`,
    authCode: authCode.padStart(6, '0'),
  };
  return { answer, pending: operation.kind === 'REFUND' && amount.endsWith('.77') };
}

function decideChecks({ source, address }: ProcessorOperation, card: KnownCard | undefined) {
  const given = source && 'card' in source ? source.card.cv2 : source?.cv2;
  return {
    cv2Check: given === undefined ? (card?.cv2Check ?? 'NOT_CHECKED') : checkCv2(given),
    addressCheck: matchAddressPart(address?.line1?.toLowerCase(), 'matched', 'not matched'),
    postcodeCheck: matchAddressPart(address?.postcode?.toUpperCase(), 'AVS111', 'AVS000'),
  };
}

export function checkCv2(cv2: string | undefined): Cv2Check {
  if (cv2 === undefined) return 'NOT_CHECKED';
  return cv2 === '123' || cv2 === '1234' ? 'MATCHED' : 'NOT_MATCHED';
}

function matchAddressPart(given: string | undefined, matching: string, wrong: string): AddressCheck {
  if (given === matching) return 'FULL_MATCH';
  return given === wrong ? 'NOT_MATCHED' : 'NOT_CHECKED';
}

/** A card is valid to the end of its month. */
function hasExpired(expiry: string, now: Date): boolean {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  return now.getTime() >= Date.UTC(year, month, 1);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
