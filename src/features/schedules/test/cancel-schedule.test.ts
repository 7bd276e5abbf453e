import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { daily, episodesOf, liveDays, loseAnswers, openCounter, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await openCounter());
});
afterAll(() => app.stop());

it('ends a schedule for good, suspended or not', async () => {
  for (const first of [[], ['suspend']]) {
    const { scheduleId } = await scheduled(merchant, daily);
    for (const action of first) await clerk('POST', `/schedules/${scheduleId}/${action}`);
    const { body } = await clerk('POST', `/schedules/${scheduleId}/cancel`);
    expect([body.status, body.nextEpisode]).toEqual(['CANCELLED', null]);
    await liveDays(app, 2);
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 DROPPED']);
    for (const action of ['cancel', 'suspend', 'resume']) {
      expect((await clerk('POST', `/schedules/${scheduleId}/${action}`)).status).toBe(409);
    }
  }
});

it('what is under way ends as it ends', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  const findAgain = loseAnswers(app);
  await liveDays(app, 1);
  findAgain();
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 RUNNING']);
  await clerk('POST', `/schedules/${scheduleId}/cancel`);
  const { reconcilePayments } = await import('#features/payments/server/jobs/reconcile-payments.ts');
  app.clock.advance(3_600_000);
  await reconcilePayments.run(app.services);
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SUCCESS']);
});
