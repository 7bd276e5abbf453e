import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { base } from '#features/payments/payments/test/payment-fixtures.ts';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import * as endpoints from '../endpoints.ts';
import type { PersonRequest } from '../schemas.ts';
import { deleteOldPersonFiles, runPersonRequests } from '../server/run-person-requests.ts';
import { type Person, personOf, personalPayment } from './plant-person.ts';

let app: TestApp;
let admin: Send;
let persons = 0;
beforeAll(async () => {
  // The clock passes months.
  app = await startApp({ flags: ['--password-days', '0', '--inactive-days', '0'] });
});
// Sessions end while the clock runs.
beforeEach(async () => {
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const at = ({ url }: { url: string }, orgId: number, requestId = '') =>
  url.replace('{orgId}', String(orgId)).replace('{requestId}', requestId);

interface Paid {
  person: Person;
  customerIds: string[];
  transactionId: string;
}

/** A payment of a new person. */
async function pay(gateway = base, more: object = {}): Promise<Paid> {
  persons += 1;
  const own = `zq${'abcdefghijkl'[persons]}person`;
  const person = { ...personOf(own), telephone: `+4477009005${String(persons).padStart(2, '0')}` };
  const paid = await actAsMerchant(app)('POST', `${gateway}/payment`, personalPayment(person, {}, more));
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  const found = await admin('POST', at(endpoints.findPerson, 1100), { by: 'EMAIL', value: person.email });
  return {
    person,
    customerIds: found.body.customers.map(({ customerId }: { customerId: string }) => customerId),
    transactionId: paid.body.transaction.transactionId,
  };
}

const work = async () => {
  await sealAudit.run(app.services);
  await runPersonRequests.run(app.services);
};
const list = async (send = admin, orgId = 1100): Promise<PersonRequest[]> =>
  (await send('GET', at(endpoints.listPersonRequests, orgId))).body.requests;
const read = async (requestId: string) => (await list()).find((request) => request.requestId === requestId);

describe('requestPersonExport', () => {
  test('makes a file with every kind, and nothing of other persons', async () => {
    const { customerIds, person, transactionId } = await pay();
    const other = await pay();
    await admin('POST', `/proxy/sync/customers/${customerIds[0]}/notes`, { note: 'Rang on Monday' });
    await app.gateway.requestLog?.flush();
    const requested = await admin('POST', at(endpoints.requestPersonExport, 1100), {
      customerIds,
      reason: 'Letter',
    });
    expect(requested.status, JSON.stringify(requested.body)).toBe(200);
    await work();
    const done = await read(requested.body.requestId);
    expect(done).toMatchObject({
      state: 'DONE',
      kind: 'EXPORT',
      counts: { payments: 1, notes: 1, cards: 1 },
    });
    const file = await admin('GET', at(endpoints.downloadPersonFile, 1100, requested.body.requestId));
    expect(file.status).toBe(200);
    const text = JSON.stringify(file.body);
    expect(file.body.payments).toMatchObject([
      { txn_id: Number(transactionId), customer_email: person.email },
    ]);
    expect(file.body.payments[0].detail.billingAddress.city).toBe(`${person.word}ton`);
    expect(file.body.notes).toMatchObject([{ note: 'Rang on Monday' }]);
    expect(file.body.requests).toHaveLength(1);
    expect(file.body.events.length).toBeGreaterThan(0);
    expect(file.body.customers).toMatchObject([{ name: person.name, dateOfBirth: '1971-02-03' }]);
    expect(text).not.toContain(other.person.word);
    for (const hidden of [person.card.pan, 'card_token', 'card_correlation_id'])
      expect(text).not.toContain(hidden);
    expect(done?.fileBytes).toBeGreaterThan(1000);
    app.clock.advance(8 * dayMs);
    await deleteOldPersonFiles.run(app.services);
    admin = await actAs(app, 'admin@harbour.example');
    const late = await admin('GET', at(endpoints.downloadPersonFile, 1100, requested.body.requestId));
    expect([late.status, late.body.code]).toEqual([410, 'FILE_DELETED']);
    expect(await app.owner`select from person_file_part`).toEqual([]);
  });
});

describe('authorisation', () => {
  test('other companies and users without the permission are refused', async () => {
    const { customerIds } = await pay();
    const meridian = await actAs(app, 'admin@meridian.example');
    const support = await actAs(app, 'support@harbour.example');
    const body = { customerIds, reason: 'Letter' };
    for (const send of [meridian, support]) {
      expect(
        (await send('POST', at(endpoints.findPerson, 1100), { by: 'EMAIL', value: 'a@b.example' })).status,
      ).toBe(403);
      expect((await send('POST', at(endpoints.previewPerson, 1100), { customerIds })).status).toBe(403);
      expect(
        (await send('POST', at(endpoints.requestErasure, 1100), { ...body, keepsLists: true })).status,
      ).toBe(403);
      expect((await send('POST', at(endpoints.requestPersonExport, 1100), body)).status).toBe(403);
      expect((await send('GET', at(endpoints.listPersonRequests, 1100))).status).toBe(403);
    }
    // Their own organisation, with the customers of another.
    expect((await meridian('POST', at(endpoints.previewPerson, 1200), { customerIds })).status).toBe(404);
    expect((await meridian('POST', at(endpoints.requestPersonExport, 1200), body)).status).toBe(404);
    const requested = await admin('POST', at(endpoints.requestPersonExport, 1100), body);
    const { requestId } = requested.body;
    expect((await meridian('GET', at(endpoints.downloadPersonFile, 1200, requestId))).status).toBe(404);
    expect(await list(meridian, 1200)).toEqual([]);
  });

  test('an administrator of one merchant reaches the customers of that merchant', async () => {
    const { customerIds } = await pay();
    const elsewhere = await pay('/acceptor/rest/transactions/5300003');
    await grant(
      app,
      'coffee@harbour.example',
      { name: 'privacy', permissions: ['P_MANAGE_PERSONAL_DATA'] },
      1111,
    );
    const coffee = await actAs(app, 'coffee@harbour.example');
    const seen = await coffee('POST', at(endpoints.previewPerson, 1111), { customerIds });
    expect([seen.status, seen.body.isWholeCompany]).toEqual([200, false]);
    const both = { customerIds: [...customerIds, ...elsewhere.customerIds] };
    expect((await coffee('POST', at(endpoints.previewPerson, 1111), both)).status).toBe(404);
    expect((await coffee('POST', at(endpoints.previewPerson, 1100), { customerIds })).status).toBe(403);
  });
});

describe('requestErasure', () => {
  const erase = (customerIds: string[], more: object = {}) =>
    admin('POST', at(endpoints.requestErasure, 1100), {
      customerIds,
      reason: 'Letter',
      keepsLists: true,
      ...more,
    });

  test('requires a recent confirmation', async () => {
    const { customerIds } = await pay();
    const earlier = await actAs(app, 'admin@harbour.example');
    app.clock.advance(6 * 60_000);
    const refused = await earlier('POST', at(endpoints.requestErasure, 1100), {
      customerIds,
      reason: 'Letter',
      keepsLists: true,
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    admin = await actAs(app, 'admin@harbour.example');
  });

  test('waits for a second person where the policy requires one', async () => {
    const { customerIds } = await pay();
    await app.owner`
      insert into approval_policy (company_id, includes_keys, version) values (1100, false, 1) on conflict do nothing`;
    await app.owner`
      insert into approval_rule (company_id, action, hours) values (1100, 'erasePerson', 24)`;
    const asked = await erase(customerIds);
    expect([asked.status, asked.body.status]).toEqual([202, 'PENDING_APPROVAL']);
    expect((await list()).filter(({ kind }) => kind === 'ERASURE')).toEqual([]);
    await grant(app, 'analyst@harbour.example', { name: 'approver', permissions: ['P_APPROVE'] }, 1100);
    const approver = await actAs(app, 'analyst@harbour.example');
    const approved = await approver('POST', `/proxy/sync/approvals/${asked.body.approvalId}/approve`, {});
    expect(approved.body.state, JSON.stringify(approved.body)).toBe('SUCCEEDED');
    expect((await list()).filter(({ kind }) => kind === 'ERASURE')).toHaveLength(1);
    await app.owner`delete from approval_rule where action = 'erasePerson'`;
  });

  test('names what a payment waits for, and until when', async () => {
    const { customerIds } = await pay();
    const [before] = (await admin('POST', at(endpoints.previewPerson, 1100), { customerIds })).body.waiting;
    expect(before).toEqual({ reason: 'UNSETTLED', payments: 1, until: null });
    await app.owner`update txn set gateway_settlement = '2026-11-20' where gateway_settlement is null`;
    const [after] = (await admin('POST', at(endpoints.previewPerson, 1100), { customerIds })).body.waiting;
    expect(after).toMatchObject({ reason: 'DISPUTE_PERIOD', payments: 1 });
    expect(Date.parse(after.until)).toBeGreaterThan(app.clock.now().getTime() + 119 * dayMs);
    const requested = await erase(customerIds);
    await work();
    expect(await read(requested.body.requestId)).toMatchObject({
      state: 'WAITING',
      waiting: [{ reason: 'DISPUTE_PERIOD', payments: 1, until: after.until }],
    });
    app.clock.advance(121 * dayMs);
    admin = await actAs(app, 'admin@harbour.example');
    await work();
    expect(await read(requested.body.requestId)).toMatchObject({ state: 'DONE', counts: { payments: 1 } });
    expect(await app.owner`select from person_payment`).toEqual([]);
  });

  test('keeps list entries unless they are chosen', async () => {
    const { customerIds, person } = await pay();
    const [block] = await app.owner<{ listId: number }[]>`
      select list_id from fraud_list where company_id = 1100 and kind = 'NEGATIVE' and data_field = 'customerEmail'`;
    const entry = { orgId: 1100, uiListItemModel: { value: person.email } };
    await admin('POST', `/proxy/sync/rms/list/${block?.listId}/listItem`, entry);
    await erase(customerIds);
    await work();
    const kept = await app.owner`select from fraud_list_item where value = ${person.email}`;
    expect(kept).toHaveLength(1);
  });
});
