import { formatMinor } from '#shared/money.ts';
import { isWallet } from '#shared/payments/wallets.ts';
import type { TxnRow } from '#database/schema.ts';
import { parseCustomFieldId } from '#features/record/fraud-fields/field-catalogue.ts';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import { lookUpIpAddress } from '#integrations/place-of-address.ts';
import type { FraudFacts } from '../facts.ts';
import { findCountry } from '#shared/countries.ts';

export interface Address {
  line1?: string;
  line2?: string;
  line3?: string;
  line4?: string;
  city?: string;
  postcode?: string;
  countryCode?: string;
}

/** The fields of a transaction, stored or not, that facts read. */
export type EvaluatedTransaction = Pick<TxnRow, 'txnType' | 'requestedMinor' | 'ccyCode'> &
  Partial<
    Pick<
      TxnRow,
      | 'salesChannel'
      | 'commerceType'
      | 'acquirer'
      | 'paymentProduct'
      | 'cardCorrelationId'
      | 'maskedPan'
      | 'cardScheme'
      | 'cardUsage'
      | 'cardIssuer'
      | 'cardHolderName'
      | 'issuerCountry'
      | 'customerRef'
      | 'customerName'
      | 'customerEmail'
      | 'customerPhone'
      | 'customerCountry'
      | 'ipAddress'
      | 'ipCountry'
      | 'fgScore'
    >
  > & {
    detail: {
      /** The merchant asked for an authorisation or a payout to be completed. */
      deferred?: boolean;
      /** A rule has deferred the transaction. */
      deferral?: object;
      billingAddress?: Address;
      orderDetails?: { shippingAddress?: Record<string, unknown> };
      payoutRecipientData?: Record<string, unknown>;
      accountFunding?: { accountFundingRecipientDetails?: Record<string, unknown> };
      customFields?: readonly { name: string; value: string }[] | undefined;
    };
  };

/** A custom field that rules can evaluate, by the merchant's name for it. */
export type CustomFieldIds = ReadonlyMap<string, string>;

/**
 * The facts of a payment (docs/domain.md#fraud-fields). `dateOfBirth` is the customer's, yyyyMMdd. Open-proxy risk, the
 * distance of the IP address, its attributes and alternative payment methods have no source yet and are missing.
 */
export function buildFacts(
  txn: EvaluatedTransaction,
  { now, dateOfBirth, customFields }: { now: Date; dateOfBirth: string | null; customFields: CustomFieldIds },
): FraudFacts {
  const { detail } = txn;
  const billing = detail.billingAddress ?? {};
  const shipping = readShippingAddress(detail.orderDetails?.shippingAddress);
  const location = lookUpIpAddress(txn.ipAddress);
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(dateOfBirth ?? '');
  const fields = {
    transactionAmount: Number(formatMinor(Math.abs(txn.requestedMinor), txn.ccyCode)),
    currencyCode: txn.ccyCode,
    channel: txn.salesChannel,
    commerceType: txn.commerceType,
    acquirer: txn.acquirer,
    transactionTime: now.getTime(),
    transactionType: evaluatedType(txn),
    paymentClass: 'CARD',
    paymentSource: isWallet(txn.paymentProduct) ? txn.paymentProduct : 'CARD',
    fraudGuardScore: txn.fgScore,
    cardCorrelationId: txn.cardCorrelationId,
    paymentAccountCorrelationId: txn.cardCorrelationId,
    // The number of a wallet's card is its device's.
    cardBin: txn.maskedPan?.startsWith('*') ? undefined : txn.maskedPan?.slice(0, 6),
    cardScheme: txn.cardScheme,
    cardBrand: isWallet(txn.paymentProduct) ? undefined : txn.paymentProduct,
    cardUsageType: txn.cardUsage,
    cardCategory: txn.cardUsage,
    cardIssuerName: txn.cardIssuer,
    cardIssuerCountryCode: txn.issuerCountry,
    cardHolderName: txn.cardHolderName,
    customerName: txn.customerName,
    accountHolderName: readAccountHolder(detail),
    customerEmail: txn.customerEmail,
    customerTelephone: txn.customerPhone,
    customerDateOfBirth: day && `${day[1]}-${day[2]}-${day[3]}`,
    merchantCustomerRef: txn.customerRef,
    countryCode: txn.customerCountry,
    normalisedAddress: joinAddress(billing),
    billingPostcode: billing.postcode,
    billingCity: billing.city,
    billingCountryCode: findCountry(billing.countryCode ?? '')?.alpha3,
    shippingAddress: joinAddress(shipping),
    shippingPostcode: shipping.postcode,
    shippingCity: shipping.city,
    shippingCountryCode: findCountry(shipping.countryCode ?? '')?.alpha3,
    customerIpAddress: txn.ipAddress,
    ipCountryCode: txn.ipCountry,
    ipCity: location?.city,
  };
  const values: Record<string, string | number | null> = {};
  for (const [field, value] of Object.entries(fields)) values[field] = toFactValue(field, value);
  for (const { name, value } of detail.customFields ?? []) {
    const id = customFields.get(name);
    if (id !== undefined) values[id] = toCustomValue(id, value);
  }
  return { now: now.getTime(), values };
}

const normalised = new Set([
  'customerTelephone',
  'normalisedAddress',
  'billingPostcode',
  'shippingAddress',
  'shippingPostcode',
  'customerIpAddress',
]);

function toFactValue(field: string, value: string | number | null | undefined): string | number | null {
  if (typeof value !== 'string') return value ?? null;
  return normalised.has(field) ? matchValue(field, value) : value.normalize('NFC').trim() || null;
}

function toCustomValue(id: string, value: string): string | number | null {
  const text = value.normalize('NFC').trim();
  if (text === '') return null;
  switch (parseCustomFieldId(id)?.dataType) {
    case 'integer':
    case 'tinyInteger':
    case 'float':
      return Number(text);
    case 'dateTime':
      return Date.parse(text);
    default:
      return text;
  }
}

/** Lines, city, post code and country in one text; null without any. */
export function joinAddress(address: Address): string | null {
  const { line1, line2, line3, line4, city, postcode, countryCode } = address;
  const parts = [line1, line2, line3, line4, city, postcode].filter(Boolean);
  return parts.length === 0 ? null : [...parts, countryCode ?? ''].join(' ');
}

function readShippingAddress(shipping: Record<string, unknown> | undefined): Address {
  if (!shipping) return {};
  const text = (name: string) => (typeof shipping[name] === 'string' ? shipping[name] : undefined);
  const country = shipping.country as { countryCode?: string } | undefined;
  return {
    line1: text('line1'),
    line2: text('line2'),
    line3: text('line3'),
    line4: text('line4'),
    city: text('city'),
    postcode: text('postcode'),
    countryCode: text('countryCode') ?? country?.countryCode,
  };
}

/** A Defer changes a payment into an authorisation, after rules have read its type. `fieldSql` forms the same. */
function evaluatedType({ txnType, detail }: EvaluatedTransaction): string {
  if (detail.deferral === undefined || detail.deferred) return txnType;
  if (txnType === 'PREAUTH') return 'PAYMENT';
  return txnType === 'PAYOUT_INITIALIZE' ? 'PAYOUT' : txnType;
}

/** The recipient of a payout or of account funding. */
function readAccountHolder(detail: EvaluatedTransaction['detail']): string | null {
  const recipient = detail.payoutRecipientData ?? detail.accountFunding?.accountFundingRecipientDetails;
  const names = [recipient?.givenName, recipient?.surname].filter((part) => typeof part === 'string');
  return names.length === 0 ? null : names.join(' ');
}
