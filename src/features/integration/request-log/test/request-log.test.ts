import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, insertKey } from '#features/access/api-keys/test/key-fixtures.ts';
import { base, paid, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { getApiRequest, getApiRequestChoices, listApiRequests } from '../endpoints.ts';
import type { ListedRequest } from '../schemas.ts';
import { deleteOldRequests } from '../server/delete-old-requests.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = inOrder(actAsMerchant(app));
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

/** Requests of one millisecond have no order. */
const inOrder =
  (send: Send): Send =>
  (...request) => {
    app.clock.advance(1000);
    return send(...request);
  };

const company = 1100;
const urlOf = (endpoint: { url: string }, path: Record<string, string | number>): string =>
  endpoint.url.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(path[name]));

interface Page {
  items: ListedRequest[];
  next: number | null;
  searchedTo: string | null;
}

/** What the log shows, with everything written that waits. */
async function list(
  query: Record<string, string | number> = {},
  user = admin,
  orgId = company,
): Promise<Page> {
  await app.gateway.requestLog?.flush();
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await user('GET', `${urlOf(listApiRequests, { orgId })}?${search.toString()}`);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as Page;
}

const show = (requestId: string, user = admin, orgId = company) =>
  user('GET', urlOf(getApiRequest, { orgId, requestId }));

const idOf = ({ headers }: { headers: Record<string, unknown> }): string => String(headers['x-request-id']);

/** The row of a response, as the list shows it. */
async function logged(response: { headers: Record<string, unknown> }): Promise<ListedRequest | undefined> {
  return (await list({ text: idOf(response) })).items[0];
}

describe('logs', () => {
  test('a payment with its transaction, key and duration', async () => {
    const response = await merchant('POST', `${base}/payment`, payment(), { 'user-agent': 'shop/1.0' });
    expect(await logged(response)).toMatchObject({
      call: 'takePayment',
      method: 'POST',
      path: `${base}/payment`,
      status: 201,
      reasonCode: 'S100',
      apiId: 'harbour-api',
      transactionId: response.body.transaction.transactionId,
      isReplay: false,
    });
    const { body } = await show(idOf(response));
    expect(body.userAgent).toBe('shop/1.0');
    expect(JSON.parse(body.requestBody).transaction).toEqual({
      currency: 'GBP',
      amount: '25.00',
      commerceType: 'ECOM',
    });
    expect(JSON.parse(body.responseBody).transaction.status).toBe('SUCCESS');
  });

  test('a replayed response', async () => {
    const key = { 'idempotency-key': `order-${randomUUID()}` };
    const body = payment();
    await merchant('POST', `${base}/payment`, body, key);
    const replayed = await merchant('POST', `${base}/payment`, body, key);
    expect(await logged(replayed)).toMatchObject({ isReplay: true, idempotencyKey: key['idempotency-key'] });
  });

  test.each<[string, number, () => ReturnType<Send>]>([
    ['an invalid request', 400, () => merchant('POST', `${base}/payment`, payment({ amount: 'x' }))],
    ['an unknown transaction', 404, () => merchant('GET', `${base}/99999999999`)],
    [
      'an installation of another company',
      403,
      () => merchant('GET', '/acceptor/rest/transactions/5300099/byRef'),
    ],
    [
      'invalid JSON',
      400,
      () => merchant('POST', `${base}/payment`, '{"a":', { 'content-type': 'application/json' }),
    ],
    ['an unknown address', 404, () => merchant('GET', '/acceptor/rest/nothing')],
    ['a wrong method', 405, () => merchant('DELETE', `${base}/payment`)],
  ])('%s', async (_, status, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(await logged(response)).toMatchObject({ status, apiId: 'harbour-api' });
  });

  test('a wrong secret of a known key, without the body', async () => {
    const response = await actAsMerchant(app, 'harbour-api', 'wrong')('POST', `${base}/payment`, payment());
    expect(response.status).toBe(401);
    expect(await logged(response)).toMatchObject({ status: 401, reasonCode: 'V111', transactionId: null });
    expect((await show(idOf(response))).body.requestBody).toBeNull();
  });

  test('a key with another body as 422', async () => {
    const key = { 'idempotency-key': `order-${randomUUID()}` };
    await merchant('POST', `${base}/payment`, payment(), key);
    const response = await merchant('POST', `${base}/payment`, payment({ amount: '1.00' }), key);
    expect(await logged(response)).toMatchObject({ status: 422 });
  });

  test('no request of an unknown key, of none, of a payer and of a listener', async () => {
    const count = async () => {
      await app.gateway.requestLog?.flush();
      const [row] = await app.owner<{ n: number }[]>`select count(*)::int as n from api_request`;
      return row?.n;
    };
    const before = await count();
    await actAsMerchant(app, 'no-such-key', 'x')('GET', `${base}/1`);
    await app.gateway.inject({ method: 'GET', url: `${base}/1` });
    await app.gateway.inject({ method: 'GET', url: '/docs' });
    expect(await count()).toBe(before);
    // A listener, which asks all the time; what it is refused is kept.
    const listen = '/acceptor/rest/events/5300001/listen';
    expect((await actAsMerchant(app)('GET', listen)).status).toBe(200);
    expect(await count()).toBe(before);
    expect((await actAsMerchant(app)('GET', `${listen}?cursor=none`)).status).toBe(400);
    expect(await count()).toBe((before ?? 0) + 1);
  });

  test('at most 20 requests a minute that do not prove their key', async () => {
    const { apiId } = await insertKey(app, ['P_NEW_PAYMENT']);
    for (let index = 0; index < 25; index += 1) await actAsMerchant(app, apiId, 'x')('GET', `${base}/1`);
    expect((await list({ apiId, limit: 100 })).items.length).toBe(20);
  });
});

describe('finds', () => {
  test('the requests of a transaction', async () => {
    const transactionId = await paid(merchant);
    await merchant('POST', `${base}/${transactionId}/refund`, { transaction: { amount: '1.00' } });
    await merchant('GET', `${base}/${transactionId}`);
    const { items } = await list({ text: transactionId });
    expect(items.map(({ call }) => call)).toEqual(['readPayment', 'refundTransaction', 'takePayment']);
    expect((await list({ text: `${base}/${transactionId}/refund` })).items.map(({ call }) => call)).toEqual([
      'refundTransaction',
    ]);
  });

  test('an Idempotency-Key, also one in the form of a request id', async () => {
    const key = randomUUID();
    const response = await merchant('POST', `${base}/payment`, payment(), { 'idempotency-key': key });
    expect((await list({ text: key })).items.map(({ requestId }) => requestId)).toEqual([idOf(response)]);
  });

  test('an address by its beginning', async () => {
    const response = await merchant('GET', '/acceptor/rest/no-such-address?a=1');
    expect((await list({ text: '/acceptor/rest/no-such' })).items[0]?.requestId).toBe(idOf(response));
  });

  test('a key', async () => {
    const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
    const response = await inOrder(bearer(app, secret))('GET', '/acceptor/rest/account');
    expect((await list({ apiId })).items.map(({ requestId }) => requestId)).toEqual([idOf(response)]);
  });

  test('a status, a call and both with a key', async () => {
    const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
    const send = inOrder(bearer(app, secret));
    await send('POST', `${base}/payment`, payment());
    await send('POST', `${base}/payment`, payment({ amount: 'x' }));
    await send('GET', `${base}/99999999999`);
    const statuses = async (query: Record<string, string | number>) =>
      (await list({ ...query, apiId })).items.map(({ status }) => status);
    expect(await statuses({})).toEqual([404, 400, 201]);
    expect(await statuses({ status: 'failed' })).toEqual([404, 400]);
    expect(await statuses({ status: 'ok' })).toEqual([201]);
    expect(await statuses({ status: 400 })).toEqual([400]);
    expect(await statuses({ call: 'takePayment' })).toEqual([400, 201]);
    expect(await statuses({ call: 'takePayment', status: 'failed' })).toEqual([400]);
    expect((await list({ call: 'takePayment', status: 201, limit: 1 })).items[0]?.status).toBe(201);
  });

  test('a range of time', async () => {
    const response = await merchant('GET', '/acceptor/rest/account');
    const at = new Date((await logged(response))?.at ?? 0).getTime();
    const within = async (from: number, to: number) =>
      (
        await list({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), limit: 100 })
      ).items.map(({ requestId }) => requestId);
    expect(await within(at - 1000, at + 1000)).toContain(idOf(response));
    expect(await within(at + 1000, at + 2000)).not.toContain(idOf(response));
  });
});

test('pages without repeating or leaving out a request', async () => {
  const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT']);
  const sent: string[] = [];
  for (let index = 0; index < 7; index += 1)
    sent.push(idOf(await inOrder(bearer(app, secret))('GET', '/acceptor/rest/account')));
  const found: string[] = [];
  let before: number | null = null;
  do {
    const page: Page = await list({ apiId, limit: 3, ...(before === null ? {} : { before }) });
    found.push(...page.items.map(({ requestId }) => requestId));
    before = page.next;
  } while (before !== null);
  expect(found).toEqual(sent.toReversed());
});

describe('shows', () => {
  test('nothing to another company', async () => {
    const response = await merchant('GET', '/acceptor/rest/account');
    await logged(response);
    const stranger = await actAs(app, 'admin@meridian.example');
    expect((await show(idOf(response), stranger, 1200)).status).toBe(404);
    expect((await stranger('GET', urlOf(listApiRequests, { orgId: company }))).status).toBe(403);
    expect(
      (await list({ limit: 100 }, stranger, 1200)).items.filter(({ apiId }) => apiId === 'harbour-api'),
    ).toEqual([]);
  });

  test('nothing without a permission', async () => {
    const clerk = await actAs(app, 'coffee@harbour.example');
    expect((await clerk('GET', urlOf(listApiRequests, { orgId: company }))).status).toBe(403);
  });

  test('bodies to users who manage keys only', async () => {
    const response = await merchant('POST', `${base}/payment`, payment());
    await logged(response);
    const auditor = await auditorOf(app);
    const { body, status } = await show(idOf(response), auditor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ maySeeBodies: false, requestBody: null, responseBody: null });
  });

  test('the requests of one installation below it only', async () => {
    const mine = await merchant('GET', `${base}/99999999998`);
    const { items } = await list({ limit: 100 }, admin, 5300001);
    expect(items.map(({ requestId }) => requestId)).toContain(idOf(mine));
    expect(
      items.every(({ path }) => path.includes('5300001') || path.startsWith('/acceptor/rest/account')),
    ).toBe(true);
  });

  test('calls and keys to choose from', async () => {
    const { body } = await admin('GET', urlOf(getApiRequestChoices, { orgId: company }));
    expect(body.calls).toContainEqual({
      call: 'takePayment',
      route: 'POST /acceptor/rest/transactions/{installationId}/payment',
    });
    expect(body.keys.map(({ apiId }: { apiId: string }) => apiId)).toContain('harbour-api');
  });
});

/** A user who may see the audit of Harbour, and manages no keys. */
async function auditorOf({ owner }: TestApp): Promise<Send> {
  await owner`
    insert into role_permission (role_id, permission)
    select g.role_id, 'P_VIEW_AUDIT' from role_grant g join app_user u on u.user_id = g.user_id
    where u.user_name = 'analyst@harbour.example' on conflict do nothing`;
  await owner`update app_user set access_version = access_version + 1 where user_name = 'analyst@harbour.example'`;
  return actAs(app, 'analyst@harbour.example');
}

test('deletes requests after 30 days', async () => {
  const old = await merchant('GET', '/acceptor/rest/account');
  await logged(old);
  const isKept = async () =>
    (await app.owner`select from api_request where request_id = ${idOf(old)}::uuid`).length > 0;
  app.clock.advance(29 * dayMs);
  await deleteOldRequests.run(app.services);
  expect(await isKept()).toBe(true);
  app.clock.advance(2 * dayMs);
  await deleteOldRequests.run(app.services);
  expect(await isKept()).toBe(false);
});
