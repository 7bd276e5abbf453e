import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/calendar-day.ts';
import { openDatabase } from '#database/open-database.ts';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import { episodesFrom, firstCursor } from '#features/payments/schedules/due-dates.ts';
import type { ScheduleDates } from '#features/payments/schedules/schedule-definition.ts';
import { expectNextCharges, scheduled } from '#features/payments/schedules/test/schedule-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { raceWorkers } from '#testing/race-workers.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { runDueEpisodes } from '../server/run-due-episodes.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  await expectNextCharges(app);
  await closeMerchant(app);
});

const frequency = (unit: 'DAY' | 'WEEK' | 'MONTH', quantity = 1): ScheduleDates => ({
  frequency: { rate: 'FIXED', unit, quantity },
});

test('two racing workers charge every episode of a year once', async () => {
  const createdOn = '2026-11-20';
  const kinds: ScheduleDates[] = [
    frequency('DAY', 5),
    frequency('WEEK'),
    frequency('MONTH'),
    { ...frequency('MONTH'), startDate: '2027-01-31' },
    { pattern: { daysOfMonth: [15, 31] } },
    { pattern: { daysOfWeek: ['FRIDAY'], weeksOfMonth: [1, 3] } },
    { fixed: { dates: ['2026-12-24', '2027-02-28', '2027-07-01'] } },
  ];
  const schedules = await Promise.all(
    kinds.map(async (dates) => ({ dates, ...(await scheduled(merchant, { ...dates, amount: '2.00' })) })),
  );
  const database = openDatabase(app.databaseUrl, { max: 8 });
  let days = 0;
  // Now and then no worker runs for four days.
  for (let step = 1; days < 365; step += 1) {
    const gap = step % 9 === 0 ? 4 : 1;
    app.clock.advance(gap * dayMs);
    days += gap;
    const dueEpisodes = await app.owner`
      select 1 from schedule_episode where state = 'DUE' and due_at <= ${app.clock.now()} limit 1`;
    if (dueEpisodes.length > 0) await raceWorkers(app, database, { first: runDueEpisodes.run });
  }
  expect(app.logged().match(/"code":"A125"/g)?.length ?? 0).toBeGreaterThan(20);
  await database.end({ timeout: 1 });
  const until = addDays(createdOn, days);
  for (const { dates, scheduleId } of schedules) {
    const expected: string[] = [];
    for (const { index, dueOn } of episodesFrom(dates, firstCursor(dates, createdOn))) {
      if (dueOn > until) break;
      expected.push(`${index} ${dueOn}`);
    }
    const charged = await app.owner<{ line: string }[]>`
      select concat(t.episode_index, ' ', e.due_on) as line
      from txn t join schedule_episode e on e.txn_id = t.txn_id
      where t.schedule_id = ${scheduleId} and t.txn_status = 'SUCCESS' order by t.episode_index`;
    expect(charged.map(({ line }) => line)).toEqual(expected);
  }
  const earlyEpisodes = await app.owner`
    select 1 from txn t join schedule_episode e on e.txn_id = t.txn_id where t.txn_datetime < e.due_at`;
  expect(earlyEpisodes).toEqual([]);
});
