import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  expectNextCharges,
  daily,
  listEpisodes,
  runDays,
  loseResponses,
  monthly,
  scheduled,
  readStatus,
} from '#features/payments/schedules/test/schedule-fixtures.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';
import { createOperator } from '#app/server/processes/operator-server.ts';
import { createMetrics } from '#server/metrics.ts';
import { reportProcessorOutages } from '../server/report-processor-outages.ts';
import { runDueEpisodes } from '../server/run-due-episodes.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterEach(async () => {
  // Keeps the schedules of one test from being charged in the next.
  await app.owner`update schedule set status = 'CANCELLED' where status <> 'COMPLETE'`;
  await app.owner`update schedule_episode set state = 'DROPPED' where state in ('DUE', 'HELD')`;
});
afterAll(async () => {
  await expectNextCharges(app);
  await closeMerchant(app);
});

const listCharges = (scheduleId: string) => app.owner<
  { index: number; left: number | null; minor: number; type: string; status: string; root: string }[]
>`
  select episode_index as index, schedule_remaining_episode_count as left, requested_minor as minor, txn_type as type,
         txn_status as status, root_id::text as root
  from txn where schedule_id = ${scheduleId} order by txn_id`;

describe('the worker', () => {
  test("makes an episode due at 06:00 in the merchant's time zone", async () => {
    const now = app.clock.now();
    await app.owner`update organisation set time_zone = 'Pacific/Auckland' where id = 1111`;
    const tomorrow = new Date(now.getTime() + 2 * dayMs).toISOString().slice(0, 10);
    const { scheduleId } = await scheduled(merchant, { fixed: [tomorrow] });
    await app.owner`update organisation set time_zone = null where id = 1111`;
    // 06:00 in Auckland's summer is 17:00 UTC of the day before.
    const [nextAttempt] = await app.owner<{ at: Date }[]>`
      select due_at as at from schedule_episode where schedule_id = ${scheduleId}`;
    expect(nextAttempt?.at.toISOString()).toBe(
      `${new Date(now.getTime() + dayMs).toISOString().slice(0, 10)}T17:00:00.000Z`,
    );
  });

  test('charges every episode once with its amount', async () => {
    const { scheduleId, transactionId } = await scheduled(merchant, {
      ...monthly,
      amounts: ['10.00', '12.00'],
      terminator: { episodeLimit: 3 },
    });
    await runDays(app, 29);
    expect(await listCharges(scheduleId)).toEqual([]);
    await runDays(app, 70);
    const charge = { type: 'REPEAT', status: 'SUCCESS', root: transactionId };
    expect(await listCharges(scheduleId)).toEqual([
      { index: 1, left: 2, minor: 1000, ...charge },
      { index: 2, left: 1, minor: 1200, ...charge },
      { index: 3, left: 0, minor: 1200, ...charge },
    ]);
    expect(await readStatus(app, scheduleId)).toBe('COMPLETE');
    await runDueEpisodes.run(app.services);
    expect(await listCharges(scheduleId)).toHaveLength(3);
  });

  test('charges missed episodes in order after days without a worker', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const otherSchedule = await scheduled(merchant, monthly);
    app.clock.advance(40 * dayMs);
    await runDueEpisodes.run(app.services);
    const days = Array.from({ length: 40 }, (_, index) => index + 1);
    expect((await listCharges(scheduleId)).map(({ index }) => index)).toEqual(days);
    expect((await listEpisodes(app, scheduleId)).at(-1)).toBe('41/0 DUE');
    expect(await listEpisodes(app, otherSchedule.scheduleId)).toEqual(['1/0 SUCCESS', '2/0 DUE']);
  });

  test('wakes other workers for more than one batch', async () => {
    let calls = 0;
    const help = async () => {
      calls += 1;
    };
    await scheduled(merchant, daily);
    app.clock.advance(dayMs);
    await runDueEpisodes.run(app.services, help);
    expect(calls).toBe(0);
    // Episodes of a suspended schedule: leased and never charged.
    const { scheduleId } = await scheduled(merchant, daily);
    await app.owner`update schedule set status = 'SUSPENDED' where schedule_id = ${scheduleId}`;
    await app.owner`
      insert into schedule_episode (company_id, schedule_id, episode_index, retry_index, due_on, due_at, next_check_at,
                                    amount_minor, state)
      select company_id, schedule_id, 100 + n, 0, due_on, due_at, ${app.clock.now()}, 100, 'DUE'
      from schedule_episode, generate_series(1, 150) n where schedule_id = ${scheduleId}`;
    await runDueEpisodes.run(app.services, help);
    expect(calls).toBe(1);
    expect(await listCharges(scheduleId)).toEqual([]);
  });

  test('retries a charge that has another operation in progress', async () => {
    const { scheduleId, transactionId } = await scheduled(merchant, daily);
    await app.owner`update payment set in_progress = 1 where root_id = ${transactionId}`;
    await runDays(app, 1);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 DUE']);
    await app.owner`update payment set in_progress = null where root_id = ${transactionId}`;
    await runDueEpisodes.run(app.services);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 DUE']);
    app.clock.advance(60_000);
    await runDueEpisodes.run(app.services);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 SUCCESS', '2/0 DUE']);
  });
});

describe('a decline', () => {
  const declining = (more: object) => ({ ...daily, amounts: ['7.51', '5.00'], ...more });
  const retry = { quantity: 2, unit: 'DAY' };

  test('without a retry fails only its episode', async () => {
    const { scheduleId } = await scheduled(merchant, declining({}));
    await runDays(app, 2);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 FAILED', '2/0 SUCCESS', '3/0 DUE']);
  });

  test('is retried four times while later episodes are held, then skipped', async () => {
    const { scheduleId } = await scheduled(merchant, declining({ retry }));
    await runDays(app, 8);
    expect(await listEpisodes(app, scheduleId)).toEqual([
      '1/0 FAILED',
      '1/1 FAILED',
      '1/2 FAILED',
      '1/3 FAILED',
      '1/4 DUE',
      '2/0 HELD',
    ]);
    await runDays(app, 1);
    const lines = await listEpisodes(app, scheduleId);
    expect(lines.slice(4, 7)).toEqual(['1/4 FAILED', '2/0 SKIPPED', '3/0 SKIPPED']);
    expect(lines.at(-1)).toBe('10/0 DUE');
  });

  test('is retried two days after the due day, however late it ran', async () => {
    const { scheduleId } = await scheduled(merchant, declining({ retry }));
    // No worker runs on the first day.
    app.clock.advance(dayMs);
    await runDays(app, 1);
    const [row] = await app.owner`
      select f.ended_at::date - f.due_on as late, r.due_on - f.due_on as after
      from schedule_episode f join schedule_episode r using (company_id, schedule_id, episode_index)
      where f.schedule_id = ${scheduleId} and f.episode_index = 1 and f.retry_index = 0 and r.retry_index = 1`;
    expect(row).toEqual({ late: 1, after: 2 });
  });

  test('lets later episodes run with processWhileRetrying', async () => {
    const { scheduleId } = await scheduled(
      merchant,
      declining({ retry: { ...retry, processWhileRetrying: true } }),
    );
    await runDays(app, 2);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 FAILED', '1/1 DUE', '2/0 SUCCESS', '3/0 DUE']);
  });

  test('charges held episodes with catchupAfterRetrying once the retry is paid', async () => {
    const { scheduleId } = await scheduled(
      merchant,
      declining({ retry: { ...retry, catchupAfterRetrying: true } }),
    );
    await runDays(app, 2);
    await app.owner`update schedule_episode set amount_minor = 700 where schedule_id = ${scheduleId} and state = 'DUE'`;
    await runDays(app, 1);
    expect(await listEpisodes(app, scheduleId)).toEqual([
      '1/0 FAILED',
      '1/1 SUCCESS',
      '2/0 SUCCESS',
      '3/0 SUCCESS',
      '4/0 DUE',
    ]);
    const charges = await listCharges(scheduleId);
    expect(charges.filter(({ status }) => status === 'SUCCESS').map(({ minor }) => minor)).toEqual([
      700, 500, 500,
    ]);
  });

  test('of three episodes in a row suspends the schedule', async () => {
    const { scheduleId } = await scheduled(merchant, { ...daily, amount: '7.51' });
    await runDays(app, 5);
    expect(await readStatus(app, scheduleId)).toBe('TECH_SUSPENDED');
    expect(await listCharges(scheduleId)).toHaveLength(3);
  });

  test('that needs a new card suspends the schedule', async () => {
    const { scheduleId } = await scheduled(merchant, { ...daily, retry });
    const restore = respondWith('41', 'DECLINED');
    await runDays(app, 2);
    restore();
    expect(await readStatus(app, scheduleId)).toBe('SUSPENDED');
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 FAILED', '2/0 HELD']);
    const [line] = await app.owner`
      select code, detail from schedule_audit where schedule_id = ${scheduleId} order by sequence desc limit 1`;
    expect(line).toEqual({
      code: 'CARD_NEEDED',
      detail: { reason: 'D100', statusCode: '41', scheme: 'MASTERCARD' },
    });
  });

  test('for an unacceptable merchant suspends the schedule the second time', async () => {
    const { scheduleId } = await scheduled(merchant, { ...daily, retry });
    const restore = respondWith('03', 'DECLINED');
    await runDays(app, 3);
    expect(await readStatus(app, scheduleId)).toBe('ACTIVE');
    await runDays(app, 2);
    restore();
    expect(await readStatus(app, scheduleId)).toBe('TECH_SUSPENDED');
  });

  test('before authorisation counts too: the card was removed', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const tokens = await app.owner`
      update card_token set credential = null where token in (
        select card_token from txn where txn_id = (select root_id from schedule where schedule_id = ${scheduleId}))
      returning token`;
    expect(tokens).toHaveLength(1);
    await runDays(app, 1);
    expect(await readStatus(app, scheduleId)).toBe('SUSPENDED');
    const [line] = await app.owner`
      select code, detail from schedule_audit where schedule_id = ${scheduleId} order by sequence desc limit 1`;
    expect(line).toEqual({ code: 'CARD_NEEDED', detail: { reason: 'A109' } });
  });
});

describe('an outage', () => {
  test('suspends no schedule and charges all of them afterwards', async () => {
    const ids = [];
    for (let count = 0; count < 4; count += 1) ids.push((await scheduled(merchant, daily)).scheduleId);
    const restore = respondWith('91', 'UNREACHABLE');
    app.clock.advance(dayMs);
    await runDueEpisodes.run(app.services);
    for (const id of ids) {
      expect(await readStatus(app, id)).toBe('ACTIVE');
      expect(await listEpisodes(app, id)).toEqual(['1/0 DUE']);
    }
    // One report, however often the job runs.
    await reportProcessorOutages.run(app.services);
    await reportProcessorOutages.run(app.services);
    const mails = await app.owner<{ contents: object }[]>`
      select contents from mail_outbox where template = 'processorOutage'`;
    expect(mails).toMatchObject([{ contents: { processor: 'Example Acquirer', episodes: '4' } }]);
    const operator = createOperator(app.services, createMetrics(), () => false);
    const { body } = await operator.inject('/metrics');
    expect(body).toContain('countinghouse_postponed_episodes{processor="Example Acquirer"} 4');
    await operator.close();
    // The notification is not sent within the first hour.
    restore();
    app.clock.advance(3_500_000);
    await runDueEpisodes.run(app.services);
    expect(await listEpisodes(app, ids[0] ?? '')).toEqual(['1/0 DUE']);
    app.clock.advance(101_000);
    await runDueEpisodes.run(app.services);
    for (const id of ids) expect(await listEpisodes(app, id)).toEqual(['1/0 SUCCESS', '2/0 DUE']);
    const [first] = await listCharges(ids[0] ?? '');
    expect(first?.status).toBe('FAILED');
  });

  test('of three days fails only the episode', async () => {
    const { scheduleId } = await scheduled(merchant, { ...monthly, amounts: ['7.91', '5.00'] });
    await runDays(app, 31);
    for (let hours = 0; hours < 80; hours += 1) {
      app.clock.advance(3_600_000);
      await runDueEpisodes.run(app.services);
    }
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 FAILED', '2/0 DUE']);
    expect(await listCharges(scheduleId)).toHaveLength(8);
    const [row] = await app.owner`
      select status, consecutive_failures as failures from schedule where schedule_id = ${scheduleId}`;
    expect(row).toEqual({ status: 'ACTIVE', failures: 0 });
  });

  test('of our database postpones the attempt too', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    await app.owner`alter table processor_intent rename to processor_intent_away`;
    app.clock.advance(dayMs);
    await runDueEpisodes.run(app.services);
    await app.owner`alter table processor_intent_away rename to processor_intent`;
    const [row] = await app.owner`
      select state, outages from schedule_episode where schedule_id = ${scheduleId}`;
    expect(row).toEqual({ state: 'DUE', outages: 1 });
    app.clock.advance(3_601_000);
    await runDueEpisodes.run(app.services);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 SUCCESS', '2/0 DUE']);
  });
});

/** Gives every charge this response until the returned function is called. */
function respondWith(statusCode: string, result: 'DECLINED' | 'UNREACHABLE'): () => void {
  const processor = app.sandbox;
  useProcessor(app, {
    ...processor,
    send: async (operation) => {
      const sent = await processor.send({ ...operation, amountMinor: 751 });
      if (!('response' in sent)) throw new Error('the sandbox sent no response');
      return { ...sent, response: { ...sent.response, statusCode, result } };
    },
  });
  return () => {
    useProcessor(app, processor);
  };
}

test('RELATIVE counts on from the day a late charge succeeded', async () => {
  const { scheduleId } = await scheduled(merchant, {
    frequency: { rate: 'RELATIVE', unit: 'WEEK', quantity: 1 },
    amounts: ['7.51', '5.00'],
    retry: { quantity: 3, unit: 'DAY' },
  });
  const createdAt = app.clock.now();
  await runDays(app, 8);
  await app.owner`update schedule_episode set amount_minor = 700 where schedule_id = ${scheduleId} and state = 'DUE'`;
  await runDays(app, 2);
  const [next] = await app.owner<{ dueOn: string }[]>`
    select due_on::text as due_on from schedule_episode where schedule_id = ${scheduleId} and episode_index = 2`;
  expect(next?.dueOn).toBe(new Date(createdAt.getTime() + 17 * dayMs).toISOString().slice(0, 10));
});

test('waits for the sweeper to settle a charge without a response', async () => {
  const { reconcilePayments } = await import('#features/payments/payments/server/jobs/reconcile-payments.ts');
  const { scheduleId } = await scheduled(merchant, daily);
  const restore = loseResponses(app);
  app.clock.advance(dayMs);
  await runDueEpisodes.run(app.services);
  restore();
  expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 RUNNING']);
  await runDueEpisodes.run(app.services);
  expect(await listCharges(scheduleId)).toHaveLength(1);
  app.clock.advance(600_000);
  await reconcilePayments.run(app.services);
  expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 SUCCESS', '2/0 DUE']);
  expect(await listCharges(scheduleId)).toMatchObject([{ status: 'SUCCESS' }]);
});

test('charges nothing twice when the clock jumps', async () => {
  const { scheduleId } = await scheduled(merchant, { ...daily, terminator: { episodeLimit: 30 } });
  await runDays(app, 1);
  expect(await listCharges(scheduleId)).toHaveLength(1);
  app.clock.advance(-2 * hourMs);
  await runDueEpisodes.run(app.services);
  app.clock.advance(-dayMs);
  await runDueEpisodes.run(app.services);
  expect(await listCharges(scheduleId)).toHaveLength(1);
  // The clock jumps between the lease of a worker and its charge.
  const { clock } = app.services;
  let reads = 0;
  app.services.clock = {
    now: () => new Date(clock.now().getTime() + ((reads += 1) % 2 === 0 ? 40 * dayMs : 0)),
  };
  await runDueEpisodes.run(app.services);
  app.services.clock = clock;
  app.clock.advance(41 * dayMs + 2 * hourMs);
  await Promise.all([runDueEpisodes.run(app.services), runDueEpisodes.run(app.services)]);
  await runDueEpisodes.run(app.services);
  const days = Array.from({ length: 30 }, (_, index) => index + 1);
  expect((await listCharges(scheduleId)).map(({ index }) => index)).toEqual(days);
  expect(await readStatus(app, scheduleId)).toBe('COMPLETE');
});
