import { createHash } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { addDays, isCalendarDay } from '#shared/calendar-day.ts';
import {
  type SettlementKind,
  type SettlementLine,
  type SettlementPart,
  type Settlements,
  noFees,
  sumFees,
} from '../settlements.ts';

/** Weeks in one list. */
const maxReports = 100;
const linesOfPart = 500;

/**
 * The sandbox pays out each week, from Monday to Sunday in UTC, on the Tuesday after it; it collects a negative sum. Its fees are made up: interchange 0.2 %, scheme
 * fees 0.1 % and a markup of 0.6 % of each payment.
 */
export const sandboxSettlements = (sql: Sql, now: () => Date): Settlements => ({
  async list(after) {
    const rows = await sql<{ week: string }[]>`
      select distinct date_trunc('week', o.received_at at time zone 'UTC')::date as week
      from sandbox.operation o
      where ${isSettled(sql)}
        and o.received_at < (date_trunc('week', ${now()}::timestamptz at time zone 'UTC') at time zone 'UTC')
        and (o.received_at at time zone 'UTC')::date > coalesce(${after ?? null}::date, '-infinity')
      order by 1 limit ${maxReports}`;
    const last = rows.at(-1)?.week;
    return {
      kind: 'listed',
      reports: rows.map(({ week }) => ({ name: `week-${week}` })),
      ...(last === undefined ? {} : { cursor: addDays(last, 6) }),
    };
  },
  read: ({ name }) => readWeek(sql, name),
});

/** Triggers (docs/domain.md#sandbox): the last two digits of payments that are settled a unit less, and of those missing in the reports. */
const oneLess = 57;
const leftOut = 61;

interface Row {
  reference: string;
  kind: 'SALE' | 'CAPTURE' | 'REFUND' | 'PAYOUT';
  amountMinor: number;
  currency: string;
  related: string | null;
  gatewayReference: string;
  receivedAt: Date;
}

async function* readWeek(sql: Sql, name: string): AsyncGenerator<SettlementPart> {
  const [, monday = ''] = /^week-(\d{4}-\d\d-\d\d)$/.exec(name) ?? [];
  if (!isCalendarDay(monday)) {
    yield { kind: 'refused', refusal: { code: 'NOT_FOUND' } };
    return;
  }
  const hash = createHash('sha256');
  const sums = new Map<string, number>();
  let after: Pick<Row, 'receivedAt' | 'reference'> = { receivedAt: new Date(0), reference: '' };
  for (;;) {
    const rows = await loadRows(sql, monday, after);
    const lines = rows.map((row) => toLine(row, monday));
    for (const { netCurrency, netMinor, asRead } of lines) {
      sums.set(netCurrency, (sums.get(netCurrency) ?? 0) + netMinor);
      hash.update(`${asRead}\n`);
    }
    if (lines.length > 0) yield { kind: 'lines', lines };
    const last = rows.at(-1);
    if (!last || rows.length < linesOfPart) break;
    after = last;
  }
  const payouts = [...sums]
    .filter(([, sum]) => sum !== 0)
    .map(([currency, sum]) => payoutLine(monday, currency, sum));
  for (const { asRead } of payouts) hash.update(`${asRead}\n`);
  if (payouts.length > 0) yield { kind: 'lines', lines: payouts };
  if (sums.size === 0) yield { kind: 'refused', refusal: { code: 'EMPTY' } };
  else yield { kind: 'end', sha256: hash.digest('hex') };
}

/** Approved operations that moved money and were not released. */
const isSettled = (sql: Sql) => sql`
  o.state = 'DONE' and o.kind in ('SALE', 'CAPTURE', 'REFUND', 'PAYOUT') and o.amount_minor > 0
  and o.response ->> 'result' = 'APPROVED'
  and not (o.kind in ('SALE', 'CAPTURE') and o.amount_minor % 100 = ${leftOut})
  and not exists (
    select 1 from sandbox.operation v
    where v.related = o.reference and v.kind = 'VOID' and v.response ->> 'result' = 'APPROVED')`;

/** The operations of a week, after one. */
function loadRows(
  sql: Sql,
  monday: string,
  { receivedAt, reference }: Pick<Row, 'receivedAt' | 'reference'>,
): Promise<Row[]> {
  return sql<Row[]>`
    select o.reference, o.kind, o.amount_minor, o.currency, o.related, o.response ->> 'gatewayReference' as gateway_reference,
           o.received_at
    from sandbox.operation o
    where ${isSettled(sql)}
      and o.received_at >= (${monday}::date at time zone 'UTC') and o.received_at < ((${monday}::date + 7) at time zone 'UTC')
      and (o.received_at, o.reference) > (${receivedAt}, ${reference})
    order by o.received_at, o.reference limit ${linesOfPart}`;
}

const kinds: Record<Row['kind'], [kind: SettlementKind, sign: 1 | -1]> = {
  SALE: ['PAYMENT', 1],
  CAPTURE: ['PAYMENT', 1],
  REFUND: ['REFUND', -1],
  PAYOUT: ['CARD_PAYOUT', -1],
};

function toLine(row: Row, monday: string): SettlementLine {
  const { reference, related, gatewayReference, currency, amountMinor, receivedAt } = row;
  const [kind, sign] = kinds[row.kind];
  const isWrong = kind === 'PAYMENT' && amountMinor % 100 === oneLess;
  const gross = sign * (isWrong ? amountMinor - 1 : amountMinor);
  const fee = (perMille: number) => (kind === 'PAYMENT' ? Math.round((amountMinor * perMille) / 1000) : 0);
  const fees = { ...noFees, markupMinor: fee(6), schemeFeesMinor: fee(1), interchangeMinor: fee(2) };
  const line = {
    batch: monday,
    kind,
    type: row.kind.toLowerCase(),
    at: receivedAt.toISOString(),
    reference,
    ...(related === null ? {} : { paymentReference: related }),
    gatewayReferences: [gatewayReference],
    grossMinor: gross,
    grossCurrency: currency,
    netMinor: gross - sumFees(fees),
    netCurrency: currency,
    fees,
  };
  return { ...line, asRead: JSON.stringify(line) };
}

function payoutLine(monday: string, currency: string, sum: number): SettlementLine {
  const paidOn = addDays(monday, 8);
  const line = {
    batch: monday,
    kind: 'BANK_PAYOUT' as const,
    type: 'payout',
    at: `${paidOn}T06:00:00.000Z`,
    gatewayReferences: [`${monday}-${currency}`],
    grossMinor: -sum,
    grossCurrency: currency,
    netMinor: -sum,
    netCurrency: currency,
    fees: noFees,
    paidOn,
  };
  return { ...line, asRead: JSON.stringify(line) };
}
