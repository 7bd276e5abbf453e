import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';
import { runDueEpisodes } from '#features/payments/episodes/server/run-due-episodes.ts';
import { base, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import {
  expectNextCharges,
  monthly,
  startScheduleApp,
  scheduled,
  daily,
  runDays,
  listEpisodes,
  loseResponses,
  readStatus,
} from './schedule-fixtures.ts';
import { clearSuspension } from '../server/clear-suspension.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(async () => {
  await expectNextCharges(app);
  await app.stop();
});

describe('getNextEpisode', () => {
  test('returns the next episode of an active schedule only', async () => {
    const { scheduleId } = await scheduled(merchant, { ...monthly, amount: '4.00' });
    const url = `/proxy/sync/ta/schedules/5300001/${scheduleId}`;
    expect((await clerk('GET', `${url}/next`)).body.nextEpisode).toEqual({
      episodeIndex: 1,
      retryIndex: 0,
      episodeDue: '2026-12-20',
      episodeData: { amount: '4.00', currency: 'GBP' },
    });
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
    expect((await clerk('GET', `${url}/next`)).body).toEqual({ nextEpisode: null });
  });
});

describe('getNextEpisodes', () => {
  const listNext = async (scheduleId: string, count: number) => {
    const { body } = await clerk('GET', `/schedules/${scheduleId}/next/${count}`);
    return (
      body as {
        episodeIndex: number;
        retryIndex: number;
        episodeDue: string;
        episodeData: { amount: string };
      }[]
    ).map(
      (episode) =>
        `${episode.episodeIndex}/${episode.retryIndex} ${episode.episodeDue} ${episode.episodeData.amount}`,
    );
  };

  test('returns the requested number of episodes until the end', async () => {
    const { scheduleId } = await scheduled(merchant, {
      ...monthly,
      startDate: '2027-01-31',
      amounts: ['10.00', '12.00'],
      terminator: { episodeLimit: 4 },
    });
    expect(await listNext(scheduleId, 2)).toEqual(['1/0 2027-01-31 10.00', '2/0 2027-02-28 12.00']);
    expect(await listNext(scheduleId, 10)).toHaveLength(4);
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    expect(await listNext(scheduleId, 5)).toEqual([]);
    expect((await clerk('GET', `/schedules/${scheduleId}/next/0`)).status).toBe(400);
  });

  test('lists a retry before the episodes that wait for it', async () => {
    const { scheduleId } = await scheduled(merchant, {
      ...daily,
      amount: '7.51',
      retry: { quantity: 3, unit: 'DAY' },
    });
    await runDays(app, 1);
    expect(await listNext(scheduleId, 3)).toEqual([
      '1/1 2026-11-24 7.51',
      '2/0 2026-11-22 7.51',
      '3/0 2026-11-23 7.51',
    ]);
    // Details and list show the same next episode.
    const details = await clerk('GET', `/schedules/${scheduleId}`);
    expect(details.body.nextEpisode).toMatchObject({ retryIndex: 1, episodeDue: '2026-11-24' });
    const list = await clerk('POST', '/schedules/search', {
      startFrom: 1,
      limit: 5,
      searchFields: { scheduleId },
    });
    expect(list.body.data).toMatchObject([{ nextEpisodeDate: '2026-11-24', nextEpisodeRetry: '1' }]);
  });

  test('marks a last episode that failed', async () => {
    const { scheduleId } = await scheduled(merchant, { ...daily, amount: '7.51' });
    await runDays(app, 1);
    const details = await clerk('GET', `/schedules/${scheduleId}`);
    expect(details.body.lastEpisode).toMatchObject({ episodeData: { amount: '7.51' }, state: 'FAILED' });
    const body = { startFrom: 1, searchFields: { scheduleId }, resultFields: ['lastEpisodeState'] };
    expect((await clerk('POST', '/schedules/search', { ...body, limit: 5 })).body.data).toEqual([
      { lastEpisodeState: 'FAILED' },
    ]);
    expect((await clerk('POST', '/schedules/report', body)).body).toBe(
      '\uFEFFlastEpisodeState\r\nFAILED\r\n',
    );
  });
});

describe('skipNextEpisode', () => {
  const skip = (scheduleId: string) =>
    clerk('POST', `/proxy/sync/ta/schedules/5300001/${scheduleId}/skipNext`);

  test('skips one episode, which counts against the limit', async () => {
    const { scheduleId } = await scheduled(merchant, { ...daily, terminator: { episodeLimit: 2 } });
    expect((await skip(scheduleId)).body.nextEpisode.episodeIndex).toBe(2);
    await runDays(app, 2);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 SUCCESS']);
    expect(await readStatus(app, scheduleId)).toBe('COMPLETE');
    expect((await skip(scheduleId)).status).toBe(409);
  });

  describe('a repeat that replaces the next episode', () => {
    const repeat = (id: string, scheduleId: string, amount: string, key: string = crypto.randomUUID()) =>
      merchant(
        'POST',
        `${base}/${id}/repeat`,
        { transaction: { amount, recurring: true }, skipNext: { scheduleId } },
        { 'idempotency-key': key },
      );

    test('skips it once when it is paid', async () => {
      const { transactionId, scheduleId } = await scheduled(merchant, monthly);
      const firstRepeat = await repeat(transactionId, scheduleId, '3.00', 'same-key');
      const second = await repeat(transactionId, scheduleId, '3.00', 'same-key');
      expect(firstRepeat.status).toBe(201);
      expect(second.body.transaction.transactionId).toBe(firstRepeat.body.transaction.transactionId);
      expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
    });

    test('leaves it due when the repeat is declined or rejected', async () => {
      const { transactionId, scheduleId } = await scheduled(merchant, monthly);
      expect(reason(await repeat(transactionId, scheduleId, '7.51'))).toBe('D100');
      expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 DUE']);
      expect(reason(await repeat(transactionId, scheduleId, '0'))).toBe('V100');
      expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 DUE']);
    });

    test('holds it while the result of the repeat is unknown', async () => {
      const { transactionId, scheduleId } = await scheduled(merchant, daily);
      const findAgain = loseResponses(app);
      expect(reason(await repeat(transactionId, scheduleId, '7.00'))).toBe('U200');
      findAgain();
      await runDays(app, 1);
      expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 RUNNING']);
      const { reconcilePayments } =
        await import('#features/payments/payments/server/jobs/reconcile-payments.ts');
      await reconcilePayments.run(app.services);
      expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
      await clerk('POST', `/schedules/${scheduleId}/cancel`);
    });

    test("is rejected for another payment's schedule", async () => {
      const firstSchedule = await scheduled(merchant, monthly);
      const otherSchedule = await scheduled(merchant, monthly);
      const before = (await app.owner`select 1 from txn`).length;
      for (const id of [otherSchedule.scheduleId, '0'.repeat(32), '']) {
        expect(reason(await repeat(firstSchedule.transactionId, id, '3.00'))).toBe('A103');
      }
      expect((await app.owner`select 1 from txn`).length).toBe(before);
      expect(await listEpisodes(app, otherSchedule.scheduleId)).toEqual(['1/0 DUE']);
    });
  });

  test('creates its own schedule with a repeat', async () => {
    const { transactionId } = await scheduled(merchant, monthly);
    const response = await merchant('POST', `${base}/${transactionId}/repeat`, {
      transaction: { amount: '6.00', instalment: true },
      schedule: { ...monthly, terminator: { episodeLimit: 3 } },
    });
    const { body } = await clerk('GET', `/schedules/${response.body.schedule.scheduleId}`);
    expect(body.transactionId).toBe(response.body.transaction.transactionId);
    expect(body.definition.episodeData).toEqual([{ transactionId, amount: '6.00' }]);
  });

  test.each([
    ['skipNext', 'SKIPPED'],
    ['suspend', 'HELD'],
    ['cancel', 'DROPPED'],
  ])('%s while the worker runs: an episode is charged or %s, never both', async (action, otherResult) => {
    const ids: string[] = [];
    while (ids.length < 12) ids.push((await scheduled(merchant, daily)).scheduleId);
    app.clock.advance(dayMs);
    await clerk('GET', '/me');
    const act = (id: string) =>
      action === 'skipNext' ? skip(id) : clerk('POST', `/schedules/${id}/${action}`);
    const worker = runDueEpisodes.run(app.services);
    // In reverse of the worker's order.
    const responses = await Promise.all(ids.toReversed().map(act));
    await worker;
    // While a charge is running, no next episode can be skipped.
    const statuses = responses.map(({ status }) => status).toReversed();
    for (const [index, id] of ids.entries()) {
      const states = await listEpisodes(app, id);
      const charges = await app.owner`select txn_status from txn where schedule_id = ${id}`;
      const isCharged = charges.length > 0;
      expect(charges).toEqual(isCharged ? [{ txnStatus: 'SUCCESS' }] : []);
      expect(states[0]).toBe(`1/0 ${isCharged ? 'SUCCESS' : otherResult}`);
      if (action !== 'skipNext') expect(statuses[index]).toBe(200);
      else if (statuses[index] === 409) expect(states).toEqual(['1/0 SUCCESS', '2/0 DUE']);
      else expect(states.filter((line) => line.endsWith('SKIPPED'))).toHaveLength(1);
    }
    if (action === 'skipNext') await Promise.all(ids.map((id) => clerk('POST', `/schedules/${id}/cancel`)));
  });
});

const readFailure = async (scheduleId: string) =>
  (await clerk('GET', `/schedules/${scheduleId}`)).body.failure;

/** Charges the first episode; the card holder's bank declines it with this code. */
async function declineFirst(statusCode: string, schedule: object = daily): Promise<string> {
  const { scheduleId } = await scheduled(merchant, schedule);
  const processor = app.sandbox;
  useProcessor(app, {
    ...processor,
    send: async (operation) => {
      const sent = await processor.send({ ...operation, amountMinor: 751 });
      return 'response' in sent ? { ...sent, response: { ...sent.response, statusCode } } : sent;
    },
  });
  await runDays(app, 1);
  useProcessor(app, processor);
  return scheduleId;
}

describe('the failure of a schedule', () => {
  test('is missing while nothing has failed', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    expect(await readFailure(scheduleId)).toBeNull();
    await runDays(app, 1);
    expect(await readFailure(scheduleId)).toBeNull();
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
    expect(await readFailure(scheduleId)).toBeNull();
  });

  test('is a decline until the retry is charged', async () => {
    const scheduleId = await declineFirst('51', { ...daily, retry: { quantity: 1, unit: 'DAY' } });
    expect(await readFailure(scheduleId)).toMatchObject({ code: 'DECLINED', statusCode: '51' });
    await runDays(app, 1);
    expect(await readFailure(scheduleId)).toBeNull();
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  test('is removed when the schedule is resumed', async () => {
    const needsCard = await declineFirst('54');
    await clerk('POST', `/schedules/${needsCard}/resume`);
    expect(await readFailure(needsCard)).toBeNull();
    const stoppedSchedule = await declineFirst('58');
    await clearSuspension(app.services.database, {
      scheduleId: stoppedSchedule,
      operator: 'Ada',
      now: app.clock.now(),
    });
    expect(await readFailure(stoppedSchedule)).toBeNull();
    for (const id of [needsCard, stoppedSchedule]) await clerk('POST', `/schedules/${id}/cancel`);
  });

  test('stays after a user suspended the schedule', async () => {
    const scheduleId = await declineFirst('05');
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    expect(await readFailure(scheduleId)).toMatchObject({ code: 'FAILED', statusCode: '05' });
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });
});
