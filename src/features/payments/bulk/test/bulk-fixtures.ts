import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Send, TestResponse } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import type { BulkItem, BulkReview } from '../schemas.ts';
import { runBulkWork } from '../server/run-bulk-work.ts';

export const bulk = '/proxy/sync/bulk';

export async function review(send: Send, action: string, ids: readonly string[]): Promise<BulkReview> {
  const response = await send('POST', `${bulk}/review`, { action, ids });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as BulkReview;
}

/** Reviews and starts, as the portal does. */
export async function start(
  send: Send,
  action: string,
  ids: readonly string[],
  more: object = {},
): Promise<TestResponse> {
  const { items, sums } = await review(send, action, ids);
  const number = items.filter(({ code }) => code === null).length;
  return send('POST', bulk, { action, ids, jobId: randomUUID(), sums, number, ...more });
}

/** Starts a job that must be accepted, and runs it; returns its id. */
export async function run(
  app: TestApp,
  send: Send,
  action: string,
  ids: readonly string[],
  more: object = {},
): Promise<string> {
  const started = await start(send, action, ids, more);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await runBulkWork.run(app.services);
  return (started.body as { jobId: string }).jobId;
}

export const itemsOf = async (send: Send, jobId: string): Promise<BulkItem[]> =>
  (await send('GET', `${bulk}/${jobId}`)).body.items as BulkItem[];

/** State and code of each item. */
export const resultsOf = async (send: Send, jobId: string): Promise<(string | null)[][]> =>
  (await itemsOf(send, jobId)).map(({ state, code }) => [state, code]);
