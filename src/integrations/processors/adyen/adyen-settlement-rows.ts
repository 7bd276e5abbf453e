import { zonedMoment } from '#shared/zoned-day.ts';
import type { LineRounding } from '../line-rounding.ts';
import { type CsvRow, WrongCsv } from '../read-csv-lines.ts';
import { type SettlementKind, type SettlementLine, sumFees } from '../settlements.ts';
import { adyenCurrencies } from './adyen-operations.ts';

const required = [
  'Psp Reference',
  'Merchant Reference',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Modification Merchant Reference',
  'Batch Number',
] as const;
type Column = (typeof required)[number];

/** Documented, and not needed here. */
const ignored = new Set([
  'Company Account',
  'Merchant Account',
  'Payment Method',
  'Payment Method Variant',
  'Advanced (NC)',
  'Advancement Code',
  'Advancement Batch',
  'Acquirer',
  'Booking Date',
  'Booking Date TimeZone',
  'Booking Type',
  'Split Settlement',
  'Split Payment Data',
  'Funds Destination',
  'Balance Platform Debit',
  'Balance Platform Credit',
  'Payment Fees (NC)',
  'Store',
  'Store Id',
  'Terminal ID',
  'Shopper Interaction',
  ...Array.from({ length: 10 }, (_, index) => `Reserved${index + 1}`),
]);

interface Columns {
  count: number;
  at: Readonly<Record<Column, number>>;
}

/** Finds columns by name. Throws for one that Adyen does not document: it may contain money. */
export function readSettlementColumns(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim());
  names.forEach((column, index) => {
    if (names.indexOf(column) !== index)
      throw new WrongCsv({ code: 'COLUMN_TWICE', line: 1, column: column.slice(0, 60) });
    if (!(required as readonly string[]).includes(column) && !ignored.has(column))
      throw new WrongCsv({ code: 'UNKNOWN_COLUMN', line: 1, column: column.slice(0, 60) });
  });
  const at = Object.fromEntries(required.map((column) => [column, names.indexOf(column)]));
  const missing = required.find((column) => at[column] === -1);
  if (missing) throw new WrongCsv({ code: 'MISSING_COLUMN', line: 1, column: missing });
  return { count: names.length, at: at as Columns['at'] };
}

/** By Type; the direction comes from the debit and credit columns, never from here. */
const kinds: Readonly<Record<string, SettlementKind>> = {
  Settled: 'PAYMENT',
  SettledInInstallments: 'PAYMENT',
  SettledExternallyWithInfo: 'PAYMENT',
  SettledReversed: 'PAYMENT',
  Refunded: 'REFUND',
  RefundedInInstallments: 'REFUND',
  RefundedExternallyWithInfo: 'REFUND',
  RefundedReversed: 'REFUND_REVERSAL',
  Chargeback: 'CHARGEBACK',
  SecondChargeback: 'CHARGEBACK',
  ChargebackExternallyWithInfo: 'CHARGEBACK',
  ChargebackReversed: 'CHARGEBACK_REVERSAL',
  ChargebackReversedExternallyWithInfo: 'CHARGEBACK_REVERSAL',
  PaidOut: 'CARD_PAYOUT',
  PaidOutReversed: 'CARD_PAYOUT',
  Fee: 'FEE',
  MiscCosts: 'FEE',
  PaymentCost: 'FEE',
  InvoiceDeduction: 'FEE',
  MerchantPayout: 'BANK_PAYOUT',
};

/** `line`: its number in the file; `rounding`: of the file. Throws WrongCsv with the column. */
export function readSettlementRow(
  { count, at }: Columns,
  { cells, text }: CsvRow,
  line: number,
  rounding: LineRounding,
): SettlementLine {
  if (cells.length !== count) throw new WrongCsv({ code: 'CELLS', line });
  const cell = (column: Column): string => cells[at[column]]?.trim() ?? '';
  const wrong = (column: Column, code: 'VALUE' | 'BOTH_SIDES' | 'SUM' = 'VALUE'): WrongCsv =>
    new WrongCsv({ code, line, column });
  const currencyOf = (column: Column): string => {
    const currency = cell(column);
    if (adyenCurrencies[currency] === undefined) throw wrong(column);
    return currency;
  };
  const amount = (column: Column, currency: string): number => {
    const minor = readMajor(cell(column), currency);
    if (minor === undefined) throw wrong(column);
    return minor;
  };
  const side = (debit: Column, credit: Column, currency: string): number => {
    const [out, into] = [amount(debit, currency), amount(credit, currency)];
    if (out < 0) throw wrong(debit);
    if (into < 0) throw wrong(credit);
    if (out !== 0 && into !== 0) throw wrong(debit, 'BOTH_SIDES');
    return into - out;
  };
  const [grossCurrency, netCurrency] = [currencyOf('Gross Currency'), currencyOf('Net Currency')];
  const gross = side('Gross Debit (GC)', 'Gross Credit (GC)', grossCurrency);
  const net = side('Net Debit (NC)', 'Net Credit (NC)', netCurrency);
  const exactFees = {
    commissionMinor: amount('Commission (NC)', netCurrency),
    markupMinor: amount('Markup (NC)', netCurrency),
    schemeFeesMinor: amount('Scheme Fees (NC)', netCurrency),
    interchangeMinor: amount('Interchange (NC)', netCurrency),
  };
  const exchangeRate = cell('Exchange Rate');
  if (!/^(?:\d{1,12}(?:\.\d{1,12})?)?$/.test(exchangeRate)) throw wrong('Exchange Rate');
  const isExchanged = grossCurrency !== netCurrency;
  const converted = net + sumFees(exactFees);
  const isSum = isExchanged ? Math.sign(converted) === Math.sign(gross) : converted === gross;
  if (!isSum) throw wrong(net < 0 ? 'Net Debit (NC)' : 'Net Credit (NC)', 'SUM');
  const batch = cell('Batch Number');
  if (!/^\d{1,12}$/.test(batch)) throw wrong('Batch Number');
  const instant = readInstant(cell('Creation Date'), cell('TimeZone'));
  if (instant === 'date') throw wrong('Creation Date');
  if (instant === 'zone') throw wrong('TimeZone');
  const type = cell('Type');
  if (!/^[A-Za-z]{1,60}$/.test(type)) throw wrong('Type');
  const kind = kinds[type] ?? 'OTHER';
  const whole = rounding.round({ batch, kind, gross, grossCurrency, net, netCurrency, fees: exactFees });
  if (whole === 'gross') throw wrong(gross < 0 ? 'Gross Debit (GC)' : 'Gross Credit (GC)');
  if (whole === 'net') throw wrong(net < 0 ? 'Net Debit (NC)' : 'Net Credit (NC)');
  const [reference, paymentReference] = [cell('Modification Merchant Reference'), cell('Merchant Reference')];
  const gatewayReferences = [cell('Modification Reference'), cell('Psp Reference')].filter(Boolean);
  return {
    batch,
    kind,
    type,
    at: instant,
    ...(reference === '' ? {} : { reference }),
    ...(paymentReference === '' ? {} : { paymentReference }),
    gatewayReferences,
    ...whole,
    grossCurrency,
    netCurrency,
    ...(isExchanged ? { exchangeRate } : {}),
    ...(kind === 'BANK_PAYOUT' ? { paidOn: cell('Creation Date').slice(0, 10) } : {}),
    asRead: text,
  };
}

/** Converts major units to Adyen's minor units of the currency. Undefined unless exact, such as for a formula. */
function readMajor(text: string, currency: string): number | undefined {
  if (text === '') return 0;
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d{1,14})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  const digits = adyenCurrencies[currency] ?? 2;
  if (whole === '' || /[1-9]/.test(fraction.slice(digits))) return undefined;
  const value = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  if (!Number.isSafeInteger(value)) return undefined;
  return sign === '-' && value !== 0 ? -value : value;
}

/** Abbreviations that are no names of zones. */
const offsets: Readonly<Record<string, string>> = {
  CEST: '+02:00',
  BST: '+01:00',
  EDT: '-04:00',
  CDT: '-05:00',
  PST: '-08:00',
  PDT: '-07:00',
  SGT: '+08:00',
  JST: '+09:00',
  AEST: '+10:00',
  AEDT: '+11:00',
};

/** `yyyy-MM-dd HH:mm:ss` in a zone as ISO 8601, or the name of the argument that is wrong. */
function readInstant(date: string, zone: string): string | 'date' | 'zone' {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(date) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(local)) return 'date';
  const offset = offsets[zone];
  if (offset !== undefined) return new Date(`${day}T${time}${offset}`).toISOString();
  const shift = zone === 'UTC' || zone === 'GMT' ? 0 : findOffset(zone, local);
  return shift === undefined ? 'zone' : new Date(local - shift).toISOString();
}

/** One look-up for each hour and zone: a million lines are of one month. */
const known = new Map<string, number>();
const maxKnown = 20_000;
const hourMs = 3_600_000;

/** The offset of the local hour from UTC in milliseconds. A repeated hour is the first of the two. */
function findOffset(zone: string, local: number): number | undefined {
  if (!/^[A-Za-z][\w/+-]{1,40}$/.test(zone)) return undefined;
  const hour = Math.floor(local / hourMs) * hourMs;
  const key = `${zone} ${hour}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  try {
    const [day = '', time = ''] = new Date(hour).toISOString().slice(0, -1).split('T');
    const offset = hour - zonedMoment(day, time, zone, 'first').getTime();
    if (known.size >= maxKnown) known.clear();
    known.set(key, offset);
    return offset;
  } catch {
    return undefined;
  }
}
