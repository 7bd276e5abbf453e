import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, paid, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  listEpisodes,
  monthly,
  startScheduleApp,
  daily,
  runDays,
  scheduled,
  readStatus,
} from '#features/payments/schedules/test/schedule-fixtures.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

describe('addSchedule', () => {
  const add = (id: string, schedule: object = monthly, headers = {}) =>
    merchant('POST', `${base}/${id}/addSchedule`, { schedule }, headers);

  test('creates one schedule a transaction, linked from its details', async () => {
    const id = await paid(merchant, { recurring: true });
    const readDetails = () => clerk('GET', `/proxy/sync/tqs/transaction/${id}`);
    expect((await readDetails()).body.addScheduleInformation).toEqual({
      permitted: true,
      availableToProcess: true,
    });
    const first = await add(id, { ...monthly, amount: '9.00' }, { 'idempotency-key': 'add-1' });
    const repeated = await add(id, { ...monthly, amount: '9.00' }, { 'idempotency-key': 'add-1' });
    expect([first.status, repeated.body.schedule]).toEqual([201, first.body.schedule]);
    const { scheduleId } = first.body.schedule;
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 DUE']);
    expect(reason(await add(id))).toBe('A103');
    const { body } = await readDetails();
    expect(body).toMatchObject({
      linkedScheduleId: scheduleId,
      nextScheduledRepeat: '2026-12-20',
      scheduleData: { scheduleId, previousScheduleIds: [] },
      addScheduleInformation: { permitted: true, availableToProcess: false },
    });
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
    const second = await add(id);
    expect((await readDetails()).body.scheduleData).toMatchObject({
      scheduleId: second.body.schedule.scheduleId,
      previousScheduleIds: [scheduleId],
    });
  });

  test('creates one schedule for concurrent requests', async () => {
    const id = await paid(merchant);
    const responses = await Promise.all([add(id), add(id), add(id)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect(await app.owner`select 1 from schedule where txn_id = ${id}`).toHaveLength(1);
  });

  test('creates one schedule for concurrent requests of one family', async () => {
    const id = await paid(merchant, { recurring: true });
    const repeat = { transaction: { amount: '6.00', recurring: true } };
    const { body } = await merchant('POST', `${base}/${id}/repeat`, repeat);
    const responses = await Promise.all([add(id), add(body.transaction.transactionId)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await app.owner`select 1 from schedule where root_id = ${id}`).toHaveLength(1);
  });

  test('rejects failed payments, payouts and invalid schedules', async () => {
    const failed = await merchant('POST', `${base}/payment`, payment({ amount: '7.51' }));
    expect(reason(await add(failed.body.transaction.transactionId))).toBe('V136');
    const payout = await merchant('POST', `${base}/payout`, payment());
    expect(reason(await add(payout.body.transaction.transactionId))).toBe('V134');
    const id = await paid(merchant);
    expect(reason(await add(id, { fixed: ['2026-11-20'] }))).toBe('V100');
    expect((await add(id, { pattern: { daysOfMonth: [99] } })).status).toBe(400);
    const verified = await merchant('POST', `${base}/verify`, payment({ amount: undefined }));
    const verify = verified.body.transaction.transactionId;
    expect(reason(await add(verify))).toBe('V129');
    expect((await add(verify, { ...monthly, amount: '4.00' })).status).toBe(201);
  });

  test('serves more concurrent requests than there are connections', async () => {
    const ids = await Promise.all(Array.from({ length: 14 }, () => paid(merchant, { recurring: true })));
    const repeat = (id: string) =>
      merchant('POST', `${base}/${id}/repeat`, {
        transaction: { amount: '6.00', recurring: true },
        schedule: monthly,
      });
    const responses = await Promise.all(ids.map((id, index) => (index % 2 === 0 ? add(id) : repeat(id))));
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 201));
  });
});

describe('the advice code of a declined episode', () => {
  const retry = { quantity: 2, unit: 'DAY' };

  /** Charges the schedule's first episode; Mastercard declines it with 51 and this advice code. */
  async function declineFirst(adviceCode: string): Promise<string> {
    const { scheduleId } = await scheduled(merchant, { ...daily, retry });
    const processor = app.sandbox;
    useProcessor(app, {
      ...processor,
      send: async (operation) => {
        const sent = await processor.send({ ...operation, amountMinor: 751 });
        return 'response' in sent ? { ...sent, response: { ...sent.response, adviceCode } } : sent;
      },
    });
    await runDays(app, 1);
    useProcessor(app, processor);
    return scheduleId;
  }

  test('a declined episode is retried after the wait of its advice code', async () => {
    const scheduleId = await declineFirst('27');
    const [episode] = await app.owner<{ days: number }[]>`
      select retry.due_on - first.due_on as days
      from schedule_episode first join schedule_episode retry using (company_id, schedule_id, episode_index)
      where schedule_id = ${scheduleId} and first.retry_index = 0 and retry.retry_index = 1`;
    expect(episode).toEqual({ days: 4 });
  });

  test('advice code 21 suspends the schedule as a withdrawn consent', async () => {
    const scheduleId = await declineFirst('21');
    expect(await readStatus(app, scheduleId)).toBe('SUSPENDED');
    const [line] = await app.owner`
      select code, detail from schedule_audit where schedule_id = ${scheduleId} order by sequence desc limit 1`;
    expect(line).toEqual({
      code: 'CONSENT_WITHDRAWN',
      detail: { reason: 'D100', statusCode: '51', scheme: 'MASTERCARD', adviceCode: '21' },
    });
  });
});
