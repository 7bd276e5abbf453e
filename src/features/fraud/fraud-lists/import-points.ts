import type { FraudFieldId } from '#features/record/fraud-fields/field-catalogue.ts';
import { isWallet } from '#shared/payments/wallets.ts';
import { cardField } from './list-item-rules.ts';

/** The values that "Add to lists" reads of a transaction (docs/domain.md#add-to-lists). */
export interface ImportedTransaction {
  transactionId: string;
  type: string;
  currencyCode: string;
  salesChannel: string;
  commerceType: string;
  paymentClass: string;
  paymentProduct: string | null;
  acquirerName: string | null;
  cardCorrelationId: string | null;
  maskedPan: string | null;
  cardScheme: string | null;
  cardUsageType: string | null;
  issuerCountry: string | null;
  customerEmailAddress: string | null;
  customerPhoneNumber: string | null;
  customerAddressCountry: string | null;
  billingAddress: Readonly<Record<string, string | null>> | null;
  ipAddress: string | null;
  ipCountry: string | null;
  orderDetails?:
    | {
        shippingAddress?: { country?: { countryCode?: string | null } | null } | null;
      }
    | null
    | undefined;
}

/** A value of a transaction that lists of its field can hold. */
export interface DataPoint {
  dataField: string;
  value: string;
  /** A card is shown by its masked number. */
  displayValue: string;
}

/** The values of a transaction, by field. Fields without a value and custom fields are left out. */
export function listDataPoints(transaction: ImportedTransaction): DataPoint[] {
  const values: Partial<Record<FraudFieldId, string | null | undefined>> = {
    cardCorrelationId: transaction.cardCorrelationId,
    customerEmail: transaction.customerEmailAddress,
    customerIpAddress: transaction.ipAddress,
    customerTelephone: transaction.customerPhoneNumber,
    billingPostcode: transaction.billingAddress?.postcode,
    normalisedAddress: formatAddress(transaction),
    cardBin: /^\d{6}/.exec(transaction.maskedPan ?? '')?.[0],
    cardScheme: transaction.cardScheme,
    cardBrand: isWallet(transaction.paymentProduct) ? null : transaction.paymentProduct,
    cardUsageType: transaction.cardUsageType,
    cardIssuerCountryCode: transaction.issuerCountry,
    billingCountryCode: transaction.customerAddressCountry,
    countryCode: transaction.customerAddressCountry,
    shippingCountryCode: transaction.orderDetails?.shippingAddress?.country?.countryCode,
    ipCountryCode: transaction.ipCountry,
    currencyCode: transaction.currencyCode,
    channel: transaction.salesChannel,
    commerceType: transaction.commerceType,
    acquirer: transaction.acquirerName,
    transactionType: transaction.type,
    paymentClass: transaction.paymentClass,
  };
  return Object.entries(values).flatMap(([dataField, value]) => {
    if (value == null || value.trim() === '') return [];
    const displayValue = dataField === cardField ? (transaction.maskedPan ?? '') : value;
    return [{ dataField, value, displayValue }];
  });
}

/** Lines, city, post code and country in one line, as addresses are compared (docs/domain.md#fraud-fields). */
function formatAddress({ billingAddress, customerAddressCountry }: ImportedTransaction): string | undefined {
  if (billingAddress === null) return undefined;
  const { line1, line2, line3, line4, city, postcode } = billingAddress;
  const parts = [line1, line2, line3, line4, city, postcode, customerAddressCountry];
  return line1 ? parts.filter(Boolean).join(', ') : undefined;
}
