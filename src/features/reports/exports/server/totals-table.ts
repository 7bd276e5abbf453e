import { currencyDigits } from '#shared/currencies.ts';
import { formatMinor } from '#shared/money.ts';
import { dateFormat } from '#shared/text/intl-formats.ts';
import type { MoneySum } from '#features/record/reporting/server/money-sums.ts';
import type { ClosingCell, ClosingTable } from '#server/file/csv-file.ts';
import { timeStyles } from './file-shape.ts';

/** What the transactions of a search moved, by currency, as a table of a file (docs/domain.md#exports). */
export function totalsTable(sums: readonly MoneySum[], countedAt: Date, timezone: string): ClosingTable {
  const moment = momentCell(countedAt, timezone);
  return {
    name: 'Totals',
    headings: ['ccy_code', 'number', 'taken', 'refunded', 'paid_out', 'net', `counted_at (${timezone})`],
    rows: sums.map(({ ccyCode, number, taken, refunded, paidOut }) => {
      const money = (minor: bigint): ClosingCell => {
        const text = formatMinor(minor, ccyCode);
        return { text, number: { style: 2 + (currencyDigits(ccyCode) ?? 2), value: text } };
      };
      return [
        { text: ccyCode },
        { text: String(number), number: { style: 2, value: String(number) } },
        money(taken),
        money(refunded),
        money(paidOut),
        money(taken - refunded - paidOut),
        moment,
      ];
    }),
  };
}

/** A moment as the rows write it: 'dd/mm/yyyy hh:mm:ss', and days since the end of 1899. */
function momentCell(at: Date, timeZone: string): ClosingCell {
  const text = dateFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(',', '');
  const [day = 0, month = 1, year = 0, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number);
  const serial = Date.UTC(year, month - 1, day, hour, minute, second) / 86_400_000 + 25_569;
  return { text, number: { style: Number(timeStyles.instant), value: serial.toFixed(10) } };
}
