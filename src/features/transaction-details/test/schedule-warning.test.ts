import { afterAll, beforeAll, expect, test } from 'vitest';
import { episodesOf, monthly, scheduled } from '#features/schedules/test/schedule-fixtures.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.owner`delete from role_permission where permission = 'P_VIEW_SCHEDULE'`;
});
afterAll(() => app.stop());

test('warns of a due episode without the schedule permission', async () => {
  const { transactionId: id, scheduleId } = await scheduled(actAsMerchant(app), monthly);
  const read = async (userName: string) => {
    const person = await actAs(app, userName);
    const { status, body } = await person('GET', `/proxy/sync/tqs/transaction/${id}`);
    expect(status).toBe(200);
    return [body.linkedScheduleId, body.nextScheduledRepeat, body.scheduleData];
  };
  expect(await read('coffee@harbour.example')).toEqual([scheduleId, '2026-12-20', null]);
  expect(await read('support@harbour.example')).toEqual([null, null, null]);

  const cashier = await actAs(app, 'coffee@harbour.example');
  const repeat = await cashier('POST', `/proxy/sync/ta/transactions/5300001/${id}/repeat`, {
    transaction: { amount: '3.00', currency: 'GBP', commerceType: 'CA', recurring: true },
    skipNext: { scheduleId },
  });
  expect(repeat.status, JSON.stringify(repeat.body)).toBe(201);
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
});
