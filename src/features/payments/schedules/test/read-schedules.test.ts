import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { base, goodCard, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { startScheduleApp, monthly, scheduled, listEpisodes, runDays, daily } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

describe('getSchedule', () => {
  test('returns the schedule that a payment created', async () => {
    const customer = { merchantRef: 'cust-1', displayName: 'Ada Lovell', email: 'ada@example.org' };
    const schedule = {
      ...monthly,
      amounts: ['10.00', '12.50'],
      retry: { quantity: 1, unit: 'DAY' },
      terminator: { episodeLimit: 3 },
    };
    const { scheduleId, transactionId } = await scheduled(merchant, schedule, { customer });
    expect(scheduleId).toMatch(/^[0-9a-f]{32}$/);
    const { body } = await clerk('GET', `/schedules/${scheduleId}`);
    expect(body).toMatchObject({
      id: scheduleId,
      owner: 'merchant:1111',
      status: 'ACTIVE',
      type: 'frequency',
      transactionId,
      definition: {
        frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 },
        terminator: { episodeLimit: 3 },
        retry: { processWhileRetrying: false, catchupAfterRetrying: false },
        episodeData: [
          { transactionId, amount: '10.00' },
          { transactionId, amount: '12.50' },
        ],
      },
      metaData: {
        customerMerchantRef: 'cust-1',
        customerEmail: 'ada@example.org',
        customerName: 'Ada Lovell',
        maskedPan: '990000******0010',
        lastFour: '0010',
      },
      lastEpisode: null,
      nextEpisode: { episodeIndex: 1, episodeDue: '2026-12-20', episodeData: { amount: '10.00' } },
    });
    await runDays(app, 31);
    const afterCharge = await clerk('GET', `/schedules/${scheduleId}`);
    expect(afterCharge.body.lastEpisode).toEqual({
      episodeDue: '2026-12-20',
      episodeData: { amount: '10.00' },
      state: 'SUCCESS',
    });
    expect(afterCharge.body.nextEpisode.episodeDue).toBe('2027-01-20');
  });

  test('does not exist after a declined payment', async () => {
    const body = payment({ amount: '7.51', recurring: true }, undefined, { schedule: monthly });
    const response = await merchant('POST', `${base}/payment`, body);
    expect([response.status, response.body.schedule]).toEqual([400, undefined]);
    expect(await app.owner`select 1 from schedule where status = 'PLANNED'`).toEqual([]);
  });

  test('is not found while its payment is pending', async () => {
    const card = { ...goodCard, pan: '9900000000005159' };
    const body = payment(
      { amount: '10.33', do3DSecure: true, recurring: true },
      { card },
      { schedule: monthly },
    );
    const response = await merchant('POST', `${base}/payment`, body);
    expect(response.body.transaction.status).toBe('PENDING');
    expect(response.body.schedule).toBeUndefined();
    const [row] = await app.owner<{ id: string }[]>`
      select schedule_id as id from schedule where status = 'PLANNED'`;
    expect(await listEpisodes(app, row?.id ?? '')).toEqual([]);
    expect((await clerk('GET', `/schedules/${row?.id}`)).status).toBe(404);
    const { expireSuspended } = await import('#features/payments/payments/server/jobs/expire-payments.ts');
    app.clock.advance(26 * 60_000);
    await expireSuspended.run(app.services);
    expect(await app.owner`select 1 from schedule where status = 'PLANNED'`).toEqual([]);
  });

  test('rejects the payment when the schedule is invalid or unsupported', async () => {
    const count = async () => (await app.owner`select 1 from txn`).length;
    const before = await count();
    const invalidPayment = payment({ recurring: true }, undefined, { schedule: { fixed: ['2020-01-01'] } });
    expect(reason(await merchant('POST', `${base}/payment`, invalidPayment))).toBe('V100');
    await app.owner`delete from organisation_feature where feature = 'SCHEDULER'`;
    const closed = payment({ recurring: true }, undefined, { schedule: monthly });
    expect(reason(await merchant('POST', `${base}/payment`, closed))).toBe('V104');
    await app.owner`insert into organisation_feature (organisation_id, feature) values (1100, 'SCHEDULER')`;
    expect(await count()).toBe(before);
  });
});

describe('getInstallationSchedule', () => {
  test('finds a schedule under its own installation only', async () => {
    const { scheduleId } = await scheduled(merchant, monthly);
    const response = await clerk('GET', `/proxy/sync/ta/schedules/5300001/${scheduleId}`);
    expect([response.status, response.body.id, response.body.status]).toEqual([200, scheduleId, 'ACTIVE']);
    for (const suffix of ['', '/next']) {
      expect((await clerk('GET', `/proxy/sync/ta/schedules/5300002/${scheduleId}${suffix}`)).status).toBe(
        404,
      );
    }
    expect((await clerk('POST', `/proxy/sync/ta/schedules/5300002/${scheduleId}/skipNext`)).status).toBe(404);
  });
});

describe('listRelatedSchedules', () => {
  test('pages through the other schedules of the sale, latest first', async () => {
    const { scheduleId, transactionId } = await scheduled(merchant, monthly);
    const unrelated = await scheduled(merchant, monthly);
    const family = [scheduleId];
    for (let round = 0; round < 3; round += 1) {
      app.clock.advance(1000);
      const last = family.at(-1) ?? '';
      expect((await clerk('POST', `/schedules/${last}/cancel`, {})).status).toBe(200);
      const added = await merchant('POST', `${base}/${transactionId}/addSchedule`, {
        schedule: { ...monthly, amount: '5.00' },
      });
      expect(added.status, JSON.stringify(added.body)).toBe(201);
      family.push(added.body.schedule.scheduleId);
    }
    const [oldest = '', second = '', third = '', liveId = ''] = family;
    const related = async (id: string, query = '') => {
      const { status, body } = await clerk('GET', `/schedules/${id}/related${query}`);
      expect(status).toBe(200);
      return [body.data.map((row: { scheduleId: string }) => row.scheduleId), body.resultsAvailable];
    };
    expect(await related(oldest)).toEqual([[liveId, third, second], 3]);
    expect(await related(second)).toEqual([[liveId, third, oldest], 3]);
    expect(await related(liveId, '?startFrom=2&limit=1')).toEqual([[second], 3]);
    expect(await related(unrelated.scheduleId)).toEqual([[], 0]);
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
});

describe('getScheduleAudit', () => {
  test('lists every change, latest first', async () => {
    const thirdDay = new Date(app.clock.now().getTime() + 3 * dayMs).toISOString().slice(0, 10);
    const { scheduleId, transactionId } = await scheduled(merchant, {
      ...daily,
      amounts: ['5.00', '7.51', '5.00'],
      terminator: { episodeLimit: 4 },
    });
    await runDays(app, 2);
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    await runDays(app, 2);
    await clerk('POST', `/schedules/${scheduleId}/resume`);
    await runDays(app, 1);
    const { body } = await clerk('GET', `/schedules/${scheduleId}/audit`);
    const rows = body as {
      before: string | null;
      after: string;
      code: string;
      message: string;
      date: string;
    }[];
    expect(rows.toReversed().map(({ before, after, code }) => `${code} ${before} ${after}`)).toEqual([
      'CREATED null ACTIVE',
      'CHARGED ACTIVE ACTIVE',
      'FAILED ACTIVE ACTIVE',
      'SUSPENDED ACTIVE SUSPENDED',
      'RESUMED SUSPENDED ACTIVE',
      'SKIPPED ACTIVE ACTIVE',
      'CHARGED ACTIVE ACTIVE',
      'COMPLETE ACTIVE COMPLETE',
    ]);
    expect(rows.at(-1)?.message).toBe(`Created with transaction ${transactionId}`);
    expect(rows.find(({ code }) => code === 'SKIPPED')?.message).toBe(
      `Episode 3, due on ${thirdDay}, was skipped`,
    );
    expect(rows[0]?.date).toBe(app.clock.now().toISOString());
  });
});
