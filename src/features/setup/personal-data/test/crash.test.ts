import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { base } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { runPersonRequests } from '../server/run-person-requests.ts';
import { personOf, personalPayment, sweep, tracesOf } from './plant-person.ts';

const url = '/proxy/sync/personalData/1100';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ flags: ['--dispute-period-days', '0'] });
});
afterAll(() => app.stop());

/** A worker in a process of its own, until it has killed itself. */
async function runUntilKilled(step: string, atLook: number): Promise<void> {
  const file = new URL('crash-worker.ts', import.meta.url).pathname;
  const now = String(app.clock.now().getTime());
  const worker = spawn(process.execPath, [file, app.databaseUrl, now, step, String(atLook)], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}

let persons = 0;
/** Each step looks at the clock once. */
test.each([
  ['before it has collected the payments', 'collect', 1, 'COLLECT'],
  ['before it erases the customer', 'runPerson', 1, 'PERSON'],
  ['before it reads the request log', 'runRequests', 1, 'REQUESTS'],
  ['before it erases the payments', 'runPayments', 1, 'PAYMENTS'],
  ['after it has erased the payments', 'runPayments', 2, 'PAYMENTS'],
])('another worker goes on when one is killed %s', async (_when, name, atLook, step) => {
  persons += 1;
  const person = { ...personOf(`zqcrash${'abcdefgh'[persons]}`), telephone: `+44770090055${persons}` };
  const merchant = actAsMerchant(app);
  for (let count = 0; count < 3; count += 1) {
    const paid = await merchant('POST', `${base}/payment`, personalPayment(person));
    expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  }
  app.clock.advance(2 * dayMs);
  await app.owner`update txn set gateway_settlement = '2026-11-20' where gateway_settlement is null`;
  const admin = await actAs(app, 'admin@harbour.example');
  const found = await admin('POST', `${url}/find`, { by: 'EMAIL', value: person.email });
  const [{ customerId }] = found.body.customers;
  const body = { customerIds: [customerId], reason: 'Letter', keepsLists: true };
  const { requestId } = (await admin('POST', `${url}/erasures`, body)).body;
  await sealAudit.run(app.services);
  await app.owner`delete from idempotency_key`;
  await runUntilKilled(name, atLook);
  const [stored] = await app.owner`
    select state, step from person_request where request_id = ${requestId}`;
  expect(stored).toEqual({ state: 'RUNNING', step });
  app.clock.advance(6 * minuteMs);
  await runPersonRequests.run(app.services);
  const [done] = await app.owner`
    select state, counts, subject from person_request where request_id = ${requestId}`;
  expect(done).toMatchObject({ state: 'DONE', counts: { payments: 3, customers: 1 }, subject: null });
  // The address and the date of birth are those of every person in this file.
  expect(await sweep(app, tracesOf(person).slice(0, 2))).toEqual([]);
});
