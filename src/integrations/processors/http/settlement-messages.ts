import * as z from 'zod/mini';
import { settlementKinds } from '../settlements.ts';

// The messages of settlement reports in the adapter protocol (docs/processors.md#adapter-protocol).

const text = (min: number, max: number) =>
  z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'control characters'),
  );
/** In minor units, positive towards the merchant. */
const signedMinor = z.int().check(z.minimum(-999_999_999_999_999), z.maximum(999_999_999_999_999));
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const day = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/));
/** Opaque; what comes after it. */
const cursor = text(1, 100);

/** The name of a report, in paths too. */
export const reportName = z.string().check(z.regex(/^[\w.-]{1,100}$/));

/** Of an event of a report, or of its payment to the bank. */
export const reportReady = { kind: z.literal('report-ready'), reference: reportName };
export const bankPayout = {
  kind: z.literal('bank-payout'),
  reference: reportName,
  amountMinor: signedMinor,
  currency,
  paidOn: day,
};

/** GET /v1/settlements?after={cursor} */
export const reportsReply = z.strictObject({
  kind: z.literal('reports'),
  reports: z.array(reportName).check(z.maxLength(100)),
  /** Missing while there are no more. */
  cursor: z.optional(cursor),
});

const line = z.strictObject({
  batch: text(1, 60),
  kind: z.enum(settlementKinds),
  type: text(1, 60),
  at: z.iso.datetime(),
  /** Of the operation, and of the payment that it belongs to. */
  reference: z.optional(text(1, 40)),
  paymentReference: z.optional(text(1, 40)),
  gatewayReferences: z.array(text(1, 100)).check(z.maxLength(4)),
  grossMinor: signedMinor,
  grossCurrency: currency,
  netMinor: signedMinor,
  netCurrency: currency,
  exchangeRate: z.optional(z.string().check(z.regex(/^\d{1,12}(\.\d{1,12})?$/))),
  /** In the net currency. Where nothing is exchanged, gross less fees is net. */
  fees: z.strictObject({
    commissionMinor: signedMinor,
    markupMinor: signedMinor,
    schemeFeesMinor: signedMinor,
    interchangeMinor: signedMinor,
  }),
  /** Of a BANK_PAYOUT. */
  paidOn: z.optional(day),
});

/** GET /v1/settlements/{report}?after={cursor} */
export const linesReply = z.strictObject({
  kind: z.literal('lines'),
  report: reportName,
  lines: z.array(line).check(z.maxLength(1000)),
  /** Missing on the last page. */
  cursor: z.optional(cursor),
});
