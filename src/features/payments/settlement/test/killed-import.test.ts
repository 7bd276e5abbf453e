import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { minuteMs } from '#server/clock.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { importSettlementReports } from '../server/import-reports.ts';
import { announce, countRows, reportsOf } from './settlement-fixtures.ts';
import { madeUpSettlements, partCount } from './settlement-lines.ts';

let app: TestApp;
let payments: string[];
beforeEach(async () => {
  app = await startApp();
  payments = [await paid(actAsMerchant(app)), await paid(actAsMerchant(app))];
  await announce({ app }, { name: 'made-up', address: '', connectionId: 1 });
});
afterEach(() => app.stop());

const useSettlements = (before?: Parameters<typeof madeUpSettlements>[1]): void => {
  app.services.processors = onlyProcessor({
    ...app.sandbox,
    settlements: madeUpSettlements(payments, before),
  });
};

/** A worker in a process of its own, until it has killed itself. */
async function runUntilKilled(): Promise<void> {
  const file = new URL('crash-worker.ts', import.meta.url).pathname;
  const now = String(app.clock.now().getTime());
  const worker = spawn(process.execPath, [file, app.databaseUrl, now, 'imported', payments.join(',')], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}

test('a worker that dies in the middle leaves nothing to see, and the next one imports the report once', async () => {
  await runUntilKilled();
  expect(await countRows(app)).toEqual({ lines: 200, batches: 0, payouts: 0, differences: 0 });
  useSettlements();
  // The lease of the dead worker is not over.
  await importSettlementReports.run(app.services);
  expect((await reportsOf(app))[0]).toMatchObject({ state: 'IMPORTING' });
  app.clock.advance(6 * minuteMs);
  await importSettlementReports.run(app.services);
  expect((await reportsOf(app))[0]).toMatchObject({ state: 'IMPORTED', lines: partCount * 100 });
  expect(await countRows(app)).toEqual({
    lines: partCount * 100,
    batches: 1,
    payouts: 1,
    differences: partCount * 100 - payments.length,
  });
  const [doubles] = await app.owner<{ n: number }[]>`
    select count(*) - count(distinct line_number) as n from settlement_line`;
  expect(doubles?.n).toBe(0);
});

test('a worker that was taken for dead stops without a trace', async () => {
  let isFirst = true;
  useSettlements(async (part) => {
    if (part !== 2 || !isFirst) return;
    isFirst = false;
    // Another worker takes over while this one waits for the processor.
    app.clock.advance(6 * minuteMs);
    await importSettlementReports.run(app.services);
  });
  await importSettlementReports.run(app.services);
  expect((await reportsOf(app))[0]).toMatchObject({ state: 'IMPORTED', lines: partCount * 100 });
  expect((await countRows(app)).lines).toBe(partCount * 100);
});

test('a report without an end is not imported', async () => {
  app.services.processors = onlyProcessor({
    ...app.sandbox,
    settlements: {
      async *read() {
        for await (const part of madeUpSettlements(payments).read({ name: 'made-up' }))
          if (part.kind === 'lines') yield part;
      },
    },
  });
  await importSettlementReports.run(app.services);
  expect((await reportsOf(app))[0]).toMatchObject({ state: 'WAITING', refusal: { code: 'UNREADABLE' } });
  expect((await countRows(app)).lines).toBe(0);
});
