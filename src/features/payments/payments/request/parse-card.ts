import { maskPan, panLength, passesLuhn } from '#shared/card-number.ts';
import type { ReasonCode } from '#shared/payments/reason-codes.ts';
import { reject, safeText } from './parse-request.ts';
import type { PaymentBody } from './request-schemas.ts';
import creditCardType from 'credit-card-type';

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
  if (!/^[\p{L}\p{M}\p{N} .,'’&_-]*$/u.test(card.nickname ?? '')) rejectCard('V143', 'nickname');
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

type CardType =
  | 'ELECTRON'
  | 'MAESTRO'
  | 'MC_DEBIT'
  | 'MC_CREDIT'
  | 'VISA_DEBIT'
  | 'VISA_CREDIT'
  | 'AMEX'
  | 'JCB'
  | 'DISCOVER'
  | 'DINERS';
type CardScheme = 'VISA' | 'MASTERCARD' | 'AMEX' | 'JCB' | 'DISCOVER' | 'DINERS';
type CardUsage = 'DEBIT' | 'CREDIT';

/** Facts derived from a card number, never the number itself (docs/domain.md#cards). */
interface CardFacts {
  type: CardType;
  scheme: CardScheme;
  /** Undefined, like issuer and country, for a card that the BIN table does not have. */
  usage: CardUsage | undefined;
  issuer: string | undefined;
  /** Alpha-3. */
  issuerCountry: string | undefined;
  /** First eight digits: an operator's BIN table may need more than the six that are shown. */
  bin: string;
  lastFour: string;
  /** First six, stars, last four. */
  masked: string;
}

/** The sandbox's test BINs, which credit-card-type does not have (docs/domain.md#sandbox). The longest prefix wins. */
const binTable: readonly (readonly [prefix: string, CardType, issuer: string, country: string])[] = [
  ['9900', 'MC_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['9901', 'MC_CREDIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['9902', 'VISA_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['9903', 'VISA_CREDIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['9905', 'AMEX', 'EXAMPLE TEST BANK', 'GBR'],
  ['990001', 'MC_DEBIT', 'EXEMPLE BANQUE', 'FRA'],
  ['990101', 'MC_CREDIT', 'BEISPIEL BANK', 'DEU'],
  ['990201', 'VISA_DEBIT', 'BANCO EJEMPLO', 'ESP'],
  ['990301', 'VISA_CREDIT', 'SAMPLE NATIONAL BANK', 'USA'],
  ['990302', 'VISA_CREDIT', 'EXAMPLE ISLANDS BANK', 'NGA'],
  ['446203', 'VISA_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['446200', 'VISA_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['557348', 'MC_DEBIT', 'EXAMPLE TEST BANK', 'GBR'],
  ['512499', 'MC_DEBIT', 'SAMPLE NATIONAL BANK', 'USA'],
];

const typeByBrand: Readonly<Record<string, CardType>> = {
  visa: 'VISA_CREDIT',
  mastercard: 'MC_CREDIT',
  'american-express': 'AMEX',
  maestro: 'MAESTRO',
  jcb: 'JCB',
  discover: 'DISCOVER',
  'diners-club': 'DINERS',
};

const findBinEntry = (digits: string) =>
  binTable.filter(([prefix]) => digits.startsWith(prefix)).sort(([a], [b]) => b.length - a.length)[0];

/** Alpha-3, of the first digits of a card; undefined for an issuer that the BIN table does not have. */
export const findIssuerCountry = (digits: string): string | undefined => findBinEntry(digits)?.[3];

/** Facts of a card number of 13 to 19 digits; undefined when its brand is unknown (V305). */
export function cardFacts(pan: string): CardFacts | undefined {
  const binEntry = findBinEntry(pan);
  const type = binEntry ? binEntry[1] : typeByBrand[creditCardType(pan)[0]?.type ?? ''];
  if (!type) return undefined;
  return {
    type,
    scheme: schemeForType(type),
    // What the table does not have is not known: a guessed country would match or miss rules.
    usage:
      binEntry && (type.endsWith('DEBIT') || type === 'MAESTRO' || type === 'ELECTRON' ? 'DEBIT' : 'CREDIT'),
    issuer: binEntry?.[2],
    issuerCountry: binEntry?.[3],
    bin: pan.slice(0, 8),
    lastFour: pan.slice(-4),
    masked: maskPan(pan),
  };
}

function schemeForType(type: CardType): CardScheme {
  switch (type) {
    case 'VISA_DEBIT':
    case 'VISA_CREDIT':
    case 'ELECTRON':
      return 'VISA';
    case 'MC_DEBIT':
    case 'MC_CREDIT':
    case 'MAESTRO':
      return 'MASTERCARD';
    default:
      return type;
  }
}
