import * as z from 'zod/mini';
import { findCountry } from '#shared/countries.ts';
import { isBirthDate } from '#shared/birth-date.ts';
import { type AmountRefusal, parseAmount } from '#shared/money.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { canonicalIpAddress } from '#shared/ip-address.ts';
import type { FollowUpRequest } from '../follow-up.ts';
import { type CardNumber, parseCard } from './parse-card.ts';
import { type Refusal, RequestRejected } from './request-rejected.ts';
import type { FollowUpBody, PaymentBody } from './request-schemas.ts';
import { type SaleDetails, refuseLongLines, parseSaleDetails } from './parse-sale.ts';
import { safeText } from './safe-text.ts';
import { type Callbacks, parseCallbacks } from './callbacks.ts';

export type { CardNumber } from './parse-card.ts';
export type Operation = 'payment' | 'payout' | 'verify';
export type CommerceType = 'ECOM' | 'MOTO' | 'CA';

/** Without a token it is the default card of the customer. */
export type PaymentSource = { card: CardNumber } | { token: string | undefined; cv2?: string };

export interface Address {
  line1?: string;
  line2?: string;
  line3?: string;
  line4?: string;
  city?: string;
  region?: string;
  postcode?: string;
  /** Alpha-3. */
  countryCode?: string;
}

export interface Customer {
  id?: string;
  merchantRef?: string;
  displayName?: string;
  registered: boolean;
  email?: string;
  /** yyyyMMdd. */
  dateOfBirth?: string;
  telephone?: string;
  ip?: string;
}

export interface PaymentRequest {
  operation: Operation;
  amountMinor: number;
  currency: string;
  merchantRef?: string;
  description?: string;
  commerceType: CommerceType;
  channel: string;
  deferred: boolean;
  sequence?: 'RECURRING' | 'INSTALMENT';
  do3DSecure: boolean;
  /** The shop's own page, which gets the browser back from a challenge. */
  returnUrl?: string;
  source: PaymentSource;
  /** Keep the card for its customer: 'explicitly' when the request says so of the card itself. */
  registers: false | 'as-customer' | 'explicitly';
  billingAddress: Address;
  customer: Customer;
  financialServices?: { dateOfBirth?: string; surname?: string; accountNumber?: string; postCode?: string };
  /** Where the shop wants to be told, by what of. */
  callbacks: Callbacks;
  /** Only what is to be stored: transient fields are left out. */
  customFields: { name: string; value: string }[];
  /** What the shop told of the sale: order, account, recipient. */
  details: SaleDetails;
  locale?: string;
}

export type Checked<T> = { ok: true; request: T } | ({ ok: false } & Refusal);

const channels = ['WEB', 'MOBILE', 'SMS', 'RETAIL', 'MOTO', 'IVR', 'OTHER', 'VIRTUAL_TERMINAL'];
const isIp = z.union([z.ipv4(), z.ipv6()]);

/**
 * A new payment, payout or verify, checked in the order of docs/domain.md#requests; the first fault answers its code.
 * Free text comes out with card numbers masked (docs/domain.md#card-data).
 */
export function checkPayment(body: PaymentBody, operation: Operation, now: Date): Checked<PaymentRequest> {
  return checked(() => {
    const { transaction, customer, financialServices } = body;
    const callbacks = parseCallbacks(body.callbacks);
    const { currency, amountMinor } = parseMoney(transaction, operation);
    return {
      operation,
      amountMinor,
      currency,
      merchantRef: safeText(transaction?.merchantRef),
      description: safeText(transaction?.description),
      commerceType: parseCommerceType(transaction?.commerceType),
      channel: parseChannel(transaction?.channel),
      deferred: transaction?.deferred ?? false,
      sequence: parseSequence(transaction),
      do3DSecure: transaction?.do3DSecure ?? false,
      returnUrl: body.returnUrl,
      source: parseSource(body.paymentMethod, customer, now),
      registers: registersCard(body.paymentMethod, customer),
      billingAddress: parseAddress(body),
      customer: parseCustomer(customer, now),
      financialServices: financialServices && {
        dateOfBirth: parseBirthDate(financialServices.dateOfBirth, 'financialServices.dateOfBirth', now),
        surname: safeText(financialServices.surname),
        accountNumber: safeText(financialServices.accountNumber),
        postCode: parsePostcode(financialServices.postCode, 'financialServices.postCode'),
      },
      callbacks,
      customFields: parseCustomFields(body.customFields),
      details: parseSaleDetails(body, currency, operation),
      locale: body.locale && maskCardNumbers(body.locale),
    };
  });
}

export interface FollowUpDetails extends FollowUpRequest {
  merchantRef?: string;
  description?: string;
  commerceType?: CommerceType;
}

/**
 * A follow-up's body against the original's currency; an absent amount means all that is left
 * (docs/domain.md#requests).
 */
export function checkFollowUp(body: FollowUpBody, originalCurrency: string): Checked<FollowUpDetails> {
  return checked(() => {
    const { transaction } = body;
    const currency = transaction?.currency;
    // Another currency is V133 whatever the amount, so the amount is read only in the original's.
    const read = transaction?.amount !== undefined && (currency ?? originalCurrency) === originalCurrency;
    const parsed = read ? parseAmount(transaction?.amount, originalCurrency) : undefined;
    if (parsed && !parsed.ok) throw amountRefused(parsed.code);
    return {
      amountMinor: parsed?.minor,
      currency,
      sequence: parseSequence(transaction),
      merchantRef: safeText(transaction?.merchantRef),
      description: safeText(transaction?.description),
      commerceType: transaction?.commerceType ? parseCommerceType(transaction.commerceType) : undefined,
    };
  });
}

function checked<T>(read: () => T): Checked<T> {
  try {
    return { ok: true, request: read() };
  } catch (refusal) {
    if (refusal instanceof RequestRejected) return { ok: false, ...refusal.refusal };
    throw refusal;
  }
}

type TransactionPart = NonNullable<PaymentBody['transaction']>;

function parseMoney(part: TransactionPart | undefined, operation: Operation) {
  const currency = part?.currency ?? '';
  // Verifying a card moves nothing: its amount may be absent or zero.
  const isFree =
    operation === 'verify' && (part?.amount === undefined || /^0(?:\.0+)?$/.test(`${part.amount}`));
  const parsed = parseAmount(isFree ? 1 : part?.amount, currency);
  if (!parsed.ok) throw amountRefused(parsed.code);
  return { currency, amountMinor: operation === 'verify' ? 0 : parsed.minor };
}

function amountRefused(code: AmountRefusal): RequestRejected {
  return new RequestRejected(
    code,
    code === 'V126' || code === 'V127' ? 'transaction.currency' : 'transaction.amount',
  );
}

function parseCommerceType(value: string | undefined): CommerceType {
  if (value === undefined) throw new RequestRejected('V128', 'transaction.commerceType');
  // Older plug-ins say CNP, card not present (docs/domain.md#requests).
  if (value === 'ECOM' || value === 'CNP') return 'ECOM';
  if (value === 'MOTO' || value === 'CA') return value;
  throw new RequestRejected('V100', 'transaction.commerceType', 'not_allowed');
}

function parseChannel(value: string | undefined): string {
  if (value === undefined) return 'WEB';
  if (!channels.includes(value)) throw new RequestRejected('V100', 'transaction.channel', 'not_allowed');
  return value;
}

function parseSequence(part: TransactionPart | undefined): 'RECURRING' | 'INSTALMENT' | undefined {
  if (part?.recurring && part.instalment)
    throw new RequestRejected('V100', 'transaction.instalment', 'not_allowed');
  if (part?.recurring) return 'RECURRING';
  return part?.instalment ? 'INSTALMENT' : undefined;
}

/** Every field that is sent has a name, and who sends the block sends at least one. */
function parseCustomFields(part: PaymentBody['customFields']): PaymentRequest['customFields'] {
  if (!part) return [];
  const fields = part.fieldState ?? [];
  if (fields.length === 0) throw new RequestRejected('V119', 'customFields.fieldState');
  return fields.flatMap(({ name, value = '', transient }, index) => {
    if (name === undefined) throw new RequestRejected('V118', `customFields.fieldState.${index}.name`);
    return transient ? [] : [{ name: maskCardNumbers(name), value: maskCardNumbers(value) }];
  });
}

type CustomerPart = PaymentBody['customer'];

function parseSource(method: PaymentBody['paymentMethod'], customer: CustomerPart, now: Date): PaymentSource {
  const given = [method?.card, method?.cardToken, method?.paypal].filter((one) => one !== undefined);
  const isKnown = customer?.id !== undefined || customer?.merchantRef !== undefined;
  if (given.length === 0 && isKnown) return { token: undefined };
  if (given.length !== 1)
    throw new RequestRejected('V150', 'paymentMethod', given.length === 0 ? 'missing' : 'not_allowed');
  if (method?.paypal) throw new RequestRejected('A129', 'paymentMethod.paypal', 'not_allowed');
  if (method?.cardToken) {
    const { token, cv2 } = method.cardToken;
    if (token === undefined) throw new RequestRejected('V151', 'paymentMethod.cardToken.token');
    if (cv2 !== undefined && !/^[0-9]{3,4}$/.test(cv2))
      throw new RequestRejected('V306', 'paymentMethod.cardToken.cv2');
    return { token, cv2 };
  }
  return { card: parseCard(method?.card, now) };
}

/** A registered customer's card is kept unless the request says no; a guest's never. */
function registersCard(
  method: PaymentBody['paymentMethod'],
  customer: CustomerPart,
): PaymentRequest['registers'] {
  if (method?.registered !== true) {
    return customer?.registered && method?.registered !== false ? 'as-customer' : false;
  }
  if (!customer) throw new RequestRejected('V114', 'customer');
  if (!customer.registered) throw new RequestRejected('V156', 'paymentMethod.registered');
  if (customer.id === undefined && customer.merchantRef === undefined)
    throw new RequestRejected('V115', 'customer.merchantRef');
  return 'explicitly';
}

type AddressPart = NonNullable<NonNullable<PaymentBody['paymentMethod']>['billingAddress']>;

function parseAddress({ paymentMethod, customer }: PaymentBody): Address {
  const isOwn = paymentMethod?.billingAddress !== undefined;
  const part: AddressPart | undefined = isOwn ? paymentMethod.billingAddress : customer?.billingAddress;
  if (!part) return {};
  const at = `${isOwn ? 'paymentMethod' : 'customer'}.billingAddress`;
  const { country, countryCode, ...lines } = part;
  const kept = Object.fromEntries(Object.entries(lines).map(([name, value]) => [name, safeText(value)]));
  parsePostcode(part.postcode, `${at}.postcode`);
  refuseLongLines(part, at);
  // Some clients put the code into the field for the name.
  const found = findCountry(countryCode ?? country ?? '');
  if (countryCode !== undefined && !found) throw new RequestRejected('V155', `${at}.countryCode`);
  return { ...kept, countryCode: found?.alpha3 };
}

/** Letters of any script, digits, spaces and hyphens (docs/domain.md#validation-patterns). */
function parsePostcode(value: string | undefined, field: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N} -]*$/u.test(value ?? '')) throw new RequestRejected('V124', field);
  return safeText(value);
}

function parseCustomer(part: PaymentBody['customer'], now: Date): Customer {
  if (part?.id !== undefined && part.merchantRef !== undefined)
    throw new RequestRejected('V116', 'customer.merchantRef');
  if (part?.ip !== undefined && !z.safeParse(isIp, part.ip).success)
    throw new RequestRejected('V100', 'customer.ip');
  return {
    id: safeText(part?.id),
    merchantRef: safeText(part?.merchantRef),
    displayName: safeText(part?.displayName),
    registered: part?.registered ?? false,
    // One spelling, or a search would miss it (docs/decisions/0055).
    email: safeText(part?.email)?.trim().toLowerCase(),
    dateOfBirth: parseBirthDate(part?.dateOfBirth, 'customer.dateOfBirth', now),
    telephone: safeText(part?.telephone),
    ip: part?.ip === undefined ? undefined : canonicalIpAddress(part.ip),
  };
}

function parseBirthDate(value: string | undefined, field: string, now: Date): string | undefined {
  if (value !== undefined && !isBirthDate(value, now)) throw new RequestRejected('V153', field);
  return value;
}
