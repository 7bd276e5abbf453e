import { afterAll, beforeAll, expect, test } from 'vitest';
import { base } from '#features/payments/test/payment-fixtures.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { monthly, startScheduleApp, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

test('pages through the other schedules of the sale, latest first', async () => {
  const { scheduleId, transactionId } = await scheduled(merchant, monthly);
  const stranger = await scheduled(merchant, monthly);
  const family = [scheduleId];
  for (let turn = 0; turn < 3; turn += 1) {
    app.clock.advance(1000);
    const last = family.at(-1) ?? '';
    expect((await clerk('POST', `/schedules/${last}/cancel`, {})).status).toBe(200);
    const added = await merchant('POST', `${base}/${transactionId}/addSchedule`, {
      schedule: { ...monthly, amount: '5.00' },
    });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    family.push(added.body.schedule.scheduleId);
  }
  const [oldest = '', second = '', third = '', live = ''] = family;
  const related = async (id: string, query = '') => {
    const { status, body } = await clerk('GET', `/schedules/${id}/related${query}`);
    expect(status).toBe(200);
    return [body.data.map((row: { scheduleId: string }) => row.scheduleId), body.resultsAvailable];
  };
  expect(await related(oldest)).toEqual([[live, third, second], 3]);
  expect(await related(second)).toEqual([[live, third, oldest], 3]);
  expect(await related(live, '?startFrom=2&limit=1')).toEqual([[second], 3]);
  expect(await related(stranger.scheduleId)).toEqual([[], 0]);
  const { body } = await clerk('GET', `/schedules/${oldest}/related?limit=1`);
  expect(body.data[0]).toMatchObject({
    status: 'ACTIVE',
    owner: 'merchant:1111',
    maskedPan: '990000******0010',
  });
  for (const query of ['?limit=101', '?limit=0', '?startFrom=0'])
    expect((await clerk('GET', `/schedules/${oldest}/related${query}`)).status).toBe(400);
  const meridian = await actAs(app, 'admin@meridian.example');
  expect((await meridian('GET', `/schedules/${oldest}/related`)).status).toBe(404);
});
