import { insertTestRule } from '#features/fraud/fraud-engine/test/rule-fixtures.ts';
import { base, goodCard, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { expect } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

type Fields = Record<string, unknown>;

/** Payments and payouts of this email address are deferred. */
export function deferEmail(
  app: TestApp,
  email: string,
  deferFinalAction: 'capture' | 'decline',
  days = 7,
): Promise<number> {
  const conditions = [{ type: 'simple', field: 'customerEmail', operator: 'equalTo', value: email }] as const;
  return insertTestRule(app, {
    name: `Defer ${email}`,
    ruleType: 'rule',
    action: 'Defer',
    deferFinalAction,
    deferWaitPeriod: days === 1 ? '1 day' : `${days} days`,
    joinedConditions: { logicalOperator: 'and', conditions },
  } as never);
}

/** Takes a deferred payment or payout that must succeed. Returns its id. */
export async function deferred(
  merchant: Send,
  email: string,
  transaction: Fields = {},
  { card = goodCard, operation = 'payment' }: { card?: Fields; operation?: 'payment' | 'payout' } = {},
): Promise<string> {
  const body = payment(transaction, { card }, { customer: { email } });
  const response = await merchant('POST', `${base}/${operation}`, body);
  expect(reason(response), JSON.stringify(response.body)).toBe('S100');
  return response.body.transaction.transactionId as string;
}

export async function readTask(app: Pick<TestApp, 'owner'>, txnId: string) {
  const [task] = await app.owner`
    select status, decided_by, reason_code from queue_task where txn_id = ${txnId}`;
  return task;
}

/** The events of a task, oldest first. */
export async function listEvents(app: Pick<TestApp, 'owner'>, txnId: string): Promise<string[]> {
  const events = await app.owner<{ line: string }[]>`
    select kind || ' ' || actor as line from queue_event e join queue_task q using (company_id, task_id)
    where q.txn_id = ${txnId} order by event_id`;
  return events.map(({ line }) => line);
}

/** The follow-ups of a transaction, oldest first. */
export async function followUpsOf(app: Pick<TestApp, 'owner'>, txnId: string): Promise<string[]> {
  const rows = await app.owner<{ line: string }[]>`
    select txn_type || ' ' || txn_status as line from txn where related_id = ${txnId} order by txn_id`;
  return rows.map(({ line }) => line);
}

export async function readStatus(app: Pick<TestApp, 'owner'>, txnId: string): Promise<string> {
  const [row] = await app.owner<{ line: string }[]>`
    select concat_ws(' ', txn_type, txn_status, reason_code) as line from txn where txn_id = ${txnId}`;
  return row?.line ?? '';
}
