import { afterAll, beforeAll, expect, test } from 'vitest';
import { daily, runDays, scheduled, statusOf } from '#features/schedules/test/schedule-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const retry = { quantity: 2, unit: 'DAY' };

/** Charges the schedule's first episode; Mastercard declines it with 51 and this advice code. */
async function declineFirst(adviceCode: string): Promise<string> {
  const { scheduleId } = await scheduled(merchant, { ...daily, retry });
  const { processor } = app.services;
  app.services.processor = {
    ...processor,
    send: async (operation) => {
      const sent = await processor.send({ ...operation, amountMinor: 751 });
      return 'response' in sent ? { ...sent, response: { ...sent.response, adviceCode } } : sent;
    },
  };
  await runDays(app, 1);
  app.services.processor = processor;
  return scheduleId;
}

test('a declined episode is retried after the wait of its advice code', async () => {
  const scheduleId = await declineFirst('27');
  const [due] = await app.owner<{ days: number }[]>`
    select retry.due_on - first.due_on as days
    from schedule_episode first join schedule_episode retry using (company_id, schedule_id, episode_index)
    where schedule_id = ${scheduleId} and first.retry_index = 0 and retry.retry_index = 1`;
  expect(due).toEqual({ days: 4 });
});

test('advice code 21 suspends the schedule as a withdrawn consent', async () => {
  const scheduleId = await declineFirst('21');
  expect(await statusOf(app, scheduleId)).toBe('SUSPENDED');
  const [line] = await app.owner`
    select code, detail from schedule_audit where schedule_id = ${scheduleId} order by sequence desc limit 1`;
  expect(line).toEqual({
    code: 'CONSENT_WITHDRAWN',
    detail: { reason: 'D100', statusCode: '51', scheme: 'MASTERCARD', adviceCode: '21' },
  });
});
