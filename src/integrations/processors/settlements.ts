// The settlement part of the port (docs/processors.md#settlement): a processor's reports of settled transactions and bank payouts.

/** The settlement part of a connection. Never throws on a network failure: the result has it. */
export interface Settlements {
  /**
   * Reports that the processor does not announce by an event, in order. `after` is the cursor of the last call; without a new
   * cursor there are no more for now.
   */
  list?(after: string | undefined): Promise<ListedReports | Unavailable>;
  /** The lines of a report, in the same order in every call. Without `end` at the end the report is incomplete. */
  read(report: SettlementReportRef): AsyncIterable<SettlementPart>;
}

export interface SettlementReportRef {
  /** The processor's name of the report, unique on the connection. */
  name: string;
  /** Where the processor announced it. Not every processor signs this: the adapter checks it. */
  address?: string;
}

interface ListedReports {
  kind: 'listed';
  reports: SettlementReportRef[];
  cursor?: string;
}

interface Unavailable {
  kind: 'unavailable';
  why: 'connection' | 'credentials' | 'busy' | 'unreadable';
}

export type SettlementPart =
  | { kind: 'lines'; lines: SettlementLine[] }
  /** SHA-256 of the whole report, 64 hexadecimal digits. */
  | { kind: 'end'; sha256: string }
  /** The report is wrong, and a repetition would be too. */
  | { kind: 'refused'; refusal: ReportRefusal }
  /** Another attempt may succeed. */
  | Unavailable;

export interface ReportRefusal {
  code: ReportRefusalCode;
  /** The first line of a file is 1. */
  line?: number;
  column?: string;
}

type ReportRefusalCode =
  /** The announced address is not the processor's. */
  | 'ADDRESS'
  /** There is no such report. */
  | 'NOT_FOUND'
  /** The file ends in the middle of a line. */
  | 'CUT_OFF'
  /** A line has more or fewer cells than there are columns. */
  | 'CELLS'
  /** A column that the processor does not document. */
  | 'UNKNOWN_COLUMN'
  | 'MISSING_COLUMN'
  | 'COLUMN_TWICE'
  /** The cell has no value of the column's kind, such as a formula in the place of an amount. */
  | 'VALUE'
  /** Both the debit and the credit column have an amount. */
  | 'BOTH_SIDES'
  /** Gross less fees is not net: columns were exchanged. */
  | 'SUM'
  /** Quotes that do not end, or text after them. */
  | 'QUOTES'
  | 'EMPTY';

export const settlementKinds = [
  'PAYMENT',
  'REFUND',
  'REFUND_REVERSAL',
  'CHARGEBACK',
  'CHARGEBACK_REVERSAL',
  /** Money paid to a card. */
  'CARD_PAYOUT',
  /** A fee that belongs to no payment. */
  'FEE',
  /** A payment to the merchant's bank: a debit of the balance. */
  'BANK_PAYOUT',
  'OTHER',
] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/** One movement of the merchant's balance. Money is in our minor units, positive towards the merchant. */
export interface SettlementLine {
  /** Lines of a batch are paid out together. */
  batch: string;
  kind: SettlementKind;
  /** The processor's word. */
  type: string;
  /** When it was booked; ISO 8601. */
  at: string;
  /** Our id of the operation itself. */
  reference?: string;
  /** Our id of the payment that it belongs to. */
  paymentReference?: string;
  /** The processor's ids, of the operation first. */
  gatewayReferences: readonly string[];
  grossMinor: number;
  grossCurrency: string;
  netMinor: number;
  netCurrency: string;
  /** Of gross to net, where they differ in currency. */
  exchangeRate?: string;
  /** In the net currency; negative where the processor returned fees. */
  fees: SettlementFees;
  /** The day on which a bank payout is paid; yyyy-MM-dd. */
  paidOn?: string;
  /** The line as it came. */
  asRead: string;
}

export interface SettlementFees {
  commissionMinor: number;
  markupMinor: number;
  schemeFeesMinor: number;
  interchangeMinor: number;
}

export const noFees: SettlementFees = {
  commissionMinor: 0,
  markupMinor: 0,
  schemeFeesMinor: 0,
  interchangeMinor: 0,
};

export const sumFees = (fees: SettlementFees): number =>
  fees.commissionMinor + fees.markupMinor + fees.schemeFeesMinor + fees.interchangeMinor;
