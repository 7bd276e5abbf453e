import { findCountry } from '#contract/countries.ts';
import { formatMinor, parseAmount } from '#contract/money.ts';
import { Refused } from './refused.ts';
import type { PaymentBody } from './request-schemas.ts';
import { safeText } from './safe-text.ts';

const periods = ['GUEST', 'THIS_TRANSACTION', 'LESS_THAN_30_DAYS', '30_TO_60_DAYS', 'MORE_THAN_60_DAYS'];

/** Closed lists of domain §1.9; a value that is not in them is V100. */
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
  strongCustomerAuthentication?: Kept;
  orderDetails?: { lineItems?: LineItem[]; shippingAddress?: Kept };
  accountFunding?: { accountFundingRecipientDetails: Kept };
  payoutRecipientData?: Kept;
  networkTokenDetails?: Kept;
  basketReference?: string;
}

export interface LineItem {
  name: string;
  /** Decimal text in the transaction's currency. */
  itemAmount?: string;
  quantity?: number;
  totalAmount?: string;
}

export type Kept = { [name: string]: string | number | boolean | undefined | Kept };

/** Judges the parts of the body that describe the sale; throws Refused with the code of the first fault. */
export function saleDetailsOf(body: PaymentBody, currency: string, operation: string): SaleDetails {
  const { strongCustomerAuthentication, orderDetails, accountFunding, payoutRecipientData } = body;
  const funding = accountFunding?.accountFundingRecipientDetails;
  const isPayout = operation === 'payout';
  return filled({
    strongCustomerAuthentication:
      strongCustomerAuthentication && authentication(strongCustomerAuthentication),
    orderDetails: orderDetails && {
      lineItems: orderDetails.lineItems?.map((line) => lineItem(line, currency)),
      shippingAddress: orderDetails.shippingAddress && shipping(orderDetails.shippingAddress),
    },
    accountFunding: !isPayout && funding && { accountFundingRecipientDetails: recipient(funding) },
    payoutRecipientData: isPayout && payoutRecipientData && recipient(payoutRecipientData),
    networkTokenDetails:
      body.paymentMethod?.networkTokenDetails && token(body.paymentMethod.networkTokenDetails),
    basketReference: safeText(body.transaction?.basketReference),
  }) as SaleDetails;
}

type Part<N extends keyof PaymentBody> = NonNullable<PaymentBody[N]>;

function authentication(part: Part<'strongCustomerAuthentication'>): Kept {
  const { merchantRisk, accountInfo, authenticationInfo, priorAuthenticationInfo, ...top } = part;
  const gift = merchantRisk?.giftCardPurchase;
  const prior = priorAuthenticationInfo;
  return {
    ...told(top),
    merchantRisk: merchantRisk && {
      ...told({ ...merchantRisk, giftCardPurchase: undefined }),
      giftCardPurchase: gift && {
        count: gift.count,
        currency: gift.currency,
        amount: gift.amount === undefined ? undefined : money(gift.amount, gift.currency ?? ''),
      },
    },
    accountInfo: accountInfo && told(accountInfo),
    authenticationInfo: authenticationInfo && {
      method: oneOf('method', authenticationInfo.method),
      time: instant(authenticationInfo.time),
    },
    priorAuthenticationInfo: prior && {
      method: oneOf('priorMethod', prior.method),
      time: instant(prior.time),
      reference: safeText(prior.reference),
    },
  };
}

function lineItem(line: NonNullable<Part<'orderDetails'>['lineItems']>[number], currency: string): LineItem {
  if (line.name === undefined) throw new Refused('V100');
  return {
    name: safeText(line.name) ?? '',
    itemAmount: line.itemAmount === undefined ? undefined : money(line.itemAmount, currency),
    quantity: line.quantity,
    totalAmount: line.totalAmount === undefined ? undefined : money(line.totalAmount, currency),
  };
}

function shipping({ country, ...lines }: NonNullable<Part<'orderDetails'>['shippingAddress']>): Kept {
  const code = countryOf(country?.countryCode);
  return { ...told(lines), country: code === undefined ? undefined : { countryCode: code } };
}

function recipient(part: Part<'payoutRecipientData'>): Kept {
  const { countryCode, dateOfBirth, ...lines } = part;
  return { ...told(lines), dateOfBirth: day(dateOfBirth), countryCode: countryOf(countryCode) };
}

function token(part: NonNullable<Part<'paymentMethod'>['networkTokenDetails']>): Kept {
  const { expiryMonth, expiryYear } = part;
  if (expiryMonth !== undefined && !/^(?:0?[1-9]|1[0-2])$/.test(expiryMonth)) throw new Refused('V100');
  if (expiryYear !== undefined && !/^(?:[0-9]{2}|[0-9]{4})$/.test(expiryYear)) throw new Refused('V100');
  return told(part);
}

/** Flat names and values: texts made safe, lists held to, dates and mail addresses judged by their names. */
function told(part: Readonly<Record<string, unknown>>): Kept {
  const kept: Kept = {};
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
    if (typeof value !== 'string') continue;
    kept[name] = name.endsWith('Date') ? day(value) : oneOf(name, value);
  }
  return kept;
}

function oneOf(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && choices[name]?.includes(value) === false) throw new Refused('V100');
  return safeText(value);
}

/** yyyyMMdd as the merchant API writes days, or with hyphens; kept as yyyy-MM-dd. */
function day(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const match = /^([0-9]{4})-?([0-9]{2})-?([0-9]{2})$/.exec(value);
  const text = match?.slice(1).join('-') ?? '';
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) throw new Refused('V153');
  return text;
}

function instant(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const at = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/.test(value) ? new Date(value) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) throw new Refused('V100');
  return at.toISOString();
}

/** What is given away costs nothing, so zero is an amount here. */
function money(value: number | string, currency: string): string {
  if (/^0+(?:\.0*)?$/.test(String(value))) return formatMinor(0, currency);
  const parsed = parseAmount(value, currency);
  if (!parsed.ok) throw new Refused(parsed.code);
  return formatMinor(parsed.minor, currency);
}

function countryOf(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const found = findCountry(code);
  if (!found) throw new Refused('V155');
  return found.alpha3;
}

/** Without the parts that were not told. */
function filled(parts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined && value !== false),
  );
}
