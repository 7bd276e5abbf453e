import { expect, test } from 'vitest';
import { adyenCurrencies } from '../adyen/adyen-operations.ts';
import { readSettlementColumns, readSettlementRow } from '../adyen/adyen-settlement-rows.ts';
import { LineRounding } from '../line-rounding.ts';

const cells: Record<string, string> = {
  'Psp Reference': 'P1',
  'Merchant Reference': '1',
  'Creation Date': '',
  TimeZone: '',
  Type: 'Settled',
  'Modification Reference': 'M1',
  'Gross Currency': 'EUR',
  'Gross Debit (GC)': '',
  'Gross Credit (GC)': '10.00',
  'Exchange Rate': '1',
  'Net Currency': 'EUR',
  'Net Debit (NC)': '',
  'Net Credit (NC)': '10.00',
  'Commission (NC)': '',
  'Markup (NC)': '',
  'Scheme Fees (NC)': '',
  'Interchange (NC)': '',
  'Modification Merchant Reference': '',
  'Batch Number': '1',
};
const columns = readSettlementColumns(Object.keys(cells));

const bookedAt = (date: string, zone: string): string => {
  const row = { ...cells, 'Creation Date': date, TimeZone: zone };
  return readSettlementRow(
    columns,
    { cells: Object.values(row), text: '' },
    2,
    new LineRounding(adyenCurrencies),
  ).at;
};

test.each([
  ['2026-11-02 10:00:00', 'UTC', '2026-11-02T10:00:00.000Z'],
  ['2026-11-02 10:00:00', 'Europe/Amsterdam', '2026-11-02T09:00:00.000Z'],
  ['2026-07-02 10:00:00', 'CEST', '2026-07-02T08:00:00.000Z'],
  ['2026-11-02 10:20:00', 'Asia/Kolkata', '2026-11-02T04:50:00.000Z'],
  // The last hour before the clocks change, and the first one after.
  ['2026-03-29 01:30:00', 'Europe/Amsterdam', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29 03:30:00', 'Europe/Amsterdam', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25 01:30:00', 'Europe/Amsterdam', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25 03:30:00', 'Europe/Amsterdam', '2026-10-25T02:30:00.000Z'],
])('a line of %s %s was booked at %s', (date, zone, instant) => {
  expect(bookedAt(date, zone)).toBe(instant);
});

test('fees in hundredths of a currency without minor units are rounded, and the line adds up', () => {
  const pesos = {
    ...cells,
    'Creation Date': '2026-11-02 10:00:00',
    TimeZone: 'UTC',
    'Gross Currency': 'CLP',
    'Gross Credit (GC)': '25000.00',
    'Net Currency': 'CLP',
    'Net Credit (NC)': '24562.50',
    'Commission (NC)': '400.00',
    'Markup (NC)': '37.50',
  };
  const read = (row: Record<string, string>) =>
    readSettlementRow(columns, { cells: Object.values(row), text: '' }, 2, new LineRounding(adyenCurrencies));
  expect(read(pesos)).toMatchObject({
    grossMinor: 25_000,
    netMinor: 24_563,
    fees: { commissionMinor: 399, markupMinor: 38 },
  });
  // Half a peso of a payment is none of ours, and a sum that is wrong by a hundredth stays wrong.
  const half = { ...pesos, 'Gross Credit (GC)': '25000.50', 'Net Credit (NC)': '24563.00' };
  expect(() => read(half)).toThrow();
  expect(() => read({ ...pesos, 'Net Credit (NC)': '24562.51' })).toThrow();
});
