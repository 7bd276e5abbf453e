import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDueEpisodes } from '#features/payments/episodes/server/run-due-episodes.ts';
import { base } from '#features/payments/payments/test/payment-fixtures.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { daily, expectNextCharges, runDays, scheduled, startScheduleApp } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
/** Schedules by what happened to them. Charges whose amount ends with .51 are declined. */
const ids: Record<string, string> = {};
const payments: Record<string, string> = {};
const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id);

async function create(name: string, schedule: object): Promise<void> {
  const { scheduleId, transactionId } = await scheduled(merchant, { ...daily, ...schedule });
  ids[name] = scheduleId;
  payments[name] = transactionId;
}

const act = async (name: string, action: string) =>
  expect((await clerk('POST', `/schedules/${ids[name]}/${action}`)).status).toBe(200);

/* Today is 21 November 2026 once the worker has run. */
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
  await create('charged', { startDate: '2026-11-21' });
  await create('retried', { startDate: '2026-11-21', amount: '7.51', retry: { quantity: 2, unit: 'DAY' } });
  await create('failed', { startDate: '2026-11-21', amount: '3.51' });
  await create('later', { startDate: '2026-12-05' });
  await create('suspended', { startDate: '2026-11-22' });
  await create('cancelled', { startDate: '2026-11-22' });
  await create('byTheSystem', { startDate: '2026-11-22' });
  await runDays(app, 1);
  await act('suspended', 'suspend');
  await act('cancelled', 'cancel');
  await app.owner`update schedule set status = 'TECH_SUSPENDED' where schedule_id = ${ids.byTheSystem ?? ''}`;
});
afterAll(async () => {
  await expectNextCharges(app);
  await app.stop();
});

interface Found {
  data: Record<string, string | null>[];
  resultsAvailable: number;
}

async function search(body: object): Promise<Found> {
  const response = await clerk('POST', '/schedules/search', { startFrom: 1, limit: 25, ...body });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}
const names = ({ data }: Found) => data.map(({ scheduleId }) => nameOf(scheduleId ?? ''));
const found = async (searchFields: object) => names(await search({ searchFields })).toSorted();

describe('a search', () => {
  test.each([
    ['due on a day', { nextEpisodeDate: { start: '2026-11-22', end: '2026-11-22' } }, ['charged', 'failed']],
    ['due from a day on', { nextEpisodeDate: { start: '2026-11-23' } }, ['later', 'retried']],
    ['due until a day', { nextEpisodeDate: { end: '2026-12-04' } }, ['charged', 'failed', 'retried']],
    ['whose last charge failed', { lastEpisodeState: 'FAILED' }, ['failed']],
    ['whose last charge succeeded', { lastEpisodeState: 'SUCCESS' }, ['charged']],
    ['suspended by the system', { status: ['TECH_SUSPENDED'] }, ['byTheSystem']],
    [
      'due and failed',
      { lastEpisodeState: 'FAILED', nextEpisodeDate: { start: '2026-11-22', end: '2026-11-22' } },
      ['failed'],
    ],
  ])('finds schedules %s', async (_name, searchFields, expected) => {
    expect(await found(searchFields)).toEqual(expected);
  });

  test.each([
    ['no end', {}],
    ['a backward interval', { start: '2026-11-23', end: '2026-11-22' }],
    ['an instant', { start: '2026-11-22T00:00:00Z' }],
  ])('rejects %s of the next charge', async (_name, nextEpisodeDate) => {
    const body = { startFrom: 1, limit: 25, searchFields: { nextEpisodeDate } };
    expect((await clerk('POST', '/schedules/search', body)).status).toBe(400);
  });

  test('sorts by the day that the row shows, missing days last', async () => {
    const nextDays = async (direction: string) =>
      (await search({ sortBy: { nextEpisodeDate: direction } })).data.map((row) => row.nextEpisodeDate);
    const [tomorrow, retry, later] = ['2026-11-22', '2026-11-23', '2026-12-05'];
    const none = [null, null, null];
    expect(await nextDays('ASC')).toEqual([tomorrow, tomorrow, retry, later, ...none]);
    expect(await nextDays('DESC')).toEqual([later, retry, tomorrow, tomorrow, ...none]);
  });

  test('sorts by last charge and by status', async () => {
    const byLast = await search({ sortBy: { lastEpisodeDate: 'DESC' } });
    expect(byLast.data.map((row) => row.lastEpisodeDate)).toEqual([
      '2026-11-21',
      '2026-11-21',
      ...Array(5).fill(null),
    ]);
    const byStatus = await search({ sortBy: { status: 'ASC' } });
    expect(byStatus.data.map((row) => row.status)).toEqual([
      ...Array(4).fill('ACTIVE'),
      'CANCELLED',
      'SUSPENDED',
      'TECH_SUSPENDED',
    ]);
  });

  test('rejects two sort fields', async () => {
    const sortBy = { status: 'ASC', creationDate: 'ASC' };
    expect((await clerk('POST', '/schedules/search', { startFrom: 1, limit: 25, sortBy })).status).toBe(400);
  });

  test('pages through a sorted list without repeating a row', async () => {
    for (const direction of ['ASC', 'DESC'])
      for (const limit of [1, 2, 3]) {
        const seen = [];
        for (let startFrom = 1; startFrom <= 7; startFrom += limit)
          seen.push(...names(await search({ startFrom, limit, sortBy: { nextEpisodeDate: direction } })));
        const whole = await search({ sortBy: { nextEpisodeDate: direction } });
        expect([direction, limit, seen]).toEqual([direction, limit, names(whole)]);
      }
  });
});

describe('the day of the next charge', () => {
  const dayOf = async (name: string) => {
    const { data } = await search({ searchFields: { scheduleId: ids[name] } });
    await expectNextCharges(app);
    return data[0]?.nextEpisodeDate;
  };

  test('follows resume, skip and cancel', async () => {
    await act('suspended', 'resume');
    expect(await dayOf('suspended')).toBe('2026-11-22');
    const skip = `/proxy/sync/ta/schedules/5300001/${ids.suspended}/skipNext`;
    expect((await clerk('POST', skip)).status).toBe(200);
    expect(await dayOf('suspended')).toBe('2026-11-23');
    await act('suspended', 'cancel');
    expect(await dayOf('suspended')).toBeNull();
  });

  test('follows charges and retries', async () => {
    for (let day = 0; day < 6; day += 1) {
      await runDays(app, 1);
      await runDueEpisodes.run(app.services);
      await expectNextCharges(app);
    }
    expect(await dayOf('charged')).toBe('2026-11-28');
  });
});

describe('transactions of a schedule', () => {
  const transactions = async (scheduleId: string) => {
    const { status, body } = await clerk('POST', '/proxy/sync/tqs/reporting/internal/search', {
      startFrom: 1,
      limit: 25,
      fields: [
        ...['txn_id', 'txn_type', 'EPISODE_INDEX'].map((field) => ({ field })),
        { field: 'SCHEDULE_ID', display: false, filter: { operation: 'EQUALS', value: [scheduleId] } },
        { field: 'txn_id', display: false, sort: 'ASC' },
      ],
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as [string, string, number][];
  };
  const send = async (id: string, action: string, body: object) => {
    const response = await merchant('POST', `${base}/${id}/${action}`, body);
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return response.body.transaction.transactionId as string;
  };

  test('include refunds of episodes and a payment that replaced one', async () => {
    await create('whole', { startDate: '2026-12-01' });
    const { whole: scheduleId = '' } = ids;
    await runDays(app, 4);
    const [[episode = ''] = []] = await transactions(scheduleId);
    const refund = await send(episode, 'refund', { transaction: { amount: '1.00' } });
    const replacement = await send(payments.whole ?? '', 'repeat', {
      transaction: { amount: '5.00', currency: 'GBP', recurring: true },
      skipNext: { scheduleId },
    });
    const refundOfReplacement = await send(replacement, 'refund', { transaction: { amount: '2.00' } });
    expect(await transactions(scheduleId)).toEqual([
      [episode, 'REPEAT', 1],
      [refund, 'REFUND', 1],
      [replacement, 'REPEAT', 2],
      [refundOfReplacement, 'REFUND', 2],
    ]);
  });

  test('do not include the refund of its first payment', async () => {
    await create('refunded', { startDate: '2027-01-01' });
    await send(payments.refunded ?? '', 'refund', { transaction: { amount: '1.00' } });
    expect(await transactions(ids.refunded ?? '')).toEqual([]);
  });
});

describe('reportSchedules', () => {
  test('streams all rows in the order of the next charge, with the original transaction', async () => {
    await app.owner`truncate schedule_episode`;
    await app.owner`
      insert into schedule select (jsonb_populate_record(s, jsonb_build_object(
        'schedule_id', md5(n::text), 'txn_id', n, 'status', 'ACTIVE',
        'next_charge_on', case when n % 3 > 0 then date '2027-01-01' + n % 50 end))).*
      from schedule s, generate_series(1, 1203) n where s.schedule_id = ${ids.later ?? ''}`;
    for (const [direction, compare] of [
      ['ASC', (a: string, b: string) => a <= b],
      ['DESC', (a: string, b: string) => a >= b],
    ] as const) {
      const { body } = await clerk('POST', '/schedules/report', {
        sortBy: { nextEpisodeDate: direction },
        searchFields: { status: ['ACTIVE'] },
        resultFields: ['scheduleId', 'transactionId'],
      });
      const [, ...rows] = body.replace('\uFEFF', '').trimEnd().split('\r\n') as string[];
      const stored = await app.owner<{ id: string; txnId: string; day: string | null }[]>`
        select schedule_id as id, txn_id::text as txn_id, next_charge_on::text as day from schedule where status = 'ACTIVE'`;
      const byId = new Map(stored.map((row) => [row.id, row]));
      expect(rows.toSorted()).toEqual(stored.map(({ id, txnId }) => `${id},${txnId}`).toSorted());
      const days = rows.map((row) => byId.get(row.slice(0, 32))?.day ?? null);
      const count = days.findIndex((day) => day === null);
      expect(days.slice(count).every((day) => day === null)).toBe(true);
      const known = days.slice(0, count) as string[];
      expect(known.every((day, at) => at === 0 || compare(known[at - 1] ?? '', day))).toBe(true);
    }
    await app.owner`delete from schedule`;
  });
});
