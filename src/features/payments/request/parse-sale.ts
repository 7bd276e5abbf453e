import { findCountry } from '#shared/countries.ts';
import { formatMinor, parseAmount } from '#shared/money.ts';
import { RequestRejected } from './request-rejected.ts';
import type { PaymentBody } from './request-schemas.ts';
import { safeText } from './safe-text.ts';

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

/** What a shop told of the sale, checked: kept in txn.detail under these names (docs/decisions/0019). */
export interface SaleDetails {
  strongCustomerAuthentication?: SaleData;
  orderDetails?: { lineItems?: LineItem[]; shippingAddress?: SaleData };
  accountFunding?: { accountFundingRecipientDetails: SaleData };
  payoutRecipientData?: SaleData;
  networkTokenDetails?: SaleData;
  basketReference?: string;
}

export interface LineItem {
  name: string;
  /** Decimal text in the transaction's currency. */
  itemAmount?: string;
  quantity?: number;
  totalAmount?: string;
}

export type SaleData = { [name: string]: string | number | boolean | undefined | SaleData };

/** Judges the parts of the body that describe the sale; throws Refused with the code of the first fault. */
export function parseSaleDetails(body: PaymentBody, currency: string, operation: string): SaleDetails {
  const { strongCustomerAuthentication, orderDetails, accountFunding, payoutRecipientData } = body;
  const funding = accountFunding?.accountFundingRecipientDetails;
  const isPayout = operation === 'payout';
  return withoutEmpty({
    strongCustomerAuthentication:
      strongCustomerAuthentication && authentication(strongCustomerAuthentication),
    orderDetails: orderDetails && {
      lineItems: orderDetails.lineItems?.map((line, index) =>
        lineItem(line, currency, `orderDetails.lineItems.${index}`),
      ),
      shippingAddress:
        orderDetails.shippingAddress &&
        parseShipping(orderDetails.shippingAddress, 'orderDetails.shippingAddress'),
    },
    accountFunding: !isPayout &&
      funding && {
        accountFundingRecipientDetails: recipient(funding, 'accountFunding.accountFundingRecipientDetails'),
      },
    payoutRecipientData:
      isPayout && payoutRecipientData && recipient(payoutRecipientData, 'payoutRecipientData'),
    networkTokenDetails:
      body.paymentMethod?.networkTokenDetails && token(body.paymentMethod.networkTokenDetails),
    basketReference: safeText(body.transaction?.basketReference),
  }) as SaleDetails;
}

type Part<N extends keyof PaymentBody> = NonNullable<PaymentBody[N]>;

function authentication(part: Part<'strongCustomerAuthentication'>): SaleData {
  const { merchantRisk, accountInfo, authenticationInfo, priorAuthenticationInfo, ...top } = part;
  const gift = merchantRisk?.giftCardPurchase;
  const prior = priorAuthenticationInfo;
  const at = 'strongCustomerAuthentication';
  return {
    ...told(top, at),
    merchantRisk: merchantRisk && {
      ...told({ ...merchantRisk, giftCardPurchase: undefined }, `${at}.merchantRisk`),
      giftCardPurchase: gift && {
        count: gift.count,
        currency: gift.currency,
        amount:
          gift.amount === undefined
            ? undefined
            : money(gift.amount, gift.currency ?? '', `${at}.merchantRisk.giftCardPurchase.amount`),
      },
    },
    accountInfo: accountInfo && told(accountInfo, `${at}.accountInfo`),
    authenticationInfo: authenticationInfo && {
      method: parseEnum('method', authenticationInfo.method, `${at}.authenticationInfo.method`),
      time: instant(authenticationInfo.time, `${at}.authenticationInfo.time`),
    },
    priorAuthenticationInfo: prior && {
      method: parseEnum('priorMethod', prior.method, `${at}.priorAuthenticationInfo.method`),
      time: instant(prior.time, `${at}.priorAuthenticationInfo.time`),
      reference: safeText(prior.reference),
    },
  };
}

function lineItem(
  line: NonNullable<Part<'orderDetails'>['lineItems']>[number],
  currency: string,
  at: string,
): LineItem {
  if (line.name === undefined) throw new RequestRejected('V100', `${at}.name`, 'missing');
  return {
    name: safeText(line.name) ?? '',
    itemAmount:
      line.itemAmount === undefined ? undefined : money(line.itemAmount, currency, `${at}.itemAmount`),
    quantity: line.quantity,
    totalAmount:
      line.totalAmount === undefined ? undefined : money(line.totalAmount, currency, `${at}.totalAmount`),
  };
}

function parseShipping(part: NonNullable<Part<'orderDetails'>['shippingAddress']>, at: string): SaleData {
  const { country, ...lines } = part;
  refuseLongLines(lines, at);
  const code = parseCountry(country?.countryCode, `${at}.country.countryCode`);
  return { ...told(lines, at), country: code === undefined ? undefined : { countryCode: code } };
}

function recipient(part: Part<'payoutRecipientData'>, at: string): SaleData {
  const { countryCode, dateOfBirth, ...lines } = part;
  refuseLongLines(lines, at);
  return {
    ...told(lines, at),
    dateOfBirth: day(dateOfBirth, `${at}.dateOfBirth`),
    countryCode: parseCountry(countryCode, `${at}.countryCode`),
  };
}

function token(part: NonNullable<Part<'paymentMethod'>['networkTokenDetails']>): SaleData {
  const { expiryMonth, expiryYear } = part;
  const at = 'paymentMethod.networkTokenDetails';
  if (expiryMonth !== undefined && !/^(?:0?[1-9]|1[0-2])$/.test(expiryMonth))
    throw new RequestRejected('V100', `${at}.expiryMonth`);
  if (expiryYear !== undefined && !/^(?:[0-9]{2}|[0-9]{4})$/.test(expiryYear))
    throw new RequestRejected('V100', `${at}.expiryYear`);
  return told(part, at);
}

/** Flat names and values: texts made safe, lists held to, dates and mail addresses judged by their names. */
function told(part: Readonly<Record<string, unknown>>, at: string): SaleData {
  const kept: SaleData = {};
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
    if (typeof value !== 'string') continue;
    const field = `${at}.${name}`;
    kept[name] = name.endsWith('Date') ? day(value, field) : parseEnum(name, value, field);
  }
  return kept;
}

function parseEnum(name: string, value: string | undefined, field: string): string | undefined {
  if (value !== undefined && choices[name]?.includes(value) === false)
    throw new RequestRejected('V100', field, 'not_allowed');
  return safeText(value);
}

/** yyyyMMdd as the merchant API writes days, or with hyphens; kept as yyyy-MM-dd. */
function day(value: string | undefined, field: string): string | undefined {
  if (value === undefined) return undefined;
  const match = /^([0-9]{4})-?([0-9]{2})-?([0-9]{2})$/.exec(value);
  const text = match?.slice(1).join('-') ?? '';
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new RequestRejected('V153', field);
  return text;
}

function instant(value: string | undefined, field: string): string | undefined {
  if (value === undefined) return undefined;
  const at = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/.test(value) ? new Date(value) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) throw new RequestRejected('V100', field);
  return at.toISOString();
}

/** What is given away costs nothing, so zero is an amount here. */
function money(value: number | string, currency: string, field: string): string {
  if (/^0+(?:\.0*)?$/.test(String(value))) return formatMinor(0, currency);
  const parsed = parseAmount(value, currency);
  if (!parsed.ok) throw new RequestRejected(parsed.code, field);
  return formatMinor(parsed.minor, currency);
}

function parseCountry(code: string | undefined, field: string): string | undefined {
  if (code === undefined) return undefined;
  const found = findCountry(code);
  if (!found) throw new RequestRejected('V155', field);
  return found.alpha3;
}

/** V152: no line of an address is longer than 255 characters. */
export function refuseLongLines(lines: Readonly<Record<string, string | undefined>>, at: string): void {
  const [name] = Object.entries(lines).find(([, line]) => (line?.length ?? 0) > 255) ?? [];
  if (name) throw new RequestRejected('V152', `${at}.${name}`);
}

/** Without the parts that were not told. */
function withoutEmpty(parts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined && value !== false),
  );
}
