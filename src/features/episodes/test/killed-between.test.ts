import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/server/jobs/reconcile-payments.ts';
import { closeMerchant } from '#features/payments/test/payment-fixtures.ts';
import {
  type Standing,
  daily,
  episodesOf,
  liveDays,
  scheduled,
} from '#features/schedules/test/schedule-fixtures.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { replaceNextBy, startDoomed } from './doomed-program.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

/** Of the repeats of a root, "amount status", in order. */
async function repeatsOf({ transactionId }: Standing): Promise<string[]> {
  const rows = await app.owner<{ line: string }[]>`
    select concat(requested_minor, ' ', txn_status) as line from txn
    where root_id = ${transactionId} and txn_type = 'REPEAT' order by txn_datetime, txn_id`;
  return rows.map(({ line }) => line);
}

/** The sweeper asks the processor what became of what the dead had begun. */
async function sweep(): Promise<void> {
  app.clock.advance(10 * minuteMs);
  await reconcilePayments.run(app.services);
}

const limited = { ...daily, amount: '2.00', terminator: { episodeLimit: 2 } };

async function killedWhileReplacing(death: 'unsent' | 'sent'): Promise<Standing> {
  const standing = await scheduled(merchant, limited);
  const program = await startDoomed(app.databaseUrl, app.clock.now(), death);
  const exited = once(program, 'exit');
  expect(await replaceNextBy(program, standing.transactionId, standing.scheduleId, `key-${death}`)).toBe(
    false,
  );
  expect((await exited)[1]).toBe('SIGKILL');
  // The skip is written down with the repeat, and neither has ended.
  expect(await episodesOf(app, standing.scheduleId)).toEqual(['1/0 RUNNING']);
  expect(await repeatsOf(standing)).toEqual(['300 SUSPENDED']);
  return standing;
}

test('killed after the skip was written and before the charge was sent: the episode is charged on its day', async () => {
  const standing = await killedWhileReplacing('unsent');
  await sweep();
  expect(await episodesOf(app, standing.scheduleId)).toEqual(['1/0 DUE']);
  await liveDays(app, 2);
  expect(await repeatsOf(standing)).toEqual(['300 FAILED', '200 SUCCESS', '200 SUCCESS']);
});

test('killed after the charge was sent and before its answer was booked: skipped, and charged once', async () => {
  const standing = await killedWhileReplacing('sent');
  // Its day comes before anybody knows: it is not charged beside the repeat.
  await liveDays(app, 1);
  expect(await repeatsOf(standing)).toEqual(['300 SUSPENDED']);
  await sweep();
  expect(await episodesOf(app, standing.scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
  await liveDays(app, 2);
  expect(await repeatsOf(standing)).toEqual(['300 SUCCESS', '200 SUCCESS']);
});

test('killed while skip and repeat are being written: neither was', async () => {
  const standing = await scheduled(merchant, limited);
  const program = await startDoomed(app.databaseUrl, app.clock.now());
  const exited = once(program, 'exit');
  await app.owner.begin(async (sql) => {
    await sql`select 1 from schedule where schedule_id = ${standing.scheduleId} for update`;
    const asked = replaceNextBy(program, standing.transactionId, standing.scheduleId, 'key-unwritten');
    // An answer before it came to the lock would be awaited for ever.
    const early = asked.then((isAnswered) => Promise.reject(new Error(`not locked out: ${isAnswered}`)));
    early.catch(() => {});
    for (let waits = 0; waits === 0; await Promise.race([sleep(5), early])) {
      const [row] = await sql<{ n: number }[]>`
        select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`;
      waits = row?.n ?? 0;
    }
    program.kill('SIGKILL');
    expect(await asked).toBe(false);
  });
  await exited;
  expect(await repeatsOf(standing)).toEqual([]);
  expect(await episodesOf(app, standing.scheduleId)).toEqual(['1/0 DUE']);
  await liveDays(app, 2);
  expect(await repeatsOf(standing)).toEqual(['200 SUCCESS', '200 SUCCESS']);
});

test.each([
  ['unsent', ['200 FAILED', '200 SUCCESS']],
  ['sent', ['200 SUCCESS']],
] as const)('a worker killed with an episode that is %s: charged once', async (death, repeats) => {
  const standing = await scheduled(merchant, { ...limited, terminator: { episodeLimit: 1 } });
  app.clock.advance(dayMs);
  const program = await startDoomed(app.databaseUrl, app.clock.now(), death);
  await once(program, 'exit');
  expect(await episodesOf(app, standing.scheduleId)).toEqual(['1/0 RUNNING']);
  await sweep();
  await liveDays(app, 1);
  expect(await repeatsOf(standing)).toEqual(repeats);
  expect(await episodesOf(app, standing.scheduleId)).toEqual(['1/0 SUCCESS']);
});
