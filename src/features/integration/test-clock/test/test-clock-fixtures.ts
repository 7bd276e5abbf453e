import { expect } from 'vitest';
import { jobs } from '#app/server/jobs.ts';
import { runJob } from '#server/job.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

export const url = (orgId = 1100): string => `/proxy/sync/testClock/${orgId}`;

/** A run of the worker's jobs, as the queue starts them. */
export async function runWorker({ services }: TestApp, ...names: string[]): Promise<void> {
  for (const job of jobs) if (names.length === 0 || names.includes(job.name)) await runJob(job, services);
}

export const runClocks = (app: TestApp): Promise<void> => runWorker(app, 'run-test-clocks');

/** Moves the clock and lets the worker arrive there. */
export async function moveClock(app: TestApp, send: Send, body: object, orgId = 1100): Promise<void> {
  const moved = await send('POST', `${url(orgId)}/move`, body);
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  await runClocks(app);
  expect((await send('GET', url(orgId))).body.state).toBe('SET');
}

/** Real time, and the worker has taken the clock away. */
export async function endClock(app: TestApp, send: Send, orgId = 1100): Promise<void> {
  expect((await send('DELETE', url(orgId))).status).toBe(200);
  app.clock.advance(3000);
  await runClocks(app);
  expect((await send('GET', url(orgId))).body.state).toBe('REAL');
}
