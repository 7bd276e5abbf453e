import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base, reason } from '#features/payments/test/shop.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import {
  daily,
  episodesOf,
  liveDays,
  loseAnswers,
  monthly,
  openCounter,
  scheduled,
  statusOf,
} from './standing.ts';

let app: TestApp;
let shop: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, shop, clerk } = await openCounter());
});
afterAll(() => app.stop());

const skip = (scheduleId: string) => clerk('POST', `/proxy/sync/ta/schedules/5300001/${scheduleId}/skipNext`);

it('leaves one episode out, which counts against the limit', async () => {
  const { scheduleId } = await scheduled(shop, { ...daily, terminator: { episodeLimit: 2 } });
  expect((await skip(scheduleId)).body.nextEpisode.episodeIndex).toBe(2);
  await liveDays(app, 2);
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 SUCCESS']);
  expect(await statusOf(app, scheduleId)).toBe('COMPLETE');
  expect((await skip(scheduleId)).status).toBe(409);
});

describe('a repeat that replaces the next episode', () => {
  const repeat = (id: string, scheduleId: string, amount: string, key: string = crypto.randomUUID()) =>
    shop(
      'POST',
      `${base}/${id}/repeat`,
      { transaction: { amount, recurring: true }, skipNext: { scheduleId } },
      { 'idempotency-key': key },
    );

  it('skips it when it is paid, once for one key', async () => {
    const { transactionId, scheduleId } = await scheduled(shop, monthly);
    const first = await repeat(transactionId, scheduleId, '3.00', 'same-key');
    const second = await repeat(transactionId, scheduleId, '3.00', 'same-key');
    expect(first.status).toBe(201);
    expect(second.body.transaction.transactionId).toBe(first.body.transaction.transactionId);
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
  });

  it('leaves it due when it is declined or refused: nobody goes uncharged', async () => {
    const { transactionId, scheduleId } = await scheduled(shop, monthly);
    expect(reason(await repeat(transactionId, scheduleId, '7.51'))).toBe('D100');
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 DUE']);
    expect(reason(await repeat(transactionId, scheduleId, '0'))).toBe('V100');
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 DUE']);
  });

  it('while its end is not known keeps the episode from being charged, and from being lost', async () => {
    const { transactionId, scheduleId } = await scheduled(shop, daily);
    const findAgain = loseAnswers(app);
    expect(reason(await repeat(transactionId, scheduleId, '7.00'))).toBe('U200');
    findAgain();
    await liveDays(app, 1);
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 RUNNING']);
    const { sweepIntents } = await import('#features/payments/server/jobs/sweep-intents.ts');
    await sweepIntents.run(app.services);
    expect(await episodesOf(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  it('is refused for the schedule of another payment, and charges nobody', async () => {
    const one = await scheduled(shop, monthly);
    const other = await scheduled(shop, monthly);
    const before = (await app.owner`select 1 from txn`).length;
    for (const id of [other.scheduleId, '0'.repeat(32), '']) {
      expect(reason(await repeat(one.transactionId, id, '3.00'))).toBe('A103');
    }
    expect((await app.owner`select 1 from txn`).length).toBe(before);
    expect(await episodesOf(app, other.scheduleId)).toEqual(['1/0 DUE']);
  });
});

it('a repeat may begin a schedule of its own', async () => {
  const { transactionId } = await scheduled(shop, monthly);
  const answer = await shop('POST', `${base}/${transactionId}/repeat`, {
    transaction: { amount: '6.00', instalment: true },
    schedule: { ...monthly, terminator: { episodeLimit: 3 } },
  });
  const { body } = await clerk('GET', `/schedules/${answer.body.schedule.scheduleId}`);
  expect(body.transactionId).toBe(answer.body.transaction.transactionId);
  expect(body.definition.episodeData).toEqual([{ transactionId, amount: '6.00' }]);
});
