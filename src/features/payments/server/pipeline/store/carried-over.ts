import type { TxnRow } from '#database/schema.ts';
import type { TransactionRecord } from './payment-store.ts';

/** A follow-up speaks of the same sale: it carries over who bought, with which card, where. */
export const carriedOver = [
  'merchantName',
  'salesChannel',
  'acquirer',
  'route',
  'customerId',
  'customerRef',
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerCountry',
  'ipAddress',
  'ipCountry',
  'cardToken',
  'cardCorrelationId',
  'maskedPan',
  'lastFour',
  'cardExpiry',
  'cardScheme',
  'paymentProduct',
  'cardUsage',
  'cardIssuer',
  'cardHolderName',
  'issuerCountry',
] as const satisfies readonly (keyof TxnRow)[];

export function carryOver(original: TransactionRecord): Pick<TxnRow, (typeof carriedOver)[number]> {
  return Object.fromEntries(carriedOver.map((name) => [name, original[name]])) as Pick<
    TxnRow,
    (typeof carriedOver)[number]
  >;
}
