import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { importSettlementReports } from '../server/import-reports.ts';
import type { AdyenWorld } from '#testing/start-with-adyen.ts';
import {
  announce,
  countRows,
  importAll,
  reportsOf,
  sell,
  startAdyenSettlement,
} from './settlement-fixtures.ts';

let world: AdyenWorld;
/** A right report of a few days, which each case damages. */
let rows: string[][];
beforeAll(async () => {
  world = await startAdyenSettlement();
  await sell(world, 2);
  const { csv } = world.simulator.makeReport();
  rows = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}, 60_000);
afterAll(async () => {
  await world.app.stop();
  await world.simulator.close();
});

const write = (table: readonly string[][]): string => table.map((cells) => `${cells.join(',')}\r\n`).join('');
const column = (name: string): number => rows[0]?.indexOf(name) ?? -1;
/** The report with another cell in a line, counted as in the file. */
const withCell = (line: number, name: string, cell: string): string =>
  write(rows.map((cells, at) => (at === line - 1 ? cells.with(column(name), cell) : cells)));
const renamed = (name: string, other: string): string =>
  write(rows.map((cells, at) => (at === 0 ? cells.with(column(name), other) : cells)));
const exchanged = (one: string, other: string): string =>
  write(
    rows.map((cells, at) => (at === 0 ? cells.with(column(one), other).with(column(other), one) : cells)),
  );
const firstSale = () => rows.findIndex((cells) => cells[column('Type')] === 'Settled') + 1;

let number = 0;
async function importFile(csv: string) {
  number += 1;
  const name = `settlement_detail_report_batch_9${number}.csv`;
  const { url, merchantAccount } = world.simulator;
  world.simulator.offerReport(name, csv);
  await announce(world, {
    name,
    address: `${url}/reports/download/MerchantAccount/${merchantAccount}/${name}`,
  });
  await importSettlementReports.run(world.app.services);
  const report = (await reportsOf(world.app)).find((one) => one.name === name);
  return { state: report?.state, ...report?.refusal };
}

describe('a wrong report is refused with its line and column, and leaves nothing', () => {
  test.each<[string, () => string, object]>([
    ['cut off in a line', () => write(rows).slice(0, -40), { code: 'CUT_OFF', line: expect.any(Number) }],
    ['empty', () => '', { code: 'EMPTY' }],
    ['fewer cells', () => write(rows.with(2, rows[2]?.slice(1) ?? [])), { code: 'CELLS', line: 3 }],
    [
      'net columns exchanged',
      () => exchanged('Net Debit (NC)', 'Net Credit (NC)'),
      { code: 'SUM', line: 2, column: 'Net Debit (NC)' },
    ],
    [
      'gross columns exchanged',
      () => exchanged('Gross Debit (GC)', 'Gross Credit (GC)'),
      { code: 'SUM', line: 2, column: 'Net Credit (NC)' },
    ],
    [
      'a formula for an amount',
      () => withCell(firstSale(), 'Gross Credit (GC)', '=1+1'),
      { code: 'VALUE', line: expect.any(Number), column: 'Gross Credit (GC)' },
    ],
    [
      'a comma in an amount',
      () => withCell(firstSale(), 'Gross Credit (GC)', '"1,5"'),
      { code: 'VALUE', line: expect.any(Number), column: 'Gross Credit (GC)' },
    ],
    [
      'more digits than the currency has',
      () => withCell(firstSale(), 'Markup (NC)', '0.001'),
      { code: 'VALUE', line: expect.any(Number), column: 'Markup (NC)' },
    ],
    [
      'an amount beyond what is exact',
      () => withCell(firstSale(), 'Gross Credit (GC)', '99999999999999.99'),
      { code: 'VALUE', line: expect.any(Number), column: 'Gross Credit (GC)' },
    ],
    [
      'debit and credit',
      () => withCell(firstSale(), 'Gross Debit (GC)', '1.00'),
      { code: 'BOTH_SIDES', line: expect.any(Number), column: 'Gross Debit (GC)' },
    ],
    [
      'an unknown currency',
      () => withCell(firstSale(), 'Net Currency', 'XXY'),
      { code: 'VALUE', line: expect.any(Number), column: 'Net Currency' },
    ],
    [
      'a date that does not exist',
      () => withCell(3, 'Creation Date', '2026-13-01 00:00:00'),
      { code: 'VALUE', line: 3, column: 'Creation Date' },
    ],
    [
      'an unknown time zone',
      () => withCell(3, 'TimeZone', 'NOWHERE'),
      { code: 'VALUE', line: 3, column: 'TimeZone' },
    ],
    [
      'an unknown column',
      () => renamed('Payment Method', 'Secret Fees (NC)'),
      { code: 'UNKNOWN_COLUMN', line: 1, column: 'Secret Fees (NC)' },
    ],
    [
      'a missing column',
      () => renamed('Interchange (NC)', 'Reserved9'),
      { code: 'MISSING_COLUMN', line: 1, column: 'Interchange (NC)' },
    ],
    [
      'a column twice',
      () => renamed('Markup (NC)', 'Commission (NC)'),
      { code: 'COLUMN_TWICE', line: 1, column: 'Commission (NC)' },
    ],
    ['quotes that do not end', () => withCell(2, 'Merchant Reference', '"1'), { code: 'CUT_OFF', line: 2 }],
    ['text after quotes', () => withCell(2, 'Merchant Reference', '"1"2'), { code: 'QUOTES', line: 2 }],
    ['a page instead of a file', () => '<html>\r\n', { code: 'UNKNOWN_COLUMN', line: 1, column: '<html>' }],
  ])('%s', async (_name, damage, refusal) => {
    expect(await importFile(damage())).toEqual({ state: 'REFUSED', ...refusal });
    expect(await countRows(world.app)).toEqual({ lines: 0, batches: 0, payouts: 0, differences: 0 });
  });
});

describe('the address of a report', () => {
  const name = 'settlement_detail_report_batch_1.csv';
  test.each([
    ['another host', `http://127.0.0.1:1/reports/download/MerchantAccount/A/${name}`],
    ['the metadata of the machine', `http://169.254.169.254/reports/download/MerchantAccount/A/${name}`],
    ['another scheme', `file:///reports/download/MerchantAccount/A/${name}`],
    ['another path', '/etc/passwd'],
    ['a user name', `{origin}@elsewhere.example/reports/download/MerchantAccount/A/${name}`],
    ['another file', '{origin}/reports/download/MerchantAccount/A/settlement_detail_report_batch_2.csv'],
    ['a path above', `{origin}/reports/download/MerchantAccount/../../v72/payments/${name}`],
    ['a query', `{origin}/reports/download/MerchantAccount/A/${name}?to=elsewhere`],
    ['no address', ''],
  ])('is refused without a request: %s', async (kind, address) => {
    const { url } = world.simulator;
    const before = world.simulator.requests().length;
    const report = `ssrf-${kind}`;
    await announce(world, {
      name: report,
      address: address.replace('{origin}', url).replaceAll(name, report),
    });
    await importSettlementReports.run(world.app.services);
    const found = (await reportsOf(world.app)).find((one) => one.name === report);
    expect(found).toMatchObject({ state: 'REFUSED', refusal: { code: 'ADDRESS' } });
    expect(world.simulator.requests()).toHaveLength(before);
  });
});

test('a report that cannot be fetched is tried again, and imported then', async () => {
  world.simulator.setFault(() => ({ kind: 'server-error' }));
  await importAll(world);
  const announced = async () =>
    (await reportsOf(world.app)).find(({ name }) => name === 'settlement_detail_report_batch_1.csv');
  expect(await announced()).toMatchObject({ state: 'WAITING', refusal: { code: 'UNREADABLE' } });
  world.simulator.setFault(null);
  await importSettlementReports.run(world.app.services);
  expect(await announced()).toMatchObject({ state: 'WAITING' });
  world.app.clock.advance(3 * minuteMs);
  await importSettlementReports.run(world.app.services);
  expect(await announced()).toMatchObject({ state: 'IMPORTED' });
  expect(await countRows(world.app)).toMatchObject({ batches: 3, differences: 0 });
});

test('exchanged columns whose sum is right do not fit what went to the bank', async () => {
  const { state } = await importFile(exchanged('Markup (NC)', 'Net Credit (NC)'));
  expect(state).toBe('IMPORTED');
  const payouts = await world.app.owner<{ kind: string }[]>`
    select kind from settlement_difference where kind = 'PAYOUT'`;
  expect(payouts).toHaveLength(3);
});

test('an address that leads elsewhere by its name is refused by the client', async () => {
  const { services } = world.app;
  const opened = await services.adapterClient.open({ method: 'GET', url: 'https://localhost/report.csv' });
  expect(opened.kind).toBe('refused');
});
