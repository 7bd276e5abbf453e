import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDueEpisodes } from '#features/episodes/server/jobs/run-due-episodes.ts';
import { base, reason } from '#features/payments/test/payment-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import {
  daily,
  episodesOf,
  runDays,
  loseResponses,
  monthly,
  startScheduleApp,
  scheduled,
  statusOf,
} from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

const skip = (scheduleId: string) => clerk('POST', `/proxy/sync/ta/schedules/5300001/${scheduleId}/skipNext`);

test('skips one episode, which counts against the limit', async () => {
  const { scheduleId } = await scheduled(merchant, { ...daily, terminator: { episodeLimit: 2 } });
  expect((await skip(scheduleId)).body.nextEpisode.episodeIndex).toBe(2);
  await runDays(app, 2);
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 SUCCESS']);
  expect(await statusOf(app, scheduleId)).toBe('COMPLETE');
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
    const first = await repeat(transactionId, scheduleId, '3.00', 'same-key');
    const second = await repeat(transactionId, scheduleId, '3.00', 'same-key');
    expect(first.status).toBe(201);
    expect(second.body.transaction.transactionId).toBe(first.body.transaction.transactionId);
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
  });

  test('leaves it due when the repeat is declined or rejected', async () => {
    const { transactionId, scheduleId } = await scheduled(merchant, monthly);
    expect(reason(await repeat(transactionId, scheduleId, '7.51'))).toBe('D100');
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 DUE']);
    expect(reason(await repeat(transactionId, scheduleId, '0'))).toBe('V100');
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 DUE']);
  });

  test('holds it while the result of the repeat is unknown', async () => {
    const { transactionId, scheduleId } = await scheduled(merchant, daily);
    const findAgain = loseResponses(app);
    expect(reason(await repeat(transactionId, scheduleId, '7.00'))).toBe('U200');
    findAgain();
    await runDays(app, 1);
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 RUNNING']);
    const { reconcilePayments } = await import('#features/payments/server/jobs/reconcile-payments.ts');
    await reconcilePayments.run(app.services);
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  test("is rejected for another payment's schedule", async () => {
    const one = await scheduled(merchant, monthly);
    const other = await scheduled(merchant, monthly);
    const before = (await app.owner`select 1 from txn`).length;
    for (const id of [other.scheduleId, '0'.repeat(32), '']) {
      expect(reason(await repeat(one.transactionId, id, '3.00'))).toBe('A103');
    }
    expect((await app.owner`select 1 from txn`).length).toBe(before);
    expect(await episodesOf(app, other.scheduleId)).toEqual(['1/0 DUE']);
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
])('%s while the worker runs: an episode is charged or %s, never both', async (action, otherwise) => {
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
  // There is no next episode to skip while its charge is running.
  const statuses = responses.map(({ status }) => status).toReversed();
  for (const [at, id] of ids.entries()) {
    const states = await episodesOf(app, id);
    const charges = await app.owner`select txn_status from txn where schedule_id = ${id}`;
    const isCharged = charges.length > 0;
    expect(charges).toEqual(isCharged ? [{ txnStatus: 'SUCCESS' }] : []);
    expect(states[0]).toBe(`1/0 ${isCharged ? 'SUCCESS' : otherwise}`);
    if (action !== 'skipNext') expect(statuses[at]).toBe(200);
    else if (statuses[at] === 409) expect(states).toEqual(['1/0 SUCCESS', '2/0 DUE']);
    else expect(states.filter((line) => line.endsWith('SKIPPED'))).toHaveLength(1);
  }
  if (action === 'skipNext') await Promise.all(ids.map((id) => clerk('POST', `/schedules/${id}/cancel`)));
});
