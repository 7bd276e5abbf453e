import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { clearSuspension } from '../server/clear-suspension.ts';
import { daily, runDays, startScheduleApp, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

const failureOf = async (scheduleId: string) => (await clerk('GET', `/schedules/${scheduleId}`)).body.failure;

/** Charges the first episode; the card holder's bank declines it with this code. */
async function declineFirst(statusCode: string, schedule: object = daily): Promise<string> {
  const { scheduleId } = await scheduled(merchant, schedule);
  const { processor } = app.services;
  app.services.processor = {
    ...processor,
    send: async (operation) => {
      const sent = await processor.send({ ...operation, amountMinor: 751 });
      return 'response' in sent ? { ...sent, response: { ...sent.response, statusCode } } : sent;
    },
  };
  await runDays(app, 1);
  app.services.processor = processor;
  return scheduleId;
}

describe('the failure of a schedule', () => {
  test('is missing while nothing has failed', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    expect(await failureOf(scheduleId)).toBeNull();
    await runDays(app, 1);
    expect(await failureOf(scheduleId)).toBeNull();
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  test.each([
    ['54', 'CARD_NEEDED', 'SUSPENDED'],
    ['R1', 'CONSENT_WITHDRAWN', 'SUSPENDED'],
    ['58', 'TECH_SUSPENDED', 'TECH_SUSPENDED'],
    ['51', 'FAILED', 'ACTIVE'],
  ])('after response %s is %s with its codes and its transaction', async (statusCode, code, status) => {
    const scheduleId = await declineFirst(statusCode);
    const [charge] = await app.owner<{ id: number }[]>`
      select txn_id as id from schedule_episode where schedule_id = ${scheduleId} and episode_index = 1`;
    const { body } = await clerk('GET', `/schedules/${scheduleId}`);
    expect(body.status).toBe(status);
    expect(body.failure).toEqual({
      code,
      date: expect.stringMatching(/^2026-/),
      reasonCode: 'D100',
      statusCode,
      scheme: 'MASTERCARD',
      adviceCode: null,
      transactionId: String(charge?.id),
    });
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
    expect(await failureOf(scheduleId)).toBeNull();
  });

  test('is a decline while a retry is planned, and gone after it was charged', async () => {
    const scheduleId = await declineFirst('51', { ...daily, retry: { quantity: 1, unit: 'DAY' } });
    expect(await failureOf(scheduleId)).toMatchObject({ code: 'DECLINED', statusCode: '51' });
    await runDays(app, 1);
    expect(await failureOf(scheduleId)).toBeNull();
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  test('is gone after the schedule was resumed', async () => {
    const needsCard = await declineFirst('54');
    await clerk('POST', `/schedules/${needsCard}/resume`);
    expect(await failureOf(needsCard)).toBeNull();
    const stopped = await declineFirst('58');
    await clearSuspension(app.services.database, {
      scheduleId: stopped,
      operator: 'Ada',
      now: app.clock.now(),
    });
    expect(await failureOf(stopped)).toBeNull();
    for (const id of [needsCard, stopped]) await clerk('POST', `/schedules/${id}/cancel`);
  });

  test('stays after a user suspended the schedule', async () => {
    const scheduleId = await declineFirst('05');
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    expect(await failureOf(scheduleId)).toMatchObject({ code: 'FAILED', statusCode: '05' });
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });
});
