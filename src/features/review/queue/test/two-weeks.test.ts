import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#database/open-database.ts';
import { expirePreauths } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { base, closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { hourMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { raceWorkers } from '#testing/race-workers.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { decideDueDeferrals } from '../server/decide-due-deferrals.ts';
import { deferEmail, deferred } from './queue-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const waitDays = [1, 2, 3, 4, 5, 6, 7];

test('two racing workers decide every task of two weeks once, at its time', async () => {
  await paid(merchant);
  for (const days of waitDays) await deferEmail(app, `capture${days}@x.example`, 'capture', days);
  await deferEmail(app, 'decline@x.example', 'decline');
  const database = openDatabase(app.databaseUrl, { max: 8 });
  const byMerchant: string[] = [];
  for (let hour = 0, step = 0; hour < 24 * 24; step += 1) {
    // Payments of the first two weeks; the rest of the time decides them.
    if (hour < 14 * 24) {
      const days = waitDays[step % waitDays.length] ?? 1;
      const operation = step % 5 === 0 ? 'payout' : 'payment';
      const amount = `${1 + step}.00`;
      await deferred(merchant, `capture${days}@x.example`, { amount }, { operation });
      await deferred(merchant, 'decline@x.example', { amount }, { operation });
      await deferred(merchant, `capture${days}@x.example`, { amount, deferred: true });
      const ownId = await deferred(merchant, `capture${days}@x.example`, { amount });
      await merchant('POST', `${base}/${ownId}/${step % 2 === 0 ? 'capture' : 'cancel'}`, {});
      byMerchant.push(ownId);
    }
    // Now and then no worker runs for half a day.
    const hoursToNext = step % 9 === 8 ? 13 : 5;
    app.clock.advance(hoursToNext * hourMs);
    hour += hoursToNext;
    // The job that expires authorisations runs beside the two workers.
    const second = [decideDueDeferrals.run, expirePreauths.run];
    await raceWorkers(app, database, { first: decideDueDeferrals.run, second });
  }
  await database.end({ timeout: 1 });
  expect(app.logged().match(/"code":"(A125|V138|V139)"/g)?.length ?? 0).toBeGreaterThan(8);
  const inconsistent = await app.owner`
    select q.txn_id, q.status, q.final_action, q.was_deferred_by_merchant as own, t.txn_status, f.lines, f.at - q.decides_at as late
    from queue_task q
    join txn t on t.txn_id = q.txn_id
    cross join lateral (
      select coalesce(string_agg(f.txn_type || ' ' || f.txn_status, ', '), '') as lines, min(f.txn_datetime) as at
      from txn f where f.related_id = q.txn_id
    ) f
    where q.txn_id <> all (${byMerchant}::bigint[]) and (
      q.status <> case q.final_action when 'capture' then 'ACCEPTED' else 'EXPIRED' end
      or f.lines <> case
        when q.final_action = 'decline' then case q.category when 'PAYOUT' then 'PAYOUT_VOID' else 'PREAUTH_VOID' end || ' SUCCESS'
        when q.was_deferred_by_merchant then ''
        else case q.category when 'PAYOUT' then 'PAYOUT_COMPLETE' else 'CAPTURE' end || ' SUCCESS' end
      or t.txn_status <> case when q.final_action = 'decline' or q.was_deferred_by_merchant then 'EXPIRED' else 'SUCCESS' end
      or f.at < q.decides_at or f.at > q.decides_at + interval '14 hours')`;
  expect(inconsistent).toEqual([]);
  const decidedTwice = await app.owner`
    select task_id from queue_event where kind <> 'OPENED' group by task_id having count(*) <> 1`;
  expect(decidedTwice).toEqual([]);
  const [counts] = await app.owner`
    select count(*)::int as tasks, count(*) filter (where txn_id = any (${byMerchant}::bigint[]))::int as merchants,
           count(*) filter (where final_action = 'capture' and category = 'PAYOUT')::int > 0 as has_payouts
    from queue_task where status in ('ACCEPTED', 'REJECTED', 'EXPIRED')`;
  expect(counts).toEqual({ tasks: 4 * byMerchant.length, merchants: byMerchant.length, hasPayouts: true });
  expect(byMerchant.length).toBeGreaterThan(45);
}, 300_000);
