import { expect } from 'vitest';
import { runDueEpisodes } from '#features/payments/episodes/server/run-due-episodes.ts';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';

export const monthly = { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } };
/** Tests begin on Friday 20 November 2026. */
export const daily = { frequency: { rate: 'FIXED', unit: 'DAY', quantity: 1 } };

export interface ScheduleTestApp {
  app: TestApp;
  merchant: Send;
  /** A user whose session is renewed. */
  clerk: Send;
}

/** An app with a merchant that creates schedules and a user who manages them. */
export async function startScheduleApp(): Promise<ScheduleTestApp> {
  const app = await startApp();
  return { app, merchant: actAsMerchant(app), clerk: await actAsRenewing(app) };
}

export interface ScheduledPayment {
  transactionId: string;
  scheduleId: string;
}

/** A paid transaction that creates a schedule. */
export async function scheduled(
  merchant: Send,
  schedule: object,
  more: object = {},
): Promise<ScheduledPayment> {
  const body = payment({ recurring: true }, { card: goodCard }, { schedule, ...more });
  const response = await merchant('POST', `${base}/payment`, body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return {
    transactionId: response.body.transaction.transactionId,
    scheduleId: response.body.schedule.scheduleId,
  };
}

/** Advances the clock day by day and runs the worker on each. */
export async function runDays(app: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    app.clock.advance(dayMs);
    await runDueEpisodes.run(app.services);
  }
}

/** The episodes as "index/retry state", in order. */
export async function listEpisodes(app: TestApp, scheduleId: string): Promise<string[]> {
  const rows = await app.owner<{ line: string }[]>`
    select concat(episode_index, '/', retry_index, ' ', state) as line from schedule_episode
    where schedule_id = ${scheduleId} order by episode_index, retry_index`;
  return rows.map(({ line }) => line);
}

/** The stored day of each next charge is that of its first open attempt. */
export async function expectNextCharges(app: Pick<TestApp, 'owner'>): Promise<void> {
  const differing = await app.owner`
    select s.schedule_id, s.status, s.next_charge_on::text, e.due_on::text
    from schedule s left join lateral (
      select due_on from schedule_episode e
      where e.company_id = s.company_id and e.schedule_id = s.schedule_id and e.state in ('DUE', 'HELD')
      order by e.state = 'HELD', due_on, episode_index, retry_index limit 1
    ) e on s.status = 'ACTIVE'
    where s.next_charge_on is distinct from e.due_on`;
  expect(differing).toEqual([]);
}

export async function readStatus(app: TestApp, scheduleId: string): Promise<string | undefined> {
  const [row] = await app.owner<{ status: string }[]>`
    select status from schedule where schedule_id = ${scheduleId}`;
  return row?.status;
}

/** A user who signs in again whenever the session has expired. */
export async function actAsRenewing(app: TestApp, userName = 'admin@harbour.example'): Promise<Send> {
  let send = await actAs(app, userName);
  return async (...request) => {
    const response = await send(...request);
    if (response.status !== 401) return response;
    send = await actAs(app, userName);
    return send(...request);
  };
}

/** The processor executes requests and its responses are lost, until the returned function is called. */
export function loseResponses(app: TestApp): () => void {
  const { processors } = app.services;
  const noResponse = { kind: 'no-response', why: 'timeout' } as const;
  useProcessor(app, {
    ...app.sandbox,
    send: async (operation) => {
      await app.sandbox.send(operation);
      return noResponse;
    },
    lookup: async () => noResponse,
  });
  return () => {
    app.services.processors = processors;
  };
}
