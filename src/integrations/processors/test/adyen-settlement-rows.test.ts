import { expect, test } from 'vitest';
import { readSettlementColumns, readSettlementRow } from '../adyen/adyen-settlement-rows.ts';

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
  return readSettlementRow(columns, { cells: Object.values(row), text: '' }, 2).at;
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
