import { expect } from 'vitest';
import { runDueEpisodes } from '#features/episodes/server/jobs/run-due-episodes.ts';
import { base, goodCard, payment } from '#features/payments/test/payment-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

export const monthly = { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } };
/** Tests begin on Friday 20 November 2026. */
export const daily = { frequency: { rate: 'FIXED', unit: 'DAY', quantity: 1 } };

export interface Counter {
  app: TestApp;
  merchant: Send;
  /** As lastingClerk. */
  clerk: Send;
}

/** An app, a shop that begins schedules, and who looks after them. */
export async function openCounter(): Promise<Counter> {
  const app = await startApp();
  return { app, merchant: actAsMerchant(app), clerk: await lastingClerk(app) };
}

export interface Standing {
  transactionId: string;
  scheduleId: string;
}

/** A paid transaction that begins a schedule. */
export async function scheduled(merchant: Send, schedule: object, more: object = {}): Promise<Standing> {
  const body = payment({ recurring: true }, { card: goodCard }, { schedule, ...more });
  const answer = await merchant('POST', `${base}/payment`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return {
    transactionId: answer.body.transaction.transactionId,
    scheduleId: answer.body.schedule.scheduleId,
  };
}

/** Days go by, and the worker does its round on each. */
export async function liveDays(app: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    app.clock.advance(dayMs);
    await runDueEpisodes.run(app.services);
  }
}

/** "index/retry state" in order. */
export async function episodesOf(app: TestApp, scheduleId: string): Promise<string[]> {
  const rows = await app.owner<{ line: string }[]>`
    select concat(episode_index, '/', retry_index, ' ', state) as line from schedule_episode
    where schedule_id = ${scheduleId} order by episode_index, retry_index`;
  return rows.map(({ line }) => line);
}

export async function statusOf(app: TestApp, scheduleId: string): Promise<string | undefined> {
  const [row] = await app.owner<{ status: string }[]>`
    select status from schedule where schedule_id = ${scheduleId}`;
  return row?.status;
}

/** A person who signs in anew whenever the days that went by have ended the session. */
export async function lastingClerk(app: TestApp, userName = 'admin@harbour.example'): Promise<Send> {
  let send = await actAs(app, userName);
  return async (...request) => {
    const answer = await send(...request);
    if (answer.status !== 401) return answer;
    send = await actAs(app, userName);
    return send(...request);
  };
}

/** From now on the processor does what it is told and its answers are lost, until the answer of this is called. */
export function loseAnswers({ services }: TestApp): () => void {
  const { processor } = services;
  const lost = { kind: 'no-answer', why: 'timeout' } as const;
  services.processor = {
    ...processor,
    send: async (operation) => {
      await processor.send(operation);
      return lost;
    },
    lookup: async () => lost,
  };
  return () => {
    services.processor = processor;
  };
}
