import { panLength, passesLuhn } from '#shared/card-number.ts';
import { cardFacts } from '../card-facts.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { reject } from './rejected-request.ts';
import type { PaymentBody } from './request-schemas.ts';
import { safeText } from './wire-parts.ts';

export interface CardNumber {
  pan: string;
  /** MMYY. */
  expiry: string;
  cv2?: string;
  holderName?: string;
  nickname?: string;
  makeDefault?: boolean;
  /** MMYY and one digit, of some debit cards; null removes the stored value. */
  validFrom?: string | null;
  issueNumber?: string | null;
}

type CardPart = NonNullable<NonNullable<PaymentBody['paymentMethod']>['card']>;
const rejectCard = (code: ReasonCode, field: string): never => reject(code, `paymentMethod.card.${field}`);
const month = /^(?:0[1-9]|1[0-2])[0-9]{2}$/;

/** A card, validated in the order of docs/domain.md#card-data. */
export function parseCard(card: CardPart = {} as CardPart, now: Date): CardNumber {
  const pan = parsePan(card);
  const facts = cardFacts(pan);
  if (!facts) return rejectCard('V305', 'pan');
  const expiry = card.expiryDate ?? '';
  if (expiry === '') rejectCard('V304', 'expiryDate');
  if (!month.test(expiry) || hasExpired(expiry, now)) rejectCard('V144', 'expiryDate');
  const { cv2 } = card;
  const cv2Length = facts.type === 'AMEX' ? '{3,4}' : '{3}';
  if (cv2 !== undefined && !new RegExp(`^[0-9]${cv2Length}$`).test(cv2)) rejectCard('V306', 'cv2');
  if ((card.nickname?.length ?? 0) > 20) rejectCard('V142', 'nickname');
  if (!/^[\p{L}\p{N} .,'’&_-]*$/u.test(card.nickname ?? '')) rejectCard('V143', 'nickname');
  return {
    pan,
    expiry,
    cv2,
    holderName: safeText(card.cardHolderName),
    nickname: safeText(card.nickname),
    makeDefault: card.defaultCard,
    validFrom: parseStartDate(card, expiry),
    issueNumber: parseIssueNumber(card),
  };
}

/**
 * A card is valid to the end of its month in the last time zone, twelve hours after UTC. Cards on file are not checked:
 * the schemes allow recurring payments with an expired card, and the issuer decides.
 */
function hasExpired(expiry: string, now: Date): boolean {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  return now.getTime() >= Date.UTC(year, month, 1, 12);
}

function parsePan({ pan: typed = '', cardLockToken }: CardPart): string {
  const pan = typed.replace(/[ -]/g, '');
  // This gateway exchanges no card-lock tokens.
  if (cardLockToken !== undefined) rejectCard(pan === '' ? 'V313' : 'V312', 'cardLockToken');
  if (pan === '') rejectCard('V301', 'pan');
  if (!/^[0-9]+$/.test(pan)) rejectCard('V302', 'pan');
  if (pan.length < panLength.min || pan.length > panLength.max) rejectCard('V303', 'pan');
  if (!passesLuhn(pan)) rejectCard('V302', 'pan');
  return pan;
}

function parseStartDate({ startDate, clearStart }: CardPart, expiry: string): string | null | undefined {
  if (startDate === undefined) return clearStart ? null : undefined;
  if (!month.test(startDate)) rejectCard('V145', 'startDate');
  if (clearStart) rejectCard('V146', 'clearStart');
  const sortable = (text: string) => text.slice(2) + text.slice(0, 2);
  if (sortable(startDate) > sortable(expiry)) rejectCard('V147', 'startDate');
  return startDate;
}

function parseIssueNumber({ issueNumber, clearIssue }: CardPart): string | null | undefined {
  if (issueNumber === undefined) return clearIssue ? null : undefined;
  if (!/^[0-9]$/.test(issueNumber)) rejectCard('V148', 'issueNumber');
  if (clearIssue) rejectCard('V149', 'clearIssue');
  return issueNumber;
}
