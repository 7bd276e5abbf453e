import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/server/jobs/reconcile-payments.ts';
import { dayMs } from '#server/clock.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import {
  daily,
  episodesOf,
  runDays,
  loseResponses,
  startScheduleApp,
  scheduled,
  statusOf,
} from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

test('skips missed episodes and keeps the one of today', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  await runDays(app, 1);
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  await runDays(app, 3);
  expect((await clerk('POST', `/schedules/${scheduleId}/resume`)).body.status).toBe('ACTIVE');
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SUCCESS', '2/0 SKIPPED', '3/0 SKIPPED', '4/0 DUE']);
  await runDays(app, 1);
  expect((await episodesOf(app, scheduleId)).slice(3)).toEqual(['4/0 SUCCESS', '5/0 SUCCESS', '6/0 DUE']);
  await clerk('POST', `/schedules/${scheduleId}/cancel`);
});

test('skips a retry whose day has passed', async () => {
  const { scheduleId } = await scheduled(merchant, {
    ...daily,
    amounts: ['7.51', '5.00'],
    retry: { quantity: 2, unit: 'DAY' },
  });
  await runDays(app, 1);
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  await runDays(app, 4);
  await clerk('POST', `/schedules/${scheduleId}/resume`);
  const lines = await episodesOf(app, scheduleId);
  expect(lines.slice(0, 3)).toEqual(['1/0 FAILED', '1/1 SKIPPED', '2/0 SKIPPED']);
  expect(lines.at(-1)).toBe('5/0 DUE');
  const skipped = await app.owner`
    select detail ->> 'episode' as episode from schedule_audit
    where schedule_id = ${scheduleId} and code = 'SKIPPED' order by sequence`;
  expect(skipped.map(({ episode }) => episode)).toEqual(['1', '2', '3', '4']);
  await clerk('POST', `/schedules/${scheduleId}/cancel`);
});

test('skips missed episodes behind a running one once that has ended', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  const findAgain = loseResponses(app);
  await runDays(app, 1);
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  app.clock.advance(4 * dayMs);
  await clerk('POST', `/schedules/${scheduleId}/resume`);
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 RUNNING']);
  findAgain();
  await reconcilePayments.run(app.services);
  expect(await episodesOf(app, scheduleId)).toEqual([
    '1/0 SUCCESS',
    '2/0 SKIPPED',
    '3/0 SKIPPED',
    '4/0 SKIPPED',
    '5/0 DUE',
  ]);
  await clerk('POST', `/schedules/${scheduleId}/cancel`);
});

test('completes a schedule without episodes left', async () => {
  const { scheduleId } = await scheduled(merchant, { ...daily, terminator: { episodeLimit: 2 } });
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  await runDays(app, 4);
  await clerk('POST', `/schedules/${scheduleId}/resume`);
  expect(await statusOf(app, scheduleId)).toBe('COMPLETE');
});

test('rejects schedules that the system suspended', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  expect((await clerk('POST', `/schedules/${scheduleId}/resume`)).status).toBe(409);
  await app.owner`update schedule set status = 'TECH_SUSPENDED' where schedule_id = ${scheduleId}`;
  expect((await clerk('POST', `/schedules/${scheduleId}/resume`)).status).toBe(409);
});
