import { panLength, passesLuhn } from '#shared/card-number.ts';
import { cardFacts } from '#features/payments/card-facts.ts';
import type { ReasonCode } from '#features/payments/reason-codes.ts';
import { RequestRejected } from './request-rejected.ts';
import type { PaymentBody } from './request-schemas.ts';
import { safeText } from './safe-text.ts';

export interface CardNumber {
  pan: string;
  /** MMYY. */
  expiry: string;
  cv2?: string;
  holderName?: string;
  nickname?: string;
  makeDefault?: boolean;
  /** What some debit cards have beside: MMYY and one digit; null removes what is kept. */
  validFrom?: string | null;
  issueNumber?: string | null;
}

type CardPart = NonNullable<NonNullable<PaymentBody['paymentMethod']>['card']>;
const refused = (code: ReasonCode, field: string) => new RequestRejected(code, `paymentMethod.card.${field}`);
const month = /^(?:0[1-9]|1[0-2])[0-9]{2}$/;

/** A card as it was typed, checked in the order of docs/domain.md#card-data. */
export function parseCard(card: CardPart = {} as CardPart, now: Date): CardNumber {
  const pan = parsePan(card);
  const facts = cardFacts(pan);
  if (!facts) throw refused('V305', 'pan');
  const expiry = card.expiryDate ?? '';
  if (expiry === '') throw refused('V304', 'expiryDate');
  if (!month.test(expiry) || hasExpired(expiry, now)) throw refused('V144', 'expiryDate');
  const { cv2 } = card;
  const cv2Length = facts.type === 'AMEX' ? '{3,4}' : '{3}';
  if (cv2 !== undefined && !new RegExp(`^[0-9]${cv2Length}$`).test(cv2)) throw refused('V306', 'cv2');
  if ((card.nickname?.length ?? 0) > 20) throw refused('V142', 'nickname');
  if (!/^[\p{L}\p{N} .,'’&_-]*$/u.test(card.nickname ?? '')) throw refused('V143', 'nickname');
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
 * A card is good to the end of its month, wherever on earth that ends last: twelve hours after UTC. Cards on file are not
 * judged: the schemes let recurring payments go on when a card has expired, and the issuer decides.
 */
function hasExpired(expiry: string, now: Date): boolean {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  return now.getTime() >= Date.UTC(year, month, 1, 12);
}

function parsePan({ pan: typed = '', cardLockToken }: CardPart): string {
  const pan = typed.replace(/[ -]/g, '');
  // Nobody here turns such a token into a card.
  if (cardLockToken !== undefined) throw refused(pan === '' ? 'V313' : 'V312', 'cardLockToken');
  if (pan === '') throw refused('V301', 'pan');
  if (!/^[0-9]+$/.test(pan)) throw refused('V302', 'pan');
  if (pan.length < panLength.min || pan.length > panLength.max) throw refused('V303', 'pan');
  if (!passesLuhn(pan)) throw refused('V302', 'pan');
  return pan;
}

function parseStartDate({ startDate, clearStart }: CardPart, expiry: string): string | null | undefined {
  if (startDate === undefined) return clearStart ? null : undefined;
  if (!month.test(startDate)) throw refused('V145', 'startDate');
  if (clearStart) throw refused('V146', 'clearStart');
  const sortable = (text: string) => text.slice(2) + text.slice(0, 2);
  if (sortable(startDate) > sortable(expiry)) throw refused('V147', 'startDate');
  return startDate;
}

function parseIssueNumber({ issueNumber, clearIssue }: CardPart): string | null | undefined {
  if (issueNumber === undefined) return clearIssue ? null : undefined;
  if (!/^[0-9]$/.test(issueNumber)) throw refused('V148', 'issueNumber');
  if (clearIssue) throw refused('V149', 'clearIssue');
  return issueNumber;
}
