import { describe, expect, test } from 'vitest';
import { sellForAMonth } from '../sell-for-a-month.ts';
import type { Difference } from '../settlement-report.ts';
import type { AdyenSimulator } from '../start-adyen-simulator.ts';
import { call, card, pay, startSimulator } from './fixtures.ts';

type Row = Record<string, string>;

function parse(csv: string): Row[] {
  const [header = '', ...lines] = csv.trimEnd().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    );
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

function minor(text: string | undefined, currency: string | undefined): number {
  const digits = currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2;
  return Math.round(Number(text || 0) * 10 ** digits);
}

/** Net of all lines of a currency, the payout included. */
function netOf(rows: readonly Row[], currency: string): number {
  return rows
    .filter((row) => row['Net Currency'] === currency)
    .reduce(
      (sum, row) => sum + minor(row['Net Credit (NC)'], currency) - minor(row['Net Debit (NC)'], currency),
      0,
    );
}

/** Two weeks: captures in four currencies, refunds and a dispute. */
async function startWithSales(): Promise<AdyenSimulator> {
  let now = new Date('2026-11-01T09:00:00Z');
  const simulator = await startSimulator({ now: () => now });
  for (let day = 1; day <= 14; day++) {
    now = new Date(Date.UTC(2026, 10, day, 9));
    const currency = ['EUR', 'JPY', 'CLP', 'KWD'][day % 4] ?? 'EUR';
    const value = 10_000 + day * 37;
    const psp = await pay(simulator, {
      reference: `T-${day}`,
      amount: { value, currency },
      additionalData: undefined,
    });
    if (day % 3 === 0) {
      const amount = { value: 1000 + day, currency };
      await call(simulator, `/v72/payments/${psp}/refunds`, { amount, reference: `R-${day}` });
    }
  }
  simulator.openDispute({ reference: 'T-4', eventCode: 'CHARGEBACK' });
  return simulator;
}

test('pays out the sum of its lines in each currency', async () => {
  const simulator = await startWithSales();
  const rows = parse(simulator.makeReport().csv);
  expect(rows.filter(({ Type }) => Type === 'Settled')).toHaveLength(14);
  expect(rows.filter(({ Type }) => Type === 'Refunded')).toHaveLength(4);
  expect(rows.filter(({ Type }) => Type === 'Chargeback')).toHaveLength(1);
  for (const currency of ['EUR', 'JPY', 'CLP', 'KWD']) expect(netOf(rows, currency)).toBe(0);
});

test('writes major units with the exponents of Adyen', async () => {
  const simulator = await startWithSales();
  const rows = parse(simulator.makeReport().csv);
  const gross = Object.fromEntries(
    rows
      .filter(({ Type }) => Type === 'Settled')
      .map((row) => [row['Merchant Reference'], row['Gross Credit (GC)']]),
  );
  // JPY has no digits, CLP two at Adyen, KWD three.
  expect([gross['T-1'], gross['T-2'], gross['T-3']]).toEqual(['10037', '100.74', '10.111']);
});

test('gives the direction by the column', async () => {
  const simulator = await startWithSales();
  const rows = parse(simulator.makeReport().csv);
  const refund = rows.find(({ Type }) => Type === 'Refunded');
  expect(refund).toMatchObject({ 'Gross Credit (GC)': '', 'Modification Merchant Reference': 'R-3' });
  expect(refund?.['Gross Debit (GC)']).not.toBe('');
});

test('settles a movement in one report only', async () => {
  const simulator = await startWithSales();
  simulator.makeReport();
  expect(parse(simulator.makeReport().csv)).toEqual([]);
});

test('leaves out what the scheme sent back', async () => {
  const simulator = await startSimulator();
  await pay(simulator, { additionalData: undefined, paymentMethod: card({ holderName: 'capture failed' }) });
  expect(parse(simulator.makeReport().csv)).toEqual([]);
});

test('is downloaded from the address of its event', async () => {
  const simulator = await startWithSales();
  const { csv, fileName } = simulator.makeReport();
  const { item } = simulator.events().at(-1) ?? {};
  expect(item).toMatchObject({ eventCode: 'REPORT_AVAILABLE', pspReference: fileName });
  const url = item?.reason ?? '';
  const response = await fetch(url, { headers: { 'x-api-key': simulator.apiKey } });
  expect(await response.text()).toBe(csv);
  expect((await fetch(url)).status).toBe(401);
  expect(simulator.violations()).toEqual([]);
});

test('settles a month in three currencies to the cent', async () => {
  let now = new Date('2026-11-01T00:00:00Z');
  const simulator = await startSimulator({ now: () => now });
  const sales = await sellForAMonth(simulator, {
    month: '2026-11',
    setNow: (next) => {
      now = next;
    },
  });
  expect(sales).toHaveLength(120);
  const rows = parse(simulator.makeReport().csv);
  for (const currency of ['EUR', 'USD', 'JPY']) {
    const ours = sales.filter((sale) => sale.currency === currency);
    const books = simulator.books().filter((entry) => entry.currency === currency);
    const gross = rows
      .filter((row) => row['Gross Currency'] === currency && row.Type !== 'MerchantPayout')
      .reduce(
        (sum, row) =>
          sum + minor(row['Gross Credit (GC)'], currency) - minor(row['Gross Debit (GC)'], currency),
        0,
      );
    const expected = ours.reduce(
      (sum, { value, refund, chargeback }) => sum + (chargeback ? 0 : value) - (refund?.value ?? 0),
      0,
    );
    expect(gross).toBe(expected);
    const inBooks = books.reduce(
      (sum, { captured, refunded, chargedBack }) => sum + captured - refunded - chargedBack,
      0,
    );
    expect(inBooks).toBe(expected);
    expect(netOf(rows, currency)).toBe(0);
  }
});

test('plants twenty-five differences in a month', async () => {
  let now = new Date('2026-11-01T00:00:00Z');
  const simulator = await startSimulator({ now: () => now });
  await sellForAMonth(simulator, {
    month: '2026-11',
    setNow: (next) => {
      now = next;
    },
  });
  const kinds: Difference[] = ['missing', 'unknown', 'amount', 'currency', 'twice'];
  const { planted } = simulator.makeReport({
    differences: Array.from({ length: 25 }, (_, index) => kinds[index % 5] ?? 'amount'),
  });
  const lines = planted.map(
    ({ pspReference, modificationReference }) => `${pspReference} ${modificationReference}`,
  );
  expect(new Set(lines).size).toBe(25);
});

describe('planted differences', () => {
  const all: Difference[] = ['missing', 'unknown', 'amount', 'currency', 'twice', 'payout'];

  test('change one line each', async () => {
    const [simulator, other] = [await startWithSales(), await startWithSales()];
    const right = parse(simulator.makeReport().csv);
    const { csv, planted } = other.makeReport({ differences: all });
    const wrong = parse(csv);
    expect(planted.map(({ kind }) => kind)).toEqual(all);
    const keyOf = (row: Row) =>
      [
        row.Type,
        row['Merchant Reference'],
        row['Gross Currency'],
        row['Gross Credit (GC)'],
        row['Gross Debit (GC)'],
      ].join();
    const payments = (rows: Row[]) => rows.filter(({ Type }) => Type !== 'MerchantPayout').map(keyOf);
    const changed = payments(wrong).filter((key) => !payments(right).includes(key));
    // The line twice has an equal one, and the missing line is not there.
    expect(changed).toHaveLength(3);
    expect(wrong).toHaveLength(right.length);
  });

  test('in the payout breaks the sum of one currency', async () => {
    const simulator = await startWithSales();
    const rows = parse(simulator.makeReport({ differences: ['payout'] }).csv);
    expect(['EUR', 'JPY', 'CLP', 'KWD'].filter((currency) => netOf(rows, currency) !== 0)).toHaveLength(1);
  });

  test('need a line each', async () => {
    const simulator = await startSimulator();
    expect(() => simulator.makeReport({ differences: ['amount'] })).toThrow('too few lines');
  });

  test.each([
    ['cut' as const, (csv: string) => !csv.endsWith('\r\n')],
    ['exchanged columns' as const, (csv: string) => csv.indexOf('Net Credit') < csv.indexOf('Net Debit')],
  ])('a file is damaged: %s', async (damage, isDamaged) => {
    const simulator = await startWithSales();
    expect(isDamaged(simulator.makeReport({ damage }).csv)).toBe(true);
  });
});
