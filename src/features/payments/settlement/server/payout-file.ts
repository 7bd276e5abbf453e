import type { HandlerContextWithoutTransaction } from '#server/handler.ts';
import type { Rows } from '#server/file/row-source.ts';
import { type NumberCell, formatRow } from '#server/file/text-rows.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { ExportFormat } from '#shared/export-formats.ts';
import { formatMinor } from '#shared/money.ts';
import { type PayoutLineRow, type PayoutRow, listPayoutLines } from './db/payout-table.ts';

export const payoutHeadings: readonly string[] = [
  'line',
  'kind',
  'transaction_id',
  'merch_ref',
  'booked_at (UTC)',
  'gross',
  'gross_ccy',
  'exchange_rate',
  'commission',
  'markup',
  'scheme_fees',
  'interchange',
  'net',
  'net_ccy',
];

const batchSize = 2000;

/** The lines in batches: no transaction stays open for a slow client. */
export async function* payoutRows(
  { inTenant }: Pick<HandlerContextWithoutTransaction<unknown>, 'inTenant'>,
  payout: PayoutRow,
  format: ExportFormat,
): AsyncGenerator<Rows> {
  let after = 0;
  for (;;) {
    const rows = await inTenant((sql) => listPayoutLines(sql, payout, { after, limit: batchSize }));
    if (rows.length > 0) {
      const text = rows.map((row) => formatRow(format, toCells(row))).join('');
      yield { bytes: Buffer.from(text), count: rows.length };
    }
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.lineNumber ?? after;
  }
}

function toCells(row: PayoutLineRow): (string | null | NumberCell)[] {
  const money = (minor: number, currency: string): NumberCell => ({
    number: formatMinor(minor, currency),
    digits: currencyDigits(currency) ?? 2,
  });
  const net = (minor: number) => money(minor, row.netCurrency);
  return [
    { number: String(row.lineNumber), digits: 0 },
    row.kind,
    String(row.txnId),
    row.merchRef,
    row.bookedAt.toISOString().slice(0, 19).replace('T', ' '),
    money(row.grossMinor, row.grossCurrency),
    row.grossCurrency,
    row.exchangeRate,
    net(row.commissionMinor),
    net(row.markupMinor),
    net(row.schemeFeesMinor),
    net(row.interchangeMinor),
    net(row.netMinor),
    row.netCurrency,
  ];
}
