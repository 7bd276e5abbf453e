import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#database/open-database.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { createOperator } from '#app/server/processes/operator-server.ts';
import { retrySettlementWork } from '../server/jobs/retry-settlement-work.ts';
import { createLink, openAsPayer } from '#features/payments/smart-links/test/link-fixtures.ts';
import { good } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { createMetrics } from '#server/metrics.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { type SandboxFault, sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, freshDatabase, startApp } from '#testing/start-app.ts';
import { replaceSandbox, useProcessor } from '#testing/use-processor.ts';
import {
  base,
  expectBooksToBalance,
  expectProcessorToAgree,
  goodCard,
  paid,
  payment,
  reason,
} from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
let processorDatabase: ReturnType<typeof openDatabase>;
let error: SandboxFault | undefined;
let sends = 0;

beforeAll(async () => {
  const databaseUrl = await freshDatabase();
  processorDatabase = openDatabase(databaseUrl, { as: 'owner', max: 4 });
  await prepareSandbox(processorDatabase);
  const processor = sandboxProcessor({
    sql: processorDatabase,
    now: () => app.clock.now(),
    faultFor: () => {
      sends += 1;
      return error;
    },
  });
  app = await startApp({ databaseUrl, flags: ['--insecure-callbacks', 'true'] });
  replaceSandbox(app, processor);
  merchant = actAsMerchant(app);
});
beforeEach(() => {
  error = undefined;
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await processorDatabase.end();
  await app.stop();
});

const reconcile = () => reconcilePayments.run(app.services);
const status = async (id: string) =>
  (await merchant('GET', `${base}/${id}`)).body.transaction.status as string;
async function reconcileAfter(ms = 31_000): Promise<void> {
  app.clock.advance(ms);
  await reconcile();
}

test('looks up a lost response at once, without sending again', async () => {
  error = { kind: 'lose-response' };
  sends = 0;
  const response = await merchant('POST', `${base}/payment`, payment());
  expect([response.status, reason(response), sends]).toEqual([201, 'S100', 1]);
});

test('leaves an operation that never arrived pending, then invalidates and fails it', async () => {
  error = { kind: 'never-receive' };
  const response = await merchant('POST', `${base}/payment`, payment({ merchantRef: 'lost' }));
  expect([response.status, reason(response)]).toEqual([201, 'U200']);
  const id = response.body.transaction.transactionId;
  sends = 0;
  await reconcile();
  expect(await status(id)).toBe('PENDING');
  await reconcileAfter();
  expect([await status(id), sends]).toEqual(['FAILED', 0]);
  const refreshed = await merchant('GET', `${base}/${id}`);
  expect(refreshed.body.history.at(-1).reasonCode).toBe('X203');
  error = undefined;
  expect((await merchant('POST', `${base}/payment`, payment({ merchantRef: 'lost' }))).status).toBe(201);
});

test('refuses an operation that arrives after it was invalidated', async () => {
  error = { kind: 'late', arrivesAfterMs: 150 };
  const id = (await merchant('POST', `${base}/payment`, payment())).body.transaction.transactionId;
  await reconcileAfter();
  expect(await status(id)).toBe('FAILED');
  // A later one has arrived.
  error = { kind: 'late', arrivesAfterMs: 200 };
  const later = (await merchant('POST', `${base}/payment`, payment())).body.transaction.transactionId;
  await expect
    .poll(() => app.owner`select 1 from sandbox.operation where reference = ${later}`)
    .toHaveLength(1);
  const [operation] = await app.owner`select state from sandbox.operation where reference = ${id}`;
  expect(operation?.state).toBe('FORBIDDEN');
});

test('settles an operation that arrived late but in time', async () => {
  error = { kind: 'late', arrivesAfterMs: 50 };
  const id = (await merchant('POST', `${base}/payment`, payment())).body.transaction.transactionId;
  await expect.poll(() => app.owner`select 1 from sandbox.operation where reference = ${id}`).toHaveLength(1);
  await reconcileAfter();
  expect(await status(id)).toBe('SUCCESS');
  error = undefined;
  expect((await merchant('POST', `${base}/${id}/refund`, {})).status).toBe(201);
});

test('keeps a charge locked while a capture is unresolved, but not while a refund is', async () => {
  const auth = await paid(merchant, { deferred: true });
  const sale = await paid(merchant);
  error = { kind: 'never-receive' };
  expect(reason(await merchant('POST', `${base}/${auth}/capture`, {}))).toBe('U200');
  expect(reason(await merchant('POST', `${base}/${sale}/refund`, { transaction: { amount: 20 } }))).toBe(
    'U200',
  );
  error = undefined;
  expect(reason(await merchant('POST', `${base}/${auth}/capture`, {}))).toBe('A125');
  expect(reason(await merchant('POST', `${base}/${sale}/refund`, { transaction: { amount: 6 } }))).toBe(
    'V402',
  );
  expect(reason(await merchant('POST', `${base}/${sale}/refund`, { transaction: { amount: 5 } }))).toBe(
    'S100',
  );
  await reconcileAfter();
  expect((await merchant('POST', `${base}/${auth}/capture`, {})).status).toBe(201);
  expect((await merchant('POST', `${base}/${sale}/refund`, { transaction: { amount: 20 } })).status).toBe(
    201,
  );
});

test('waits for a pending refund until the processor is done with it', async () => {
  const id = await paid(merchant);
  const refund = await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '10.77' } });
  const refundId = refund.body.transaction.transactionId;
  await reconcileAfter();
  expect(await status(refundId)).toBe('PENDING');
  await reconcileAfter(120_000);
  expect(await status(refundId)).toBe('SUCCESS');
  const refreshed = await merchant('GET', `${base}/${refundId}`);
  expect(refreshed.body.history.map((line: { reasonCode: string }) => line.reasonCode)).toEqual([
    'U200',
    'S100',
  ]);
  expect(reason(await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '14.24' } }))).toBe(
    'V402',
  );
});

test('settles once when the response arrives after the sweeper has settled', async () => {
  const { send } = app.sandbox;
  useProcessor(app, {
    ...app.sandbox,
    send: async (operation) => {
      const sent = await send(operation);
      await reconcileAfter();
      return sent;
    },
  });
  const response = await merchant('POST', `${base}/payment`, payment());
  useProcessor(app, app.sandbox);
  expect([response.status, reason(response)]).toEqual([201, 'S100']);
  const id = response.body.transaction.transactionId;
  expect((await merchant('GET', `${base}/${id}`)).body.history).toHaveLength(1);
  const [root] = await app.owner`select captured_minor, authorised_minor from payment where root_id = ${id}`;
  expect(root).toEqual({ capturedMinor: 2500, authorisedMinor: 2500 });
});

test('settles nothing twice with several sweepers', async () => {
  error = { kind: 'lose-response' };
  useProcessor(app, { ...app.sandbox, lookup: async () => ({ kind: 'no-response', why: 'timeout' }) });
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const response = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }));
      return response.body.transaction.transactionId as string;
    }),
  );
  useProcessor(app, app.sandbox);
  app.clock.advance(31_000);
  await Promise.all([reconcile(), reconcile(), reconcile()]);
  expect(await Promise.all(ids.map(status))).toEqual(ids.map(() => 'SUCCESS'));
  const lines = await app.owner`
    select txn_id from txn_history where txn_id = any (${ids}::bigint[]) group by txn_id having count(*) > 1`;
  expect(lines).toEqual([]);
});

/** Every write of the table fails from now on, until the returned function is called. */
async function breakTable(table: string, event: 'insert' | 'update'): Promise<() => Promise<unknown>> {
  await app.owner.unsafe(`
    create or replace function refuse_write() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger refuse_write before ${event} on ${table} for each row execute function refuse_write()`);
  return () => app.owner.unsafe(`drop trigger refuse_write on ${table}`);
}
const retryWork = () => retrySettlementWork.run(app.services);
const queuedWork = () => app.owner<{ kind: string; attempts: number }[]>`
  select kind, attempts from settlement_work order by kind`;
const listLedger = (id: string) => app.owner`select kind from ledger_entry where txn_id = ${id}`;
const monthly = { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } };
const transactionNotification = { url: 'http://127.0.0.1:9/callback', format: 'REST_JSON' };

test('settles a payment whose schedule cannot begin, which begins on a retry', async () => {
  const repairTable = await breakTable('schedule_audit', 'insert');
  const body = payment({ recurring: true }, { card: goodCard }, { schedule: monthly });
  const response = await merchant('POST', `${base}/payment`, body);
  expect([response.status, reason(response)]).toEqual([201, 'S100']);
  const { transactionId: id } = response.body.transaction;
  const { scheduleId } = response.body.schedule;
  const scheduleStatus = async () =>
    (await app.owner`select status from schedule where schedule_id = ${scheduleId}`)[0]?.status;
  expect([await listLedger(id), await scheduleStatus()]).toEqual([[{ kind: 'CAPTURE' }], 'PLANNED']);
  app.clock.advance(6000);
  await retryWork();
  expect(await queuedWork()).toEqual([{ kind: 'SCHEDULE', attempts: 2 }]);
  await repairTable();
  app.clock.advance(3600_000);
  await Promise.all([retryWork(), retryWork()]);
  expect([await queuedWork(), await scheduleStatus()]).toEqual([[], 'ACTIVE']);
  expect(await app.owner`select 1 from schedule_episode where schedule_id = ${scheduleId}`).toHaveLength(1);
});

test('settles a payment and queues its failed notification on a retry', async () => {
  const repairTable = await breakTable('notification', 'insert');
  const callbacks = { transactionNotification };
  const response = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, { callbacks }));
  expect([response.status, reason(response)]).toEqual([201, 'S100']);
  const id = response.body.transaction.transactionId;
  expect(await listLedger(id)).toHaveLength(1);
  await repairTable();
  app.clock.advance(6000);
  await retryWork();
  const notifications = await app.owner`select body from notification where txn_id = ${id}`;
  expect(notifications.map((row) => JSON.parse(row.body).transaction.status)).toEqual(['SUCCESS']);
});

test('settles the payment of a link that cannot be marked, which is marked on a retry', async () => {
  const link = await createLink(merchant);
  const payer = await openAsPayer(app, link);
  await app.owner.unsafe(`
    create function refuse_mark() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger refuse_mark before update on smart_link for each row
      when (new.used_at is not null) execute function refuse_mark()`);
  expect((await payer.submit(good)).body.transactionState).toBe('SUCCESS');
  const readRefundable = async () =>
    (
      await app.owner`select used_at is not null as used, txn_id from smart_link where link_id = ${link.linkId}`
    )[0];
  expect(await readRefundable()).toMatchObject({ used: false });
  expect(await listLedger(String((await readRefundable())?.txnId))).toHaveLength(1);
  await app.owner`drop trigger refuse_mark on smart_link`;
  app.clock.advance(6000);
  await retryWork();
  expect(await readRefundable()).toMatchObject({ used: true });
});

test('notifies the operator once of work that keeps failing', async () => {
  const repairTable = await breakTable('notification', 'insert');
  const callbacks = { transactionNotification };
  await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, { callbacks }));
  for (let attempt = 0; attempt < 9; attempt += 1) {
    app.clock.advance(3600_000);
    await retryWork();
  }
  const audit = await app.owner`select outcome from audit_event where act = 'settlementStuck'`;
  expect(audit).toEqual([{ outcome: 'failed: NOTIFICATION' }]);
  const mails = await app.owner`select recipient from mail_outbox where template = 'settlementStuck'`;
  expect(mails).toEqual([{ recipient: app.services.config.operatorMail }]);
  const operator = createOperator(app.services, createMetrics(), () => false);
  const metrics = (await operator.inject('/metrics')).body;
  await operator.close();
  expect(metrics).toContain('countinghouse_settlement_work 1');
  await repairTable();
  app.clock.advance(3600_000);
  await retryWork();
  expect(await queuedWork()).toEqual([]);
});

test('settles a payment that a schedule date of 31/12/9999 had stranded', async () => {
  error = { kind: 'lose-response' };
  useProcessor(app, { ...app.sandbox, lookup: async () => ({ kind: 'no-response', why: 'timeout' }) });
  const body = payment({ recurring: true }, { card: goodCard }, { schedule: monthly });
  const id = (await merchant('POST', `${base}/payment`, body)).body.transaction.transactionId;
  await app.owner`
    update schedule set next_episode_on = '9999-12-31', definition = definition || '{"startDate": "9999-12-31"}'
    where txn_id = ${id}`;
  useProcessor(app, app.sandbox);
  await reconcileAfter();
  expect(await status(id)).toBe('SUCCESS');
  expect([await listLedger(id), await queuedWork()]).toEqual([[{ kind: 'CAPTURE' }], []]);
});

test('notifies the operator once of an operation whose outcome stays unknown', async () => {
  error = { kind: 'lose-response' };
  useProcessor(app, { ...app.sandbox, lookup: async () => ({ kind: 'no-response', why: 'timeout' }) });
  const id = (await merchant('POST', `${base}/payment`, payment())).body.transaction.transactionId;
  for (let check = 0; check < 10; check += 1) await reconcileAfter(3600_000);
  const reported =
    await app.owner`select outcome from audit_event where act = 'settlementStuck' and object_id = ${id}`;
  expect(reported).toEqual([{ outcome: 'failed: PENDING' }]);
  useProcessor(app, app.sandbox);
  await reconcileAfter(3600_000);
  expect(await status(id)).toBe('SUCCESS');
});
