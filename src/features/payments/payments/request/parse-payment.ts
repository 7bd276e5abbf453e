import type { BrowserData, Exemption } from '#shared/payments/authentication.ts';
import { isChargeable } from '#shared/currencies.ts';
import * as z from 'zod/mini';
import { findCountry } from '#shared/countries.ts';
import { isBirthDate } from '#shared/birth-date.ts';
import { parseAmount } from '#shared/money.ts';
import { addressHasCardNumber, maskCardNumbers } from '#shared/card-number.ts';
import { canonicalEmail } from '#shared/email-address.ts';
import { canonicalIpAddress } from '#shared/ip-address.ts';
import type { Result } from '#shared/result.ts';
import { isWalletToken } from '#shared/payments/wallet-token.ts';
import type { Wallet, WalletSource } from '#shared/payments/wallets.ts';
import { parseBrowser, parseExemption } from './parse-browser.ts';
import { type CardNumber, parseCard } from './parse-card.ts';
import { type SaleDetails, parseSaleDetails, rejectLongLines } from './parse-sale.ts';
import {
  type CommerceType,
  type RequestRefusal,
  parseCommerceType,
  parseRequest,
  parseSequence,
  reject,
  rejectAmount,
  parseReference,
  safeText,
} from './parse-request.ts';
import type { PaymentBody } from './request-schemas.ts';

export type Operation = 'payment' | 'payout' | 'verify';

/** Without a token it is the default card of the customer. */
export type PaymentSource =
  | { card: CardNumber }
  | { token: string | undefined; cv2?: string }
  | { wallet: WalletSource };

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

export interface Callback {
  url: string;
  format: 'REST_JSON' | 'REST_XML';
}

type CallbackName = 'preAuthCallback' | 'postAuthCallback' | 'transactionNotification' | 'expiryNotification';

/** Where a merchant receives callbacks and notifications of a transaction. */
export type Callbacks = Partial<Record<CallbackName, Callback>>;

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
  /** The card holder's. */
  browser?: BrowserData;
  /** The merchant requests no challenge, for this reason. */
  exemption?: Exemption;
  /** The merchant's own page, to which a challenge returns the browser. */
  returnUrl?: string;
  source: PaymentSource;
  /** Register the card for its customer: 'explicitly' when the request sets it for the card itself. */
  registers: false | 'as-customer' | 'explicitly';
  billingAddress: Address;
  customer: Customer;
  financialServices?: { dateOfBirth?: string; surname?: string; accountNumber?: string; postCode?: string };
  callbacks: Callbacks;
  /** Only what is stored: transient fields are left out. */
  customFields: { name: string; value: string }[];
  /** Order, account and recipient of the sale. */
  details: SaleDetails;
  locale?: string;
}

const channels = ['WEB', 'MOBILE', 'SMS', 'RETAIL', 'MOTO', 'IVR', 'OTHER', 'VIRTUAL_TERMINAL'];
const isIp = z.union([z.ipv4(), z.ipv6()]);

/**
 * A new payment, payout or verify, validated in the order of docs/domain.md#requests; the first invalid field is
 * rejected. Card numbers in free text are masked, references with one
 * rejected (docs/domain.md#card-data).
 */
export function parsePayment(
  body: PaymentBody,
  operation: Operation,
  now: Date,
): Result<PaymentRequest, RequestRefusal> {
  return parseRequest(() => {
    const { transaction, customer, financialServices } = body;
    const callbacks = parseCallbacks(body.callbacks);
    const { currency, amountMinor } = parseMoney(transaction, operation);
    return {
      operation,
      amountMinor,
      currency,
      merchantRef: parseReference(transaction?.merchantRef, 'transaction.merchantRef'),
      description: safeText(transaction?.description),
      commerceType: parseCommerceType(transaction?.commerceType),
      channel: parseChannel(transaction?.channel),
      deferred: transaction?.deferred ?? false,
      sequence: parseSequence(transaction),
      do3DSecure: transaction?.do3DSecure ?? false,
      browser: parseBrowser(body.threeDSecure?.browser),
      exemption: parseExemption(body.threeDSecure?.exemption),
      returnUrl: body.returnUrl,
      source: parseSource(body, operation, now),
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

type TransactionPart = NonNullable<PaymentBody['transaction']>;

function parseMoney(transaction: TransactionPart | undefined, operation: Operation) {
  const currency = transaction?.currency ?? '';
  // Verify moves no money: its amount may be absent or zero.
  const isFree =
    operation === 'verify' &&
    (transaction?.amount === undefined || /^0(?:\.0+)?$/.test(`${transaction.amount}`));
  const parsed = parseAmount(isFree ? 1 : transaction?.amount, currency);
  if (!parsed.ok) return rejectAmount(parsed.code);
  if (!isChargeable(currency)) return rejectAmount('V127');
  return { currency, amountMinor: operation === 'verify' ? 0 : parsed.value };
}

function parseChannel(value: string | undefined): string {
  if (value === undefined) return 'WEB';
  if (!channels.includes(value)) reject('V100', 'transaction.channel', 'not_allowed');
  return value;
}

/** Each field has a name, and the block has at least one field. */
function parseCustomFields(customFields: PaymentBody['customFields']): PaymentRequest['customFields'] {
  if (!customFields) return [];
  const fields = customFields.fieldState ?? [];
  if (fields.length === 0) reject('V119', 'customFields.fieldState');
  return fields.flatMap(({ name, value = '', transient }, index) => {
    if (name === undefined) return reject('V118', `customFields.fieldState.${index}.name`);
    return transient ? [] : [{ name: maskCardNumbers(name), value: maskCardNumbers(value) }];
  });
}

type CustomerPart = PaymentBody['customer'];

function parseSource(
  { paymentMethod: method, customer, callbacks }: PaymentBody,
  operation: Operation,
  now: Date,
): PaymentSource {
  const { card, cardToken, paypal, applePay, googlePay } = method ?? {};
  const methods = [card, cardToken, paypal, applePay, googlePay].filter(
    (candidate) => candidate !== undefined,
  );
  const namesCustomer = customer?.id !== undefined || customer?.merchantRef !== undefined;
  if (methods.length === 0 && namesCustomer) return { token: undefined };
  if (methods.length !== 1) reject('V150', 'paymentMethod', methods.length === 0 ? 'missing' : 'not_allowed');
  if (method?.paypal) reject('A129', 'paymentMethod.paypal', 'not_allowed');
  if (method?.cardToken) {
    const { token, cv2 } = method.cardToken;
    if (token === undefined) return reject('V151', 'paymentMethod.cardToken.token');
    if (cv2 !== undefined && !/^[0-9]{3,4}$/.test(cv2)) reject('V306', 'paymentMethod.cardToken.cv2');
    return { token, cv2 };
  }
  if (!applePay && !googlePay) return { card: parseCard(card, now) };
  if (operation === 'payout') reject('V104', `paymentMethod.${applePay ? 'applePay' : 'googlePay'}`);
  // The token is not stored, so a payment that its merchant suspends could not continue.
  if (callbacks?.preAuthCallback?.url !== undefined)
    reject('V104', 'callbacks.preAuthCallback', 'not_allowed');
  return applePay
    ? parseWallet('APPLE-PAY', applePay.token, 'paymentMethod.applePay.token')
    : parseWallet('GOOGLE-PAY', googlePay?.token, 'paymentMethod.googlePay.token');
}

/** The form is checked here; whether it can be decrypted, only its processor can see. */
function parseWallet(kind: Wallet, token: string | undefined, field: string): PaymentSource {
  if (token === undefined) return reject('V100', field, 'missing');
  if (!isWalletToken(kind, token)) reject('V100', field);
  return { wallet: { kind, token } };
}

/** Registers a registered customer's card unless the request declines it, and never a guest's. */
function registersCard(
  method: PaymentBody['paymentMethod'],
  customer: CustomerPart,
): PaymentRequest['registers'] {
  const isWallet = method?.applePay !== undefined || method?.googlePay !== undefined;
  // The vault keeps cards: a wallet is asked again each time.
  if (isWallet && method.registered === true) reject('V100', 'paymentMethod.registered', 'not_allowed');
  if (isWallet) return false;
  if (method?.registered !== true) {
    return customer?.registered && method?.registered !== false ? 'as-customer' : false;
  }
  if (!customer) return reject('V114', 'customer');
  if (!customer.registered) reject('V156', 'paymentMethod.registered');
  if (customer.id === undefined && customer.merchantRef === undefined) reject('V115', 'customer.merchantRef');
  return 'explicitly';
}

type AddressPart = NonNullable<NonNullable<PaymentBody['paymentMethod']>['billingAddress']>;

function parseAddress({ paymentMethod, customer }: PaymentBody): Address {
  const isOwn = paymentMethod?.billingAddress !== undefined;
  const address: AddressPart | undefined = isOwn ? paymentMethod.billingAddress : customer?.billingAddress;
  if (!address) return {};
  const fieldPath = `${isOwn ? 'paymentMethod' : 'customer'}.billingAddress`;
  const { country, countryCode, ...lines } = address;
  const safeLines = Object.fromEntries(Object.entries(lines).map(([name, value]) => [name, safeText(value)]));
  parsePostcode(address.postcode, `${fieldPath}.postcode`);
  rejectLongLines(address, fieldPath);
  // Some clients put the code into the field for the name.
  const foundCountry = findCountry(countryCode ?? country ?? '');
  if (countryCode !== undefined && !foundCountry) reject('V155', `${fieldPath}.countryCode`);
  return { ...safeLines, countryCode: foundCountry?.alpha3 };
}

/** Letters of any script, digits, spaces and hyphens (docs/domain.md#validation-patterns). */
function parsePostcode(value: string | undefined, field: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N} -]*$/u.test(value ?? '')) reject('V124', field);
  return safeText(value);
}

function parseCustomer(customer: PaymentBody['customer'], now: Date): Customer {
  if (customer?.id !== undefined && customer.merchantRef !== undefined)
    reject('V116', 'customer.merchantRef');
  if (customer?.ip !== undefined && !z.safeParse(isIp, customer.ip).success) reject('V100', 'customer.ip');
  return {
    id: safeText(customer?.id),
    merchantRef: parseReference(customer?.merchantRef, 'customer.merchantRef'),
    displayName: safeText(customer?.displayName),
    registered: customer?.registered ?? false,
    // One spelling, so that a search finds it (docs/decisions/0055).
    email: customer?.email === undefined ? undefined : canonicalEmail(safeText(customer.email) ?? ''),
    dateOfBirth: parseBirthDate(customer?.dateOfBirth, 'customer.dateOfBirth', now),
    telephone: safeText(customer?.telephone),
    ip: customer?.ip === undefined ? undefined : canonicalIpAddress(customer.ip),
  };
}

function parseBirthDate(value: string | undefined, field: string, now: Date): string | undefined {
  if (value !== undefined && !isBirthDate(value, now)) reject('V153', field);
  return value;
}

/** V125 for anything but a web address, and for an address with a user name, a password or a card number. */
function parseCallbacks(callbacks: PaymentBody['callbacks']): Callbacks {
  const parsed: Callbacks = {};
  for (const [name, callback] of Object.entries(callbacks ?? {}) as [
    CallbackName,
    { url?: string; format?: string },
  ][]) {
    if (callback?.url === undefined) continue;
    const { url, format = 'REST_JSON' } = callback;
    if (!isWebAddress(url)) reject('V125', `callbacks.${name}.url`);
    if (format !== 'REST_JSON' && format !== 'REST_XML')
      return reject('V100', `callbacks.${name}.format`, 'not_allowed');
    parsed[name] = { url, format };
  }
  return parsed;
}

function isWebAddress(text: string): boolean {
  const isAddress = /^https?:\/\/[^\s/@]+(?:\/|\?|#|$)/.test(text) && z.safeParse(z.url(), text).success;
  return isAddress && !addressHasCardNumber(text);
}
