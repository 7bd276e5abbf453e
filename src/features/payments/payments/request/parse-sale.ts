import { isCalendarDay } from '#shared/calendar-day.ts';
import { readInstant } from '#shared/instant.ts';
import { findCountry } from '#shared/countries.ts';
import { formatMinor, parseAmount } from '#shared/money.ts';
import { parseReference, reject, safeText } from './parse-request.ts';
import type { PaymentBody } from './request-schemas.ts';

/** The sale of a request, validated: stored under these names (docs/decisions/0019). */
export interface SaleDetails {
  strongCustomerAuthentication?: SaleData;
  orderDetails?: { lineItems?: LineItem[]; shippingAddress?: SaleData };
  accountFunding?: { accountFundingRecipientDetails: SaleData };
  payoutRecipientData?: SaleData;
  networkTokenDetails?: SaleData;
  basketReference?: string;
}

interface LineItem {
  name: string;
  /** Decimal text in the transaction's currency. */
  itemAmount?: string;
  quantity?: number;
  totalAmount?: string;
}

interface SaleData {
  [name: string]: string | number | boolean | undefined | SaleData;
}

const periods = ['GUEST', 'THIS_TRANSACTION', 'LESS_THAN_30_DAYS', '30_TO_60_DAYS', 'MORE_THAN_60_DAYS'];

/** Closed lists of docs/domain.md#sale-details; a value that is not in them is V100. */
const choices: Record<string, readonly string[]> = {
  transactionType: [
    'GOODS_OR_SERVICES',
    'CHECK_ACCEPTANCE',
    'ACCOUNT_FUNDING',
    'QUASI_CASH',
    'PREPAID_ACTIVATION',
  ],
  challengeRequested: [
    'NO_PREFERENCE',
    'NO_CHALLENGE_REQUESTED',
    'CHALLENGE_REQUESTED',
    'CHALLENGE_MANDATED',
  ],
  deliveryTimeframe: ['ELECTRONIC', 'SAME_DAY', 'OVERNIGHT', 'TWO_DAYS_OR_MORE'],
  shippingTo: [
    'BILLING_ADDRESS',
    'VERIFIED_ADDRESS',
    'OTHER_ADDRESS',
    'SHIP_TO_STORE',
    'DIGITAL',
    'TRAVEL_EVENT',
    'OTHER',
  ],
  method: ['GUEST', 'OWN_CREDENTIALS', 'FEDERATED_ID', 'ISSUER_CREDENTIALS', 'THIRD_PARTY', 'FIDO'],
  priorMethod: ['FRICTIONLESS', 'CHALLENGE', 'AVS_VERIFIED', 'OTHER'],
  usage: ['USED', 'RENEWED'],
  accountOpenedPeriod: periods,
  accountLastChangedPeriod: periods,
  passwordLastChangedPeriod: periods,
  accountRegisteredPeriod: periods,
  shippingAddressFirstUsePeriod: periods,
};

/** Validates the parts of the body that describe the sale. */
export function parseSaleDetails(body: PaymentBody, currency: string, operation: string): SaleDetails {
  const { strongCustomerAuthentication, orderDetails, accountFunding, payoutRecipientData } = body;
  const funding = accountFunding?.accountFundingRecipientDetails;
  const isPayout = operation === 'payout';
  return withoutEmpty({
    strongCustomerAuthentication:
      strongCustomerAuthentication && parseAuthentication(strongCustomerAuthentication),
    orderDetails: orderDetails && {
      lineItems: orderDetails.lineItems?.map((line, index) =>
        parseLineItem(line, currency, `orderDetails.lineItems.${index}`),
      ),
      shippingAddress:
        orderDetails.shippingAddress &&
        parseShipping(orderDetails.shippingAddress, 'orderDetails.shippingAddress'),
    },
    accountFunding: !isPayout &&
      funding && {
        accountFundingRecipientDetails: parseRecipient(
          funding,
          'accountFunding.accountFundingRecipientDetails',
        ),
      },
    payoutRecipientData:
      isPayout && payoutRecipientData && parseRecipient(payoutRecipientData, 'payoutRecipientData'),
    networkTokenDetails:
      body.paymentMethod?.networkTokenDetails && parseNetworkToken(body.paymentMethod.networkTokenDetails),
    basketReference: parseReference(body.transaction?.basketReference, 'transaction.basketReference'),
  }) as SaleDetails;
}

type BodyPart<N extends keyof PaymentBody> = NonNullable<PaymentBody[N]>;

function parseAuthentication(authentication: BodyPart<'strongCustomerAuthentication'>): SaleData {
  const { merchantRisk, accountInfo, authenticationInfo, priorAuthenticationInfo, ...topLevel } =
    authentication;
  const giftCard = merchantRisk?.giftCardPurchase;
  const prior = priorAuthenticationInfo;
  const fieldPath = 'strongCustomerAuthentication';
  return {
    ...parseFlat(topLevel, fieldPath),
    merchantRisk: merchantRisk && {
      ...parseFlat({ ...merchantRisk, giftCardPurchase: undefined }, `${fieldPath}.merchantRisk`),
      giftCardPurchase: giftCard && {
        count: giftCard.count,
        currency: giftCard.currency,
        amount:
          giftCard.amount === undefined
            ? undefined
            : parseSaleAmount(
                giftCard.amount,
                giftCard.currency ?? '',
                `${fieldPath}.merchantRisk.giftCardPurchase.amount`,
              ),
      },
    },
    accountInfo: accountInfo && parseFlat(accountInfo, `${fieldPath}.accountInfo`),
    authenticationInfo: authenticationInfo && {
      method: parseEnum('method', authenticationInfo.method, `${fieldPath}.authenticationInfo.method`),
      time: parseInstant(authenticationInfo.time, `${fieldPath}.authenticationInfo.time`),
    },
    priorAuthenticationInfo: prior && {
      method: parseEnum('priorMethod', prior.method, `${fieldPath}.priorAuthenticationInfo.method`),
      time: parseInstant(prior.time, `${fieldPath}.priorAuthenticationInfo.time`),
      reference: safeText(prior.reference),
    },
  };
}

function parseLineItem(
  line: NonNullable<BodyPart<'orderDetails'>['lineItems']>[number],
  currency: string,
  at: string,
): LineItem {
  if (line.name === undefined) return reject('V100', `${at}.name`, 'missing');
  return {
    name: safeText(line.name) ?? '',
    itemAmount:
      line.itemAmount === undefined
        ? undefined
        : parseSaleAmount(line.itemAmount, currency, `${at}.itemAmount`),
    quantity: line.quantity,
    totalAmount:
      line.totalAmount === undefined
        ? undefined
        : parseSaleAmount(line.totalAmount, currency, `${at}.totalAmount`),
  };
}

function parseShipping(
  address: NonNullable<BodyPart<'orderDetails'>['shippingAddress']>,
  at: string,
): SaleData {
  const { country, ...lines } = address;
  rejectLongLines(lines, at);
  const code = parseCountry(country?.countryCode, `${at}.country.countryCode`);
  return { ...parseFlat(lines, at), country: code === undefined ? undefined : { countryCode: code } };
}

function parseRecipient(recipient: BodyPart<'payoutRecipientData'>, at: string): SaleData {
  const { countryCode, dateOfBirth, ...lines } = recipient;
  rejectLongLines(lines, at);
  return {
    ...parseFlat(lines, at),
    dateOfBirth: parseDay(dateOfBirth, `${at}.dateOfBirth`),
    countryCode: parseCountry(countryCode, `${at}.countryCode`),
  };
}

function parseNetworkToken(details: NonNullable<BodyPart<'paymentMethod'>['networkTokenDetails']>): SaleData {
  const { expiryMonth, expiryYear } = details;
  const fieldPath = 'paymentMethod.networkTokenDetails';
  if (expiryMonth !== undefined && !/^(?:0?[1-9]|1[0-2])$/.test(expiryMonth))
    reject('V100', `${fieldPath}.expiryMonth`);
  if (expiryYear !== undefined && !/^(?:[0-9]{2}|[0-9]{4})$/.test(expiryYear))
    reject('V100', `${fieldPath}.expiryYear`);
  return parseFlat(details, fieldPath);
}

/** Flat names and values: masks card numbers in texts, validates closed lists and dates by the field's name. */
function parseFlat(fields: Readonly<Record<string, unknown>>, at: string): SaleData {
  const parsed: SaleData = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'number' || typeof value === 'boolean') parsed[name] = value;
    if (typeof value !== 'string') continue;
    const field = `${at}.${name}`;
    parsed[name] = name.endsWith('Date') ? parseDay(value, field) : parseEnum(name, value, field);
  }
  return parsed;
}

function parseEnum(name: string, value: string | undefined, field: string): string | undefined {
  if (value !== undefined && choices[name]?.includes(value) === false) reject('V100', field, 'not_allowed');
  return safeText(value);
}

/** yyyyMMdd, or with hyphens; stored as yyyy-MM-dd. */
function parseDay(value: string | undefined, field: string): string | undefined {
  if (value === undefined) return undefined;
  const match = /^([0-9]{4})-?([0-9]{2})-?([0-9]{2})$/.exec(value);
  const text = match?.slice(1).join('-');
  return isCalendarDay(text) ? text : reject('V153', field);
}

function parseInstant(value: string | undefined, field: string): string | undefined {
  if (value === undefined) return undefined;
  return (readInstant(value) ?? reject('V100', field)).toISOString();
}

/** A line item can be free, so zero is an amount here. */
function parseSaleAmount(value: number | string, currency: string, field: string): string {
  if (/^0+(?:\.0*)?$/.test(String(value))) return formatMinor(0, currency);
  const parsed = parseAmount(value, currency);
  if (!parsed.ok) return reject(parsed.code, field);
  return formatMinor(parsed.value, currency);
}

function parseCountry(code: string | undefined, field: string): string | undefined {
  if (code === undefined) return undefined;
  const found = findCountry(code);
  if (!found) return reject('V155', field);
  return found.alpha3;
}

/** V152: no line of an address is longer than 255 characters. */
export function rejectLongLines(lines: Readonly<Record<string, string | undefined>>, at: string): void {
  const [name] = Object.entries(lines).find(([, line]) => (line?.length ?? 0) > 255) ?? [];
  if (name) reject('V152', `${at}.${name}`);
}

/** Without absent parts. */
function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== false),
  );
}
