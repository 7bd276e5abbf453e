import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { TransactionView } from '../schemas.ts';

const group = 1100;
const coffeeShop = 1111;
const url = (orgId = group) => `/proxy/sync/tqs/views/${orgId}`;

let app: TestApp;
let admin: Send;
let analyst: Send;
let coffee: Send;
let meridian: Send;
beforeAll(async () => {
  app = await startApp();
  for (let number = 0; number < 5; number += 1)
    await insertTransaction(app.owner, { txnId: 20_000_000_000 + number, minor: 1000 + number });
  await insertTransaction(app.owner, { txnId: 20_000_000_010, type: 'REFUND', minor: 99 });
  await insertTransaction(app.owner, { txnId: 20_000_000_011, outcome: 'DEFER' });
  admin = await actAs(app, 'admin@harbour.example');
  analyst = await actAs(app, 'analyst@harbour.example');
  coffee = await actAs(app, 'coffee@harbour.example');
  meridian = await actAs(app, 'admin@meridian.example');
});
afterAll(() => app.stop());
beforeEach(() => app.owner`delete from transaction_view`);

const columns = ['txn_datetime', 'txn_id', 'requested_amount'];
const content = (more: object = {}) => ({
  name: 'Refunds',
  params: { searchRange: 'WITHIN_1_WEEK', 'filter.txn_type': 'REFUND' },
  columns,
  isShared: false,
  ...more,
});
async function save(more: object = {}, person = admin, orgId = group): Promise<TransactionView> {
  const response = await person('POST', url(orgId), { ...content(more), isPinned: false, ...more });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as TransactionView;
}
const names = async (person: Send, orgId = group): Promise<string[]> => {
  const { body } = await person('GET', url(orgId));
  return (body.views as TransactionView[]).map(({ name }) => name);
};
const change = (view: TransactionView, more: object, person = admin) =>
  person('PUT', `${url()}/${view.id}`, { ...content(), version: view.version, ...more });

describe('createView and changeView', () => {
  test('is saved with its search and columns', async () => {
    const view = await save();
    const { body } = await admin('GET', url());
    expect(body).toEqual({ maySave: true, views: [view] });
    expect(view).toMatchObject({ ...content(), isOwn: true, isPinned: false, mayDelete: true, version: 1 });
  });

  test.each([
    [{ params: { searchRange: 'SOMEDAY' } }, 'body.params'],
    [{ params: { 'filter.txn_type': 'REFUND' } }, 'body.params'],
    [{ params: { searchRange: 'TODAY', offset: '25' } }, 'body.params'],
    [{ params: { searchRange: 'TODAY', searchField: 'txn_id', value: 'x' } }, 'body.params'],
    [{ columns: ['txn_id', 'no_such_column'] }, 'body.columns'],
    [{ columns: ['txn_id', 'txn_id'] }, 'body.columns'],
  ])('is refused with %o', async (more, field) => {
    const response = await admin('POST', url(), { ...content(more), isPinned: false });
    expect([response.status, response.body.message]).toEqual([400, field]);
  });

  test('is refused with a card number', async () => {
    const params = { searchRange: 'TODAY', 'filter.description': '4111 1111 1111 1111' };
    expect((await admin('POST', url(), { ...content({ params }), isPinned: false })).status).toBe(400);
    const named = content({ name: '4111 1111 1111 1111' });
    expect((await admin('POST', url(), { ...named, isPinned: false })).status).toBe(400);
  });

  test('is refused with a column that its owner may not see', async () => {
    const response = await coffee('POST', url(coffeeShop), {
      ...content({ columns: ['txn_id', 'OPTIMIZE360_OUTCOME'] }),
      isPinned: false,
    });
    expect([response.status, response.body.message]).toEqual([400, 'body.columns']);
  });

  test('is changed by its owner', async () => {
    const view = await save();
    const response = await change(view, { name: 'Refunds of a day', params: { searchRange: 'TODAY' } });
    expect(response.body).toMatchObject({
      name: 'Refunds of a day',
      params: { searchRange: 'TODAY' },
      version: 2,
    });
    expect(await names(admin)).toEqual(['Refunds of a day']);
  });

  test('answers a change of an older version with a conflict', async () => {
    const view = await save();
    expect((await change(view, { name: 'First' })).status).toBe(200);
    const second = await change(view, { name: 'Second' });
    expect([second.status, second.body.code]).toEqual([409, 'VIEW_CHANGED']);
    expect(await names(admin)).toEqual(['First']);
  });

  test('is in the audit without the values of its filters', async () => {
    const view = await save({ params: { searchRange: 'TODAY', 'filter.customer_email': 'ada@x.example' } });
    const [event] = await app.owner<{ after: object }[]>`
      select after from audit_event where act = 'createView' and object_id = ${view.id}`;
    expect(event?.after).toEqual({
      name: 'Refunds',
      isShared: false,
      filters: ['filter.customer_email', 'searchRange'],
      columns: 3,
    });
  });
});

describe('listViews: the schedules of a view', () => {
  test('are of every user for its owner, and otherwise of the reader', async () => {
    const view = await save({ isShared: true });
    const schedule = {
      frequency: 'DAILY',
      day: null,
      hour: 7,
      timeZone: 'UTC',
      period: 'VIEW',
      format: 'CSV',
    };
    const body = { viewId: view.id, ...schedule, name: null, locale: 'en' };
    for (const person of [admin, analyst])
      expect((await person('POST', `/proxy/sync/tqs/scheduledFiles/${group}`, body)).status).toBe(200);
    const seen = async (person: Send) => ((await person('GET', url())).body.views as TransactionView[])[0];
    expect((await seen(admin))?.schedules).toBe(2);
    expect((await seen(analyst))?.schedules).toBe(1);
    await app.owner`delete from view_subscription`;
    expect((await seen(admin))?.schedules).toBe(0);
  });
});

describe('listViews: a private view', () => {
  test('is seen by its owner alone', async () => {
    const view = await save();
    expect(await names(analyst)).toEqual([]);
    for (const person of [analyst, coffee]) {
      const orgId = person === coffee ? coffeeShop : group;
      expect((await person('DELETE', `${url(orgId)}/${view.id}`)).status).toBe(404);
      expect((await person('PUT', `${url(orgId)}/${view.id}/pin`, { isPinned: true })).status).toBe(404);
    }
  });
});

describe('listViews and deleteView: a shared view', () => {
  test('is seen at and below its organisation', async () => {
    await save({ isShared: true });
    expect(await names(analyst)).toEqual(['Refunds']);
    expect(await names(coffee, coffeeShop)).toEqual(['Refunds']);
  });

  test('is not seen above its organisation or beside it', async () => {
    await save({ name: 'Of the shop', isShared: true }, coffee, coffeeShop);
    expect(await names(admin)).toEqual([]);
    expect(await names(admin, 1112)).toEqual([]);
    expect(await names(admin, coffeeShop)).toEqual(['Of the shop']);
  });

  test('is unknown in another company', async () => {
    const view = await save({ isShared: true });
    expect(await names(meridian, 1200)).toEqual([]);
    expect((await meridian('DELETE', `${url(1200)}/${view.id}`)).status).toBe(404);
    expect((await meridian('DELETE', `${url()}/${view.id}`)).status).toBe(403);
  });

  test('comes without columns that the reader may not see', async () => {
    await save({ isShared: true, columns: ['txn_id', 'OPTIMIZE360_OUTCOME'] });
    const { body } = await coffee('GET', url(coffeeShop));
    expect(body.views[0].columns).toEqual(['txn_id']);
  });

  test('is changed by its owner alone', async () => {
    const view = await save({ isShared: true }, analyst);
    expect((await change(view, { name: 'Mine' })).status).toBe(403);
  });

  test('is deleted by an administrator', async () => {
    const view = await save({ isShared: true }, analyst);
    const seen = (await admin('GET', url())).body.views[0] as TransactionView;
    expect([seen.isOwn, seen.mayDelete]).toEqual([false, true]);
    expect((await admin('DELETE', `${url()}/${view.id}`)).status).toBe(204);
    expect(await names(analyst)).toEqual([]);
  });

  test('is not deleted by another reader', async () => {
    const view = await save({ isShared: true });
    expect((await analyst('DELETE', `${url()}/${view.id}`)).status).toBe(403);
  });
});

describe('limits', () => {
  const fill = (count: number, owner: string, isShared: boolean) => app.owner`
    insert into transaction_view (company_id, organisation_id, owner_id, owner_name, name, params, columns, is_shared,
                                  created_at, changed_at)
    select ${group}, ${group}, user_id, 'Someone', 'View ' || number, '{"searchRange": "TODAY"}', '{txn_id}', ${isShared},
           now(), now()
    from app_user, generate_series(1, ${count}) as number where user_name = ${owner}`;

  test('a user has at most 100 views', async () => {
    await fill(99, 'admin@harbour.example', false);
    await save();
    const response = await admin('POST', url(), { ...content(), isPinned: false });
    expect([response.status, response.body.code]).toEqual([409, 'VIEW_LIMIT']);
    expect((await analyst('POST', url(), { ...content(), isPinned: false })).status).toBe(200);
  });

  test('a company has at most 200 shared views', async () => {
    await fill(200, 'analyst@harbour.example', true);
    const view = await save();
    expect((await change(view, { isShared: true })).body.code).toBe('SHARED_VIEW_LIMIT');
    const response = await admin('POST', url(), { ...content({ isShared: true }), isPinned: false });
    expect(response.body.code).toBe('SHARED_VIEW_LIMIT');
  });

  test('a user pins at most ten views', async () => {
    for (let number = 0; number < 10; number += 1) await save({ isPinned: true });
    const view = await save();
    const response = await admin('PUT', `${url()}/${view.id}/pin`, { isPinned: true });
    expect([response.status, response.body.code]).toEqual([409, 'VIEW_PIN_LIMIT']);
  });
});

describe('pinView and countPinnedViews: pinned views', () => {
  const counts = async (person = admin, orgId = group) => {
    const { status, body } = await person('POST', `${url(orgId)}/counts`, { timezone: 'Europe/London' });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.counts as { id: string; count: number | null }[];
  };
  const pin = (view: TransactionView, isPinned: boolean, person = admin, orgId = group) =>
    person('PUT', `${url(orgId)}/${view.id}/pin`, { isPinned });

  test('count what their search finds', async () => {
    const refunds = await save({ isPinned: true });
    const over = await save({
      isPinned: true,
      params: { searchRange: 'TODAY', 'filter.requested_amount': '>10.02' },
    });
    expect(await counts()).toEqual([
      { id: refunds.id, count: 1 },
      // Two of the five payments, and the deferred one of 12.50.
      { id: over.id, count: 3 },
    ]);
  });

  test('are those of the user', async () => {
    const view = await save({ isShared: true });
    expect((await pin(view, true, analyst)).body.isPinned).toBe(true);
    expect(await counts()).toEqual([]);
    expect(await counts(analyst)).toHaveLength(1);
    await pin(view, false, analyst);
    expect(await counts(analyst)).toEqual([]);
  });

  test('count the transactions of the selected organisation', async () => {
    await insertTransaction(app.owner, {
      txnId: 20_000_000_020,
      type: 'REFUND',
      merchantId: 1112,
      installationId: 5300003,
    });
    const view = await save({ isShared: true });
    await pin(view, true);
    await pin(view, true, coffee, coffeeShop);
    expect((await counts())[0]?.count).toBe(2);
    expect((await counts(coffee, coffeeShop))[0]?.count).toBe(1);
    await app.owner`delete from txn where txn_id = 20000000020`;
  });

  test('have no count where the reader may not use a filter', async () => {
    const params = { searchRange: 'TODAY', 'filter.OPTIMIZE360_OUTCOME': 'DEFER' };
    const view = await save({ isShared: true, params });
    await pin(view, true);
    await pin(view, true, coffee, coffeeShop);
    expect((await counts())[0]?.count).toBe(1);
    expect((await counts(coffee, coffeeShop))[0]?.count).toBe(null);
    const mayOpen = async (person: Send, orgId: number) =>
      (await person('GET', url(orgId))).body.views.map((each: TransactionView) => each.mayOpen);
    expect(await mayOpen(admin, group)).toEqual([true]);
    expect(await mayOpen(coffee, coffeeShop)).toEqual([false]);
  });

  test('have no count for a card of another company', async () => {
    const txnId = 20_000_000_030;
    await insertTransaction(app.owner, { txnId, companyId: 1200, merchantId: 1211, installationId: 5300006 });
    const params = { searchRange: 'TODAY', searchField: 'SAME_CARD', value: String(txnId) };
    await save({ isPinned: true, params });
    expect((await counts())[0]?.count).toBe(null);
  });

  test('leave the menu when they are no longer shared', async () => {
    const view = await save({ isShared: true });
    await pin(view, true, analyst);
    await change(view, { isShared: false });
    expect(await counts(analyst)).toEqual([]);
  });
});

test('an API key has no views', async () => {
  expect((await actAsMerchant(app)('GET', url())).status).toBe(404);
});
