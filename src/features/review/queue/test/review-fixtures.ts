import { randomUUID } from 'node:crypto';
import { type TestResponse, type Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { sendHeldDecisions } from '../server/send-held-decisions.ts';
import { deferred } from './queue-fixtures.ts';

const tasks = '/proxy/async/queue/tasks';

let openedCount = 0;
/** A new task: its id and its transaction. */
export async function openTask(
  app: Pick<TestApp, 'owner'>,
  merchant: Send,
  email: string,
  transaction: object = {},
): Promise<{ taskId: string; txnId: string }> {
  openedCount += 1;
  const txnId = await deferred(merchant, email, { amount: `${openedCount}.20`, ...transaction });
  const [task] = await app.owner<
    { taskId: number }[]
  >`select task_id from queue_task where txn_id = ${txnId}`;
  return { taskId: String(task?.taskId), txnId };
}

/** The calls of a reviewer's page. */
export function reviewAs(send: Send, sessionId = randomUUID()) {
  const taskPath = (taskId: string, action: string) => `${tasks}/${taskId}/${action}`;
  const claim = (taskId: string, claimId?: string) => send('POST', taskPath(taskId, 'claim'), { claimId });
  const hold = (taskId: string, decision: string, { claimId = randomUUID() as string, version = 1 } = {}) =>
    send('POST', taskPath(taskId, 'decision'), { decision, claimId, sessionId, version });
  return {
    sessionId,
    claim,
    hold,
    /** Claims a task and decides it, as a page does. */
    async decide(taskId: string, decision: string): Promise<TestResponse> {
      const { body } = await claim(taskId);
      return hold(taskId, decision, { claimId: body.claim?.claimId, version: body.task?.version });
    },
    release: (taskId: string, claimId: string) => send('DELETE', taskPath(taskId, `claim/${claimId}`)),
    undo: (taskId: string) => send('DELETE', taskPath(taskId, 'decision')),
    context: (taskId: string) => send('GET', taskPath(taskId, 'context')),
    review: (query = '') => send('GET', `/proxy/async/queue/review/1100?sessionId=${sessionId}${query}`),
  };
}

/** Lets the ten seconds of every held decision pass. */
export async function endHolds({ owner }: Pick<TestApp, 'owner'>): Promise<void> {
  await owner`
    update queue_decision set next_check_at = clock_timestamp(), send_at = clock_timestamp() where state = 'HELD'`;
}

/** Sends held decisions, as the worker does ten seconds later. */
export async function sendAll(app: TestApp): Promise<void> {
  await endHolds(app);
  await sendHeldDecisions.run(app.services);
}

/** Lets the five minutes of a claim pass. */
export async function endClaim({ owner }: Pick<TestApp, 'owner'>, taskId: string): Promise<void> {
  await owner`update queue_task set claimed_until = clock_timestamp() where task_id = ${taskId}`;
}

export async function decisionsOf({ owner }: Pick<TestApp, 'owner'>, taskId: string): Promise<string[]> {
  const rows = await owner<{ line: string }[]>`
    select decision || ' ' || state as line from queue_decision where task_id = ${taskId} order by held_at`;
  return rows.map(({ line }) => line);
}
