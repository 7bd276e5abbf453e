import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { base } from '#features/payments/payments/test/payment-fixtures.ts';
import { deleteOldRequests } from '#features/integration/request-log/server/delete-old-requests.ts';
import { deleteOldEvents } from '#features/outbound/webhooks/server/deliver-webhooks.ts';
import { deleteOldReports } from '#features/processing/connections/server/delete-old-reports.ts';
import { deleteOldMail } from '#features/outbound/mail/server/send-mail.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { getRetention } from '../endpoints.ts';
import { eraseOldFraudValues, eraseOldPayers } from '../server/erase-old-payers.ts';
import { type Person, personOf, personalPayment } from './plant-person.ts';

let app: TestApp;
beforeAll(async () => {
  const retention = 'payers=200,fraudValues=30,emails=5';
  app = await startApp({
    flags: [
      '--retention',
      retention,
      '--dispute-period-days',
      '0',
      '--password-days',
      '0',
      '--inactive-days',
      '0',
    ],
  });
});
afterAll(() => app.stop());

let persons = 0;
async function pay(): Promise<{ person: Person; txnId: string }> {
  persons += 1;
  const person = personOf(`zqkept${'abcdefgh'[persons]}`);
  const anonymous = { registered: undefined, merchantRef: undefined };
  const body = personalPayment(person) as { customer: object };
  const customer = { ...body.customer, ...anonymous };
  const paid = await actAsMerchant(app)('POST', `${base}/payment`, { ...body, customer });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  await app.owner`update txn set gateway_settlement = '2026-11-20' where gateway_settlement is null`;
  return { person, txnId: paid.body.transaction.transactionId };
}
const admin = (): Promise<Send> => actAs(app, 'admin@harbour.example');
const hold = async (txnId: string) =>
  (
    await (
      await admin()
    )('POST', `/proxy/sync/legalHolds/transaction/${txnId}`, { reason: 'Claim', endsAt: null })
  ).body.holdId as string;
const release = async (holdId: string) =>
  (await admin())('POST', `/proxy/sync/legalHolds/1100/${holdId}/release`, {});
const emailOf = async (txnId: string) =>
  (
    await app.owner<
      { email: string | null }[]
    >`select customer_email as email from txn where txn_id = ${txnId}`
  )[0]?.email;
const run = async () => {
  await sealAudit.run(app.services);
  await eraseOldPayers.run(app.services);
};

test('payers are erased after their time, with customers that have no payment left', async () => {
  const old = await pay();
  app.clock.advance(150 * dayMs);
  const young = await pay();
  await run();
  expect(await emailOf(old.txnId)).toBe(old.person.email);
  app.clock.advance(51 * dayMs);
  await run();
  expect(await emailOf(old.txnId)).toBeNull();
  expect(await emailOf(young.txnId)).toBe(young.person.email);
  expect(await app.owner`select from known_customer where email = ${old.person.email}`).toEqual([]);
  expect(await app.owner`select from known_customer where email = ${young.person.email}`).toHaveLength(1);
  const [event] = await app.owner`
    select actor, detail from audit_event where act = 'eraseOldPayers' order by seq desc limit 1`;
  expect(event).toMatchObject({
    actor: 'retention',
    detail: { days: 200, counts: { payments: 1, customers: 1 } },
  });
});

test('a payment under a hold waits, and is erased after the hold', async () => {
  const { txnId, person } = await pay();
  const holdId = await hold(txnId);
  app.clock.advance(201 * dayMs);
  await run();
  expect(await emailOf(txnId)).toBe(person.email);
  expect(await app.owner`select from retention_waiting where root_id = ${txnId}`).toHaveLength(1);
  await release(holdId);
  app.clock.advance(dayMs);
  await run();
  expect(await emailOf(txnId)).toBeNull();
  expect(await app.owner`select from retention_waiting where root_id = ${txnId}`).toEqual([]);
});

test('a run that repeats a batch changes nothing more', async () => {
  const versions = () => app.owner`select txn_id, version from txn order by txn_id`;
  const before = await versions();
  // As after a worker that died before it saved how far it had come.
  await app.owner`delete from retention_progress`;
  await run();
  expect(await versions()).toEqual(before);
});

test('a hold keeps requests, events, receipts and reports of its payment', async () => {
  const held = await pay();
  const free = await pay();
  const user = await admin();
  for (const { txnId } of [held, free])
    await user('POST', `/proxy/sync/ta/transactions/5300001/${txnId}/receipt`);
  await app.gateway.requestLog?.flush();
  await app.owner`update mail_outbox set state = 'sent'`;
  const holdId = await hold(held.txnId);
  const [connection] = await app.owner<
    { id: number }[]
  >`select connection_id as id from processor_connection`;
  for (const { txnId } of [held, free])
    await app.owner`
      insert into processor_event (connection_id, event_id, kind, reference, event, received_at, state, next_attempt_at)
      values (${connection?.id ?? 0}, ${txnId}, 'result', ${txnId}, '{}', ${addMs(app.clock.now(), -310 * dayMs)}, 'DONE', now())`;
  app.clock.advance(100 * dayMs);
  // The log's time is that of the machine.
  await app.owner`update api_request set request_no = request_no - ${90 * dayMs * 1024}`;
  const jobs = [deleteOldRequests, deleteOldEvents, deleteOldMail, deleteOldReports];
  for (const job of jobs) await job.run(app.services);
  const left = async () => ({
    reports: (await app.owner`select reference as id from processor_event`).map(({ id }) => id),
    requests: (await app.owner`select txn_id::text as id from api_request where txn_id is not null`).map(
      ({ id }) => id,
    ),
    events: (await app.owner`select distinct object_id as id from webhook_event`).map(({ id }) => id),
    mails: (await app.owner`select recipient as id from mail_outbox where mail_key like 'receipt:%'`).map(
      ({ id }) => id,
    ),
  });
  expect(await left()).toEqual({
    reports: [held.txnId],
    requests: [held.txnId],
    events: [held.txnId],
    mails: [held.person.email],
  });
  await release(holdId);
  for (const job of jobs) await job.run(app.services);
  expect(await left()).toEqual({ reports: [], requests: [], events: [], mails: [] });
});

test('values of fraud rules are erased after their time, and the decision stays', async () => {
  const { txnId } = await pay();
  await app.owner`
    insert into fraud_decision (company_id, txn_id, decided_at, overall_action, is_service_available, result, facts)
    values (1100, ${txnId}, ${app.clock.now()}, 'PROCEED', true, '{"triggeredRules":[]}', '{"values":{"customerEmail":"a"}}')
    on conflict (company_id, txn_id) do update set facts = excluded.facts`;
  const facts = async () =>
    (await app.owner`select facts from fraud_decision where txn_id = ${txnId}`)[0]?.facts as object;
  app.clock.advance(29 * dayMs);
  await eraseOldFraudValues.run(app.services);
  expect(await facts()).not.toEqual({});
  app.clock.advance(2 * dayMs);
  await eraseOldFraudValues.run(app.services);
  expect(await facts()).toEqual({});
});

test('getRetention shows the times of the operator', async () => {
  const response = await (await admin())('GET', getRetention.url.replace('{orgId}', '1100'));
  expect(response.body.disputeDays).toBe(0);
  expect(response.body.kinds).toContainEqual({ kind: 'payers', days: 200 });
  expect(response.body.kinds).toContainEqual({ kind: 'audit', days: 0 });
});
