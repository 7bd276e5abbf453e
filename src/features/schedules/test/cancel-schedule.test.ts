import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import {
  daily,
  episodesOf,
  runDays,
  loseResponses,
  startScheduleApp,
  scheduled,
} from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

test('cancels active and suspended schedules for good', async () => {
  for (const first of [[], ['suspend']]) {
    const { scheduleId } = await scheduled(merchant, daily);
    for (const action of first) await clerk('POST', `/schedules/${scheduleId}/${action}`);
    const { body } = await clerk('POST', `/schedules/${scheduleId}/cancel`);
    expect([body.status, body.nextEpisode]).toEqual(['CANCELLED', null]);
    await runDays(app, 2);
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 DROPPED']);
    for (const action of ['cancel', 'suspend', 'resume']) {
      expect((await clerk('POST', `/schedules/${scheduleId}/${action}`)).status).toBe(409);
    }
  }
});

test('leaves a running charge alone', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  const findAgain = loseResponses(app);
  await runDays(app, 1);
  findAgain();
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 RUNNING']);
  await clerk('POST', `/schedules/${scheduleId}/cancel`);
  const { reconcilePayments } = await import('#features/payments/server/jobs/reconcile-payments.ts');
  app.clock.advance(3_600_000);
  await reconcilePayments.run(app.services);
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SUCCESS']);
});
