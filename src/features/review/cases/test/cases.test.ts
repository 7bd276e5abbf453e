import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, closeMerchant, goodCard, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { findStandardList, readListValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { dayMs } from '#server/clock.ts';
import { analystName, cases, charge, grant, openNewCase } from './case-fixtures.ts';

const otherCard = { ...goodCard, pan: '9902000000000018' };
const thirdCard = { ...goodCard, pan: '9903000000000017' };
const fourthCard = { ...goodCard, pan: '9901000000000019' };
const home = { line1: '1 Quay Street', city: 'Bristol', postcode: 'BS1 4XX', countryCode: 'GB' };

let app: TestApp;
let merchant: Send;
let analyst: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  analyst = await actAs(app, analystName);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => closeMerchant(app));

const read = async (id: string) => (await analyst('GET', `${cases}/${id}`)).body;
const close = (person: Send, id: string, body: object) => person('POST', `${cases}/${id}/close`, body);
const readEventKinds = async (id: string) =>
  (await read(id)).events.map(({ kind }: { kind: string }) => kind);

describe('openCase', () => {
  test('collects payments with the same card, email or billing address', async () => {
    const first = await charge(merchant, { email: 'collect@example.org', address: home });
    const sameEmail = await charge(merchant, { email: 'collect@example.org', card: otherCard });
    const sameAddress = await charge(merchant, {
      card: otherCard,
      address: { ...home, line1: '1, quay  street' },
    });
    const unrelated = await charge(merchant, { card: otherCard });
    const id = await openNewCase(analyst, first);
    const caseView = await read(id);
    const reasons = Object.fromEntries(
      caseView.transactions.map((transaction: { transactionId: string; reason: string }) => [
        transaction.transactionId,
        transaction.reason,
      ]),
    );
    expect(reasons).toMatchObject({ [first]: 'OPENED', [sameEmail]: 'CUSTOMER', [sameAddress]: 'ADDRESS' });
    expect(reasons).not.toHaveProperty(unrelated);
    expect(caseView).toMatchObject({ status: 'OPEN', ownerName: 'Noor Rahman', version: 1 });
    expect(await readEventKinds(id)).toEqual(['COLLECTED', 'OPENED']);
  });

  test('names the same card as the reason', async () => {
    const earlier = await charge(merchant, { card: thirdCard });
    const id = await openNewCase(analyst, await charge(merchant, { card: thirdCard }));
    const { transactions } = await read(id);
    const related = transactions.find((row: { transactionId: string }) => row.transactionId === earlier);
    expect(related).toMatchObject({ reason: 'CARD', maskedPan: '990300******0017', status: 'SUCCESS' });
    expect(JSON.stringify(transactions)).not.toContain('9903000000000017');
  });

  test('leaves out a payment that is older than a year', async () => {
    const email = 'old@example.org';
    const old = await charge(merchant, { email, card: otherCard });
    await app.owner`
      update txn set txn_datetime = txn_datetime - interval '366 days' where txn_id = ${old}`;
    const id = await openNewCase(analyst, await charge(merchant, { email }));
    expect(JSON.stringify((await read(id)).transactions)).not.toContain(old);
    await app.owner`
      update txn set txn_datetime = txn_datetime + interval '366 days' where txn_id = ${old}`;
  });

  test('returns the open case that has the payment', async () => {
    const email = 'again@example.org';
    const first = await charge(merchant, { email, card: otherCard });
    const second = await charge(merchant, { email, card: otherCard });
    const id = await openNewCase(analyst, first);
    for (const transactionId of [first, second]) {
      const { body } = await admin('POST', `${cases}/transaction/${transactionId}`);
      expect(body).toEqual({ caseId: id, isNew: false });
    }
  });

  test('opens one case for two users at the same time', async () => {
    const first = await charge(merchant, { card: fourthCard });
    const responses = await Promise.all(
      [analyst, admin, analyst, admin].map((person) => person('POST', `${cases}/transaction/${first}`)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.caseId)).size).toBe(1);
    expect(responses.filter(({ body }) => body.isNew)).toHaveLength(1);
  });

  test('opens the case of a refund for its payment', async () => {
    const first = await charge(merchant, { email: 'refunded@example.org', card: otherCard });
    const refund = await merchant('POST', `${base}/${first}/refund`, {});
    const id = await openNewCase(analyst, refund.body.transaction.transactionId);
    expect((await read(id)).transactionId).toBe(first);
  });

  test('opens the case of a repeat for the repeat itself', async () => {
    const first = await charge(merchant, { email: 'repeated@example.org', card: otherCard });
    const transaction = { amount: '8.00', currency: 'GBP', recurring: true };
    const repeat = await merchant('POST', `${base}/${first}/repeat`, { transaction });
    expect(reason(repeat), JSON.stringify(repeat.body)).toBe('S100');
    const repeatId = repeat.body.transaction.transactionId;
    const id = await openNewCase(analyst, repeatId);
    expect((await read(id)).transactionId).toBe(repeatId);
    const refund = await merchant('POST', `${base}/${repeatId}/refund`, {});
    const { body } = await analyst('POST', `${cases}/transaction/${refund.body.transaction.transactionId}`);
    expect(body).toEqual({ caseId: id, isNew: false });
  });

  test('is audited', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { card: otherCard }));
    const lines = await app.owner`
      select act, outcome from audit_event where object_kind = 'case' and object_id = ${id}`;
    expect(lines).toEqual([{ act: 'openCase', outcome: 'allowed' }]);
  });
});

describe('openCustomerCase', () => {
  const openByEmail = (customerEmail: string) =>
    analyst('POST', `${cases}/customer`, { orgId: 1100, customerEmail });

  test('opens a case for the newest payment of an email address', async () => {
    const email = 'newest@example.org';
    await charge(merchant, { email, card: otherCard });
    app.clock.advance(1000);
    const newest = await charge(merchant, { email, card: otherCard });
    const { body } = await openByEmail('Newest@Example.org');
    expect(body.isNew).toBe(true);
    expect((await read(body.caseId)).transactionId).toBe(newest);
  });

  test('rejects an address without payments', async () => {
    expect(await openByEmail('nothing@example.org')).toMatchObject({
      status: 409,
      body: { code: 'CASE_NO_TRANSACTION' },
    });
  });
});

describe('collectCase', () => {
  test('adds payments that came after the opening', async () => {
    const email = 'later@example.org';
    const id = await openNewCase(analyst, await charge(merchant, { email, card: otherCard }));
    const later = await charge(merchant, { email, card: otherCard });
    expect((await analyst('POST', `${cases}/${id}/collect`)).body).toEqual({ added: 1 });
    expect((await analyst('POST', `${cases}/${id}/collect`)).body).toEqual({ added: 0 });
    expect((await read(id)).transactions[0]).toMatchObject({ transactionId: later });
  });

  test('stops at 200 payments', async () => {
    const first = await charge(merchant, { email: 'many@example.org', card: otherCard });
    const id = await openNewCase(analyst, first);
    const firstId = 20_000_000_000;
    await app.owner`
      insert into fraud_case_transaction
      select company_id, case_id, ${firstId}::bigint + n, 'ADDED', added_at, merchant_id, transaction_time, customer_email, customer_name,
             amount, ccy_code
      from fraud_case_transaction, generate_series(1, 199) n where case_id = ${id} and txn_id = ${first}`;
    await charge(merchant, { email: 'many@example.org', card: otherCard });
    expect((await analyst('POST', `${cases}/${id}/collect`)).body).toEqual({ added: 0 });
  });
});

describe('addCaseTransaction', () => {
  test('adds a payment by its id, once', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { card: otherCard }));
    const unrelated = await charge(merchant, { card: fourthCard });
    const add = (transactionId: string) => analyst('POST', `${cases}/${id}/transactions`, { transactionId });
    expect((await add(unrelated)).body).toEqual({ added: 1 });
    expect((await add(unrelated)).body).toEqual({ added: 0 });
    expect((await read(id)).transactions).toContainEqual(
      expect.objectContaining({ transactionId: unrelated, reason: 'ADDED' }),
    );
    expect(await add('99999999999')).toMatchObject({ status: 409, body: { code: 'CASE_NO_TRANSACTION' } });
  });

  test('names the other cases of a payment', async () => {
    const shared = await charge(merchant, { card: fourthCard });
    const first = await openNewCase(analyst, shared);
    await close(analyst, first, { version: 1, outcome: 'GENUINE' });
    const second = await openNewCase(analyst, shared);
    const { relatedCases } = await read(second);
    expect(relatedCases[0]).toMatchObject({ id: first, status: 'CLOSED', outcome: 'GENUINE' });
  });
});

test('addCaseNote masks card numbers', async () => {
  const id = await openNewCase(analyst, await charge(merchant, { card: otherCard }));
  const note = { note: ' The bank named 9900 0000 0000 0010 ' };
  expect((await analyst('POST', `${cases}/${id}/notes`, note)).status).toBe(204);
  const { events } = await read(id);
  expect(events[0]).toMatchObject({
    kind: 'NOTE',
    actor: 'Noor Rahman',
    note: 'The bank named 990000******0010',
  });
  expect((await analyst('POST', `${cases}/${id}/notes`, { note: '  ' })).status).toBe(400);
  expect((await analyst('POST', `${cases}/${id}/notes`, { note: 'x'.repeat(2001) })).status).toBe(400);
});

describe('assignCase', () => {
  test('sets an owner who may work on the case', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { card: otherCard }));
    const users = (await analyst('GET', `${cases}/${id}/users`)).body;
    const amelia = users.find(({ name }: { name: string }) => name === 'Amelia Hart');
    expect(users.map(({ name }: { name: string }) => name)).toEqual(['Amelia Hart', 'Noor Rahman']);
    const assign = (version: number, ownerId: string | null) =>
      analyst('PUT', `${cases}/${id}/owner`, { version, ownerId });
    expect((await assign(1, amelia.userId)).body).toEqual({ version: 2 });
    expect((await read(id)).ownerName).toBe('Amelia Hart');
    expect(await assign(1, null)).toMatchObject({ status: 409, body: { code: 'CASE_CHANGED' } });
    expect((await assign(2, null)).body).toEqual({ version: 3 });
    expect((await read(id)).ownerName).toBeNull();
    expect(await readEventKinds(id)).toEqual(expect.arrayContaining(['ASSIGNED', 'UNASSIGNED']));
    expect((await assign(3, 'another-user')).status).toBe(400);
  });

  test('listCaseUsers leaves out users without the permission', async () => {
    await grant(app, 'support@harbour.example', 'queue-reviewer');
    const id = await openNewCase(analyst, await charge(merchant, { card: otherCard }));
    const { body } = await analyst('GET', `${cases}/${id}/users`);
    expect(JSON.stringify(body)).not.toContain('Tom');
  });
});

describe('closeCase', () => {
  const email = 'listed@example.org';

  test('adds a card and an email to the block lists', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { email, card: otherCard }));
    const { listValues } = await read(id);
    const selected = listValues
      .filter(({ displayValue }: { displayValue: string }) =>
        ['990200******0018', email].includes(displayValue),
      )
      .map(({ dataField, value }: { dataField: string; value: string }) => ({ dataField, value }));
    expect(selected).toHaveLength(2);
    const response = await close(analyst, id, {
      version: 1,
      outcome: 'FRAUD',
      note: 'Bank confirmed',
      listValues: selected,
    });
    expect(response).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await read(id)).toMatchObject({ status: 'CLOSED', outcome: 'FRAUD' });
    const cards = await readListValues(app, await findStandardList(app, 'NEGATIVE', 'cardCorrelationId'));
    expect(cards).toMatchObject([{ maskedPan: '990200******0018', source: `Case ${id}` }]);
    const emails = await readListValues(app, await findStandardList(app, 'NEGATIVE', 'customerEmail'));
    expect(emails).toMatchObject([{ value: email, source: `Case ${id}` }]);
    const { events } = await read(id);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['CLOSED', 'LISTED']),
    );
    expect(events[0]).toMatchObject({ note: 'Bank confirmed', detail: { outcome: 'FRAUD' } });
    await app.owner`delete from fraud_list_item`;
  });

  test('adds values of a genuine case to the allow lists', async () => {
    const id = await openNewCase(
      analyst,
      await charge(merchant, { email: 'good@example.org', card: thirdCard }),
    );
    const listValues = [{ dataField: 'customerEmail', value: 'good@example.org' }];
    await close(analyst, id, { version: 1, outcome: 'GENUINE', listValues });
    const emails = await readListValues(app, await findStandardList(app, 'POSITIVE', 'customerEmail'));
    expect(emails.map(({ value }) => value)).toEqual(['good@example.org']);
    await app.owner`delete from fraud_list_item`;
  });

  test('adds nothing without the option', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { card: thirdCard }));
    await close(analyst, id, { version: 1, outcome: 'FRIENDLY' });
    expect(await app.owner`select 1 from fraud_list_item`).toEqual([]);
  });

  test('rejects a value that no payment of the case has', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { card: thirdCard }));
    const listValues = [{ dataField: 'customerEmail', value: 'foreign@example.org' }];
    const response = await close(analyst, id, { version: 1, outcome: 'FRAUD', listValues });
    expect(response).toMatchObject({ status: 400, body: { code: 'CASE_LIST_VALUE' } });
    expect((await read(id)).status).toBe('OPEN');
  });

  test('closes a case once for two users at the same time', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { card: thirdCard }));
    const responses = await Promise.all([
      close(analyst, id, { version: 1, outcome: 'FRAUD' }),
      close(admin, id, { version: 1, outcome: 'GENUINE' }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('CASE_CHANGED');
    expect((await readEventKinds(id)).filter((kind: string) => kind === 'CLOSED')).toHaveLength(1);
  });

  test('leaves no changes possible but to reopen', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { card: thirdCard }));
    await close(analyst, id, { version: 1, outcome: 'FRAUD' });
    const closed = { status: 409, body: { code: 'CASE_CLOSED' } };
    expect(await analyst('POST', `${cases}/${id}/notes`, { note: 'Late' })).toMatchObject(closed);
    expect(await analyst('POST', `${cases}/${id}/collect`)).toMatchObject(closed);
    expect(await analyst('PUT', `${cases}/${id}/owner`, { version: 2, ownerId: null })).toMatchObject(closed);
  });
});

describe('reopenCase', () => {
  const reopen = (id: string, version: number) => analyst('POST', `${cases}/${id}/reopen`, { version });

  test('opens a closed case without its outcome', async () => {
    const id = await openNewCase(analyst, await charge(merchant, { card: thirdCard }));
    await close(analyst, id, { version: 1, outcome: 'FRAUD' });
    expect((await reopen(id, 2)).body).toEqual({ version: 3 });
    expect(await read(id)).toMatchObject({ status: 'OPEN', outcome: null, closedAt: null });
    expect(await reopen(id, 2)).toMatchObject({ status: 409 });
  });

  test('rejects a second open case of one payment', async () => {
    const first = await charge(merchant, { card: thirdCard });
    const id = await openNewCase(analyst, first);
    await close(analyst, id, { version: 1, outcome: 'FRAUD' });
    await openNewCase(analyst, first);
    expect(await reopen(id, 2)).toMatchObject({ status: 409, body: { code: 'CASE_OPEN_ALREADY' } });
  });
});

describe('getCaseOfTransaction', () => {
  const find = (id: string, company = 1100) => analyst('GET', `/proxy/sync/cqs/case/${company}/${id}`);

  test('returns the case with its transaction and customer', async () => {
    const first = await charge(merchant, { email: 'by-id@example.org', card: thirdCard, amount: '61.00' });
    const id = await openNewCase(analyst, first);
    expect(await find(first)).toMatchObject({
      status: 200,
      body: {
        caseId: id,
        status: 'OPEN',
        subject: {
          adviceRequest: {
            transaction: { id: first, amount: '61.00', currencyCode: 'GBP' },
            customer: { name: 'Ada Lovell', email: 'by-id@example.org' },
          },
        },
      },
    });
    expect((await find(first, 1111)).status).toBe(200);
    expect((await find(first, 1112)).status).toBe(404);
  });

  test('returns 404 for a transaction without a case', async () => {
    const withoutCase = await charge(merchant, { card: fourthCard });
    expect((await find(withoutCase)).status).toBe(404);
    expect((await find('9'.repeat(300))).status).toBe(404);
  });
});

describe('searchCases', () => {
  const search = (more: object) => analyst('POST', '/proxy/sync/cqs/case/search', { orgId: 1100, ...more });
  const byEmail = (text: string, dates?: readonly Date[]) => [
    { field: 'customerEmail', operator: 'like', value: [text] },
    ...(dates
      ? [{ field: 'transactionTime', operator: 'between', value: dates.map((date) => date.toISOString()) }]
      : []),
  ];
  const ids: string[] = [];
  beforeAll(async () => {
    for (const name of ['anna', 'bert', 'cleo']) {
      app.clock.advance(60_000);
      const first = await charge(merchant, { email: `${name}@ring.example`, card: thirdCard });
      ids.push(await openNewCase(analyst, first));
    }
  });

  const findCases = async (more: object) => {
    const { status, body } = await search(more);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.map(({ caseId }: { caseId: string }) => ids.indexOf(caseId));
  };

  test('finds a part of an email address, newest transaction first', async () => {
    expect(await findCases({ filters: byEmail('RING.ex') })).toEqual([2, 1, 0]);
    const { body } = await search({ filters: byEmail('ring.ex'), size: 25 });
    expect(body.resultsAvailable).toBe(3);
  });

  test('sorts by the columns of the grid', async () => {
    const searchSorted = (field: string, sortOrder: string) =>
      findCases({ filters: byEmail('ring.ex'), caseSearchSort: { field, sortOrder } });
    expect(await searchSorted('customerEmail', 'ASC')).toEqual([0, 1, 2]);
    expect(await searchSorted('transactionAmount', 'DESC')).toEqual([2, 1, 0]);
    expect(await searchSorted('transactionId', 'asc')).toEqual([0, 1, 2]);
    expect(await searchSorted('transactionTime', 'ASC')).toEqual([0, 1, 2]);
    expect(await searchSorted('customerName', 'DESC')).toHaveLength(3);
  });

  test('limits to transactions between two times', async () => {
    const now = app.clock.now();
    const before = new Date(now.getTime() - dayMs);
    expect(await findCases({ filters: byEmail('ring.ex', [before, now]) })).toHaveLength(3);
    const earlier = new Date(before.getTime() - dayMs);
    expect(await findCases({ filters: byEmail('ring.ex', [earlier, before]) })).toEqual([]);
  });

  test('pages', async () => {
    expect(await findCases({ filters: byEmail('ring.ex'), from: 25 })).toEqual([]);
    const { body } = await search({ filters: byEmail('ring.ex'), from: 25 });
    expect(body.resultsAvailable).toBe(3);
  });

  test('finds a transaction id', async () => {
    const { transactionId } = await read(ids[2] ?? '');
    const filters = [{ field: 'transactionId', operator: 'like', value: [transactionId] }];
    expect(await findCases({ filters })).toEqual([2]);
  });

  test.each([
    ['V001', { filters: undefined }],
    ['V001', { filters: [] }],
    ['V001', { filters: byEmail('ab') }],
    ['V001', { filters: byEmail('x'.repeat(321)) }],
    ['V001', { filters: [{ field: 'ownerName', operator: 'like', value: ['abc'] }] }],
    ['V001', { filters: [{ field: 'customerEmail', operator: 'equals', value: ['abc'] }] }],
    ['V001', { filters: [{ field: 'transactionId', operator: 'like', value: ['12x'] }] }],
    ['V001', { filters: byEmail('abc', [new Date(1), new Date(0)]) }],
    ['V001', { filters: [...byEmail('abc'), ...byEmail('abc')] }],
    ['V002', { filters: byEmail('abc'), size: 30 }],
    ['V002', { filters: byEmail('abc'), from: -1 }],
    ['V002', { filters: byEmail('abc'), from: '25' }],
    ['V002', { filters: byEmail('abc'), caseSearchSort: { field: 'ownerName', sortOrder: 'ASC' } }],
    ['V002', { filters: byEmail('abc'), caseSearchSort: { field: 'transactionId', sortOrder: 'UP' } }],
  ])('returns %s for %j', async (code, more) => {
    expect(await search(more)).toMatchObject({ status: 400, body: { code } });
  });

  test('takes a percent sign as text', async () => {
    expect(await findCases({ filters: byEmail('%%%') })).toEqual([]);
  });
});
