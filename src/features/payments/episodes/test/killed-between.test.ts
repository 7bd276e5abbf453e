import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  type ScheduledPayment,
  daily,
  listEpisodes,
  runDays,
  scheduled,
} from '#features/payments/schedules/test/schedule-fixtures.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { replaceNextBy, startCrashProcess } from './crash-process.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

/** The repeats of a root transaction as "amount status", in order. */
async function listRepeats({ transactionId }: ScheduledPayment): Promise<string[]> {
  const rows = await app.owner<{ line: string }[]>`
    select concat(requested_minor, ' ', txn_status) as line from txn
    where root_id = ${transactionId} and txn_type = 'REPEAT' order by txn_datetime, txn_id`;
  return rows.map(({ line }) => line);
}

/** Runs the sweeper, which settles the work of the killed process. */
async function sweep(): Promise<void> {
  app.clock.advance(10 * minuteMs);
  await reconcilePayments.run(app.services);
}

const limited = { ...daily, amount: '2.00', terminator: { episodeLimit: 2 } };

async function killWhileReplacing(crashPoint: 'unsent' | 'sent'): Promise<ScheduledPayment> {
  const payment = await scheduled(merchant, limited);
  const child = await startCrashProcess(app.databaseUrl, app.clock.now(), crashPoint);
  const exited = once(child, 'exit');
  expect(await replaceNextBy(child, payment.transactionId, payment.scheduleId, `key-${crashPoint}`)).toBe(
    false,
  );
  expect((await exited)[1]).toBe('SIGKILL');
  // The process stored skip and repeat, and settled neither.
  expect(await listEpisodes(app, payment.scheduleId)).toEqual(['1/0 RUNNING']);
  expect(await listRepeats(payment)).toEqual(['300 SUSPENDED']);
  return payment;
}

test('killed before the charge is sent: the episode is charged on its day', async () => {
  const payment = await killWhileReplacing('unsent');
  await sweep();
  expect(await listEpisodes(app, payment.scheduleId)).toEqual(['1/0 DUE']);
  await runDays(app, 2);
  expect(await listRepeats(payment)).toEqual(['300 FAILED', '200 SUCCESS', '200 SUCCESS']);
});

test('killed after the charge is sent: the episode is skipped', async () => {
  const payment = await killWhileReplacing('sent');
  // The due day comes before the sweeper: the worker charges nothing beside the repeat.
  await runDays(app, 1);
  expect(await listRepeats(payment)).toEqual(['300 SUSPENDED']);
  await sweep();
  expect(await listEpisodes(app, payment.scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
  await runDays(app, 2);
  expect(await listRepeats(payment)).toEqual(['300 SUCCESS', '200 SUCCESS']);
});

test('killed while skip and repeat are written: neither is stored', async () => {
  const payment = await scheduled(merchant, limited);
  const child = await startCrashProcess(app.databaseUrl, app.clock.now());
  const exited = once(child, 'exit');
  await app.owner.begin(async (sql) => {
    await sql`select 1 from schedule where schedule_id = ${payment.scheduleId} for update`;
    const replaced = replaceNextBy(child, payment.transactionId, payment.scheduleId, 'key-unwritten');
    // Fails the test if the response arrives before the process reaches the lock.
    const earlyResponse = replaced.then((hasResponded) =>
      Promise.reject(new Error(`not locked out: ${hasResponded}`)),
    );
    earlyResponse.catch(() => {});
    for (let waitingLocks = 0; waitingLocks === 0; await Promise.race([sleep(5), earlyResponse])) {
      // A transaction keeps the activity that it has read first, perhaps before the process had connected.
      await sql`select pg_stat_clear_snapshot()`;
      const [row] = await sql<{ n: number }[]>`
        select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`;
      waitingLocks = row?.n ?? 0;
    }
    child.kill('SIGKILL');
    expect(await replaced).toBe(false);
  });
  await exited;
  expect(await listRepeats(payment)).toEqual([]);
  expect(await listEpisodes(app, payment.scheduleId)).toEqual(['1/0 DUE']);
  await runDays(app, 2);
  expect(await listRepeats(payment)).toEqual(['200 SUCCESS', '200 SUCCESS']);
});

test.each([
  ['unsent', ['200 FAILED', '200 SUCCESS']],
  ['sent', ['200 SUCCESS']],
] as const)('a worker killed with a charge that is %s charges once', async (crashPoint, repeats) => {
  const payment = await scheduled(merchant, { ...limited, terminator: { episodeLimit: 1 } });
  app.clock.advance(dayMs);
  const child = await startCrashProcess(app.databaseUrl, app.clock.now(), crashPoint);
  await once(child, 'exit');
  expect(await listEpisodes(app, payment.scheduleId)).toEqual(['1/0 RUNNING']);
  await sweep();
  await runDays(app, 1);
  expect(await listRepeats(payment)).toEqual(repeats);
  expect(await listEpisodes(app, payment.scheduleId)).toEqual(['1/0 SUCCESS']);
});
