import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { setSettlementDates } from '#features/payments/payments/server/jobs/set-settlement-dates.ts';
import { expireHostedSessions } from '#features/payments/hosted-sessions/server/expire-hosted-sessions.ts';
import { deleteOldIdempotencyKeys } from '#features/payments/payments/server/db/idempotency-keys.ts';
import { cases } from '#features/review/cases/test/case-fixtures.ts';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { type VerifyResult, verifyAudit } from '#features/record/audit/server/seal/verify-audit.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys } from '#testing/template-contents.ts';
import type { FoundPerson, PersonPreview, PersonRequest } from '../schemas.ts';
import { runPersonRequests } from '../server/run-person-requests.ts';
import {
  type Planted,
  personOf,
  personalPayment,
  placesOf,
  plantPerson,
  sweep,
  tracesOf,
} from './plant-person.ts';

const url = '/proxy/sync/personalData/1100';
const person = personOf('zqcanary');
const other = personOf('zqother');
const reason = 'Letter of 12 November';

let app: TestApp;
let planted: Planted;
const admin = () => actAs(app, 'admin@harbour.example');
beforeAll(async () => {
  app = await startApp({ flags: ['--password-days', '0', '--inactive-days', '0'] });
  planted = await plantPerson(app, person);
  // The same person at another company, and another person at the same.
  const elsewhere = personalPayment(
    person,
    { currency: 'EUR' },
    { callbacks: undefined, customFields: undefined },
  );
  const paid = await actAsMerchant(app, 'meridian-api')(
    'POST',
    '/acceptor/rest/transactions/5300006/payment',
    elsewhere,
  );
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  const own = await actAsMerchant(app)(
    'POST',
    '/acceptor/rest/transactions/5300001/payment',
    personalPayment({ ...other, telephone: '+447700900462', ip: '203.0.113.78', birthDate: '19800102' }),
  );
  expect(own.status, JSON.stringify(own.body)).toBe(201);
});
afterAll(() => app.stop());

const find = async (send: Send, body: object): Promise<FoundPerson[]> => {
  const found = await send('POST', `${url}/find`, body);
  expect(found.status, JSON.stringify(found.body)).toBe(200);
  return found.body.customers as FoundPerson[];
};
const preview = async (send: Send, customerIds: string[]): Promise<PersonPreview> => {
  const response = await send('POST', `${url}/preview`, { customerIds });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as PersonPreview;
};
const requests = async (send: Send): Promise<PersonRequest[]> =>
  (await send('GET', `${url}/requests`)).body.requests as PersonRequest[];

const verify = (): Promise<VerifyResult> =>
  verifyAudit({
    database: app.services.database,
    keys: testKeys.auditSeal,
    onFinding: (finding) => {
      throw new Error(JSON.stringify(finding));
    },
  });

const work = async () => {
  const before = app.logged().length;
  await sealAudit.run(app.services);
  await runPersonRequests.run(app.services);
  expect(app.logged().slice(before)).not.toContain('did not finish');
};

/** Everything of the first company that names the person. */
const ofHarbour = (row: string) => !row.includes('"company_id":1200');
const traces = () => sweep(app, tracesOf(person), ofHarbour);

test('the person is found by email, telephone number, name and transaction', async () => {
  const send = await admin();
  const byEmail = await find(send, { by: 'EMAIL', value: person.email.toUpperCase() });
  expect(byEmail.map(({ email }) => email)).toEqual([person.email, person.email]);
  expect(await find(send, { by: 'TELEPHONE', value: '+44 7700 900461' })).toHaveLength(1);
  expect(await find(send, { by: 'NAME', value: person.name, lastFour: '0010' })).not.toHaveLength(0);
  expect(await find(send, { by: 'NAME', value: person.name, lastFour: '9999' })).toEqual([]);
  const refused = await send('POST', `${url}/find`, { by: 'NAME', value: person.name });
  expect([refused.status, refused.body.field]).toEqual([400, 'lastFour']);
  const byPayment = await find(send, { by: 'TRANSACTION', value: planted.transactions[0] });
  expect(byPayment.map(({ email }) => email)).toContain(person.email);
});

test('an active schedule and an open link refuse the erasure', async () => {
  const send = await admin();
  const ids = (await find(send, { by: 'EMAIL', value: person.email })).map(({ customerId }) => customerId);
  const { blockers, counts, waiting } = await preview(send, ids);
  expect(blockers).toEqual([
    { kind: 'ACTIVE_SCHEDULE', ids: [planted.scheduleId] },
    { kind: 'OPEN_LINK', ids: [planted.linkId] },
  ]);
  expect(counts).toMatchObject({
    customers: 2,
    notes: 1,
    cards: 2,
    links: 1,
    cases: 1,
    lists: 1,
    schedules: 1,
  });
  expect(waiting.map((wait) => wait.reason)).toEqual(['IN_REVIEW', 'SCHEDULED', 'OPEN_CASE']);
  const body = { customerIds: ids, reason, keepsLists: false };
  const refused = await send('POST', `${url}/erasures`, body);
  expect([refused.status, refused.body.code, refused.body.count]).toEqual([409, 'ACTIVE_SCHEDULE', 1]);
  expect((await send('POST', `/schedules/${planted.scheduleId}/cancel`, {})).status).toBeLessThan(300);
  const second = await send('POST', `${url}/erasures`, body);
  expect([second.status, second.body.code]).toEqual([409, 'OPEN_LINK']);
  expect((await send('POST', `/proxy/sync/sl/links/${planted.linkId}/cancel`, {})).status).toBeLessThan(300);
});

test('a reason that names the person is refused', async () => {
  const send = await admin();
  const ids = (await find(send, { by: 'EMAIL', value: person.email })).map(({ customerId }) => customerId);
  const body = { customerIds: ids, reason: `Letter of ${person.name}`, keepsLists: false };
  const refused = await send('POST', `${url}/erasures`, body);
  expect([refused.status, refused.body.code]).toEqual([409, 'REASON_NAMES_PERSON']);
});

test('erases at once what no payment needs, and the rest when the payments permit it', async () => {
  const send = await admin();
  const ids = (await find(send, { by: 'EMAIL', value: person.email })).map(({ customerId }) => customerId);
  app.clock.advance(hourMs);
  await expireHostedSessions.run(app.services);
  const fresh = await admin();
  const requested = await fresh('POST', `${url}/erasures`, { customerIds: ids, reason, keepsLists: false });
  expect(requested.status, JSON.stringify(requested.body)).toBe(200);
  const again = await fresh('POST', `${url}/erasures`, { customerIds: ids, reason, keepsLists: false });
  expect([again.status, again.body.code]).toEqual([409, 'ERASURE_OPEN']);
  await work();
  const [waiting] = await requests(fresh);
  expect(waiting).toMatchObject({ state: 'WAITING', kind: 'ERASURE', reason });
  expect(await find(fresh, { by: 'EMAIL', value: person.email })).toEqual([]);
  const early = placesOf(await traces());
  for (const place of [
    'customer.email',
    'known_customer.email',
    'customer_words.words',
    'customer_note.note',
    'card_token.holder_name',
    'mail_outbox.recipient',
    'smart_link.request',
    'fraud_list_item.value',
    'fraud_list_history.value',
    'transaction_view.params',
  ])
    expect(early).not.toContain(place);
  expect(early).toContain('txn.customer_email');
  await closeEverything();
  app.clock.advance(130 * dayMs);
  await setSettlementDates.run(app.services);
  await deleteOldIdempotencyKeys.run(app.services);
  await work();
  // Settlement dates, and days until the end of the dispute period.
  app.clock.advance(130 * dayMs);
  await work();
  expect(await traces()).toEqual([]);
  const [done] = await requests(await admin());
  expect(done).toMatchObject({ state: 'DONE', waiting: [] });
  expect(done?.counts).toMatchObject({ customers: 2, notes: 1, cards: 2, lists: 1, schedules: 1, views: 1 });
});

async function closeEverything(): Promise<void> {
  const send = await admin();
  const open = await send('GET', `${cases}/${planted.caseId}`);
  const closed = await send('POST', `${cases}/${planted.caseId}/close`, {
    version: open.body.version,
    outcome: 'GENUINE',
  });
  expect(closed.status, JSON.stringify(closed.body)).toBeLessThan(300);
  const [task] = await app.owner<{ taskId: number }[]>`
    select task_id from queue_task where txn_id = ${planted.heldId}`;
  const accepted = await send('POST', `/proxy/async/queue/tasks/${task?.taskId}/action`, {
    action: 'ACCEPT',
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBeLessThan(300);
}

test('the books stay: amounts, dates, statuses and references', async () => {
  const rows = await app.owner`
    select amount_minor, txn_status, merch_ref, gateway_reference is not null as has_reference, customer_email, detail
    from txn where txn_id = ${planted.transactions[0] ?? ''}`;
  expect(rows).toMatchObject([
    { txnStatus: 'SUCCESS', merchRef: 'BOOK-1', hasReference: true, customerEmail: null },
  ]);
  expect(Number(rows[0]?.amountMinor)).toBeGreaterThan(10_000);
  await expectBooksToBalance(app);
});

test('the audit has the erasure without the values, and verifies', async () => {
  await sealAudit.run(app.services);
  const result = await verify();
  expect(result.erased).toBeGreaterThan(2);
  const events = await app.owner`
    select act, detail from audit_event where object_kind = 'personRequest' order by seq`;
  expect(events).toMatchObject([
    { act: 'requestErasure', detail: { reason, keepsLists: false } },
    { act: 'erasePerson', detail: { reason, counts: { customers: 2 } } },
  ]);
});

test('the same person at another company stays, and so do other persons', async () => {
  const meridian = await sweep(app, [person.email], (row) => row.includes('"company_id":1200'));
  expect(placesOf(meridian)).toContain('txn.customer_email');
  expect(placesOf(meridian)).toContain('known_customer.email');
  const others = await sweep(app, [other.email]);
  for (const place of ['txn.customer_email', 'customer.email', 'known_customer.email'])
    expect(placesOf(others)).toContain(place);
});

test('a forged erasure of an audit event is found', async () => {
  const [event] = await app.owner<{ seq: number }[]>`
    select seq from audit_erasure order by seq limit 1`;
  await app.owner`update audit_event set detail = '{"to":"forged"}' where seq = ${event?.seq ?? 0}`;
  await expect(verify()).rejects.toThrow('changed');
});
