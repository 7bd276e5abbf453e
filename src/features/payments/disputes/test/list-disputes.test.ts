import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type AdyenWorld, disputesOf, pay, receive, startWithAdyen } from './dispute-fixtures.ts';
import { getDispute, listDisputes, listMerchantDisputes, readMerchantDispute } from '../endpoints.ts';
import { readDisputesSearch } from '../disputes-search.ts';
import { respondByDay } from '../respond-by.ts';

const company = 1100;
let world: AdyenWorld;
let admin: Send;
let fraud: { txnId: string; disputeId: string };
let inquiry: { txnId: string; disputeId: string };

beforeAll(async () => {
  world = await startWithAdyen();
  const open = async (options: object) => {
    const txnId = await pay(world);
    world.simulator.openDispute({ reference: txnId, eventCode: 'CHARGEBACK', ...options });
    await receive(world);
    const [stored] = await disputesOf(world, txnId);
    return { txnId, disputeId: String(stored?.disputeId) };
  };
  fraud = await open({ days: 20 });
  inquiry = await open({ eventCode: 'REQUEST_FOR_INFORMATION', reasonCode: '13.1', days: 5, value: 500 });
  await open({ reasonCode: '13.3', days: 9 });
  admin = await world.admin();
});
afterAll(() => world.stop());

const list = async (query: string, send: Send = admin) => {
  const url = listDisputes.url.replace('{orgId}', String(company));
  const { status, body } = await send('GET', `${url}?${query}`);
  expect(status).toBe(200);
  return body as { disputes: { disputeId: string; amount: string }[]; total: number };
};
const read = (disputeId: string, send: Send = admin) =>
  send('GET', getDispute.url.replace('{disputeId}', disputeId));

describe('the list', () => {
  test('begins with the next deadline', async () => {
    const { disputes, total } = await list('status=NEEDS_RESPONSE');
    expect(total).toBe(3);
    expect(disputes.at(0)?.disputeId).toBe(inquiry.disputeId);
    expect(disputes.at(-1)?.disputeId).toBe(fraud.disputeId);
  });

  test.each([
    ['status', 'status=WON', 0],
    ['stage', 'stage=INQUIRY', 1],
    ['fraud', 'fraud=yes', 1],
    ['other reasons', 'fraud=no', 2],
    ['an organisation', `nodes=${company}`, 3],
  ])('is filtered by %s', async (_title, query, number) => {
    expect((await list(query)).total).toBe(number);
  });

  test('finds the dispute of a transaction', async () => {
    expect((await list(`text=${fraud.txnId}`)).disputes).toMatchObject([{ disputeId: fraud.disputeId }]);
  });

  test('is sorted by amount, in pages', async () => {
    const { disputes, total } = await list('field=amount&direction=ASC&pageSize=1&offset=0');
    expect([disputes.map(({ amount }) => amount), total]).toEqual([['5.00'], 3]);
  });

  test('of another company has none of them', async () => {
    const other = await actAs(world.app, 'admin@meridian.example');
    const url = listDisputes.url.replace('{orgId}', String(company));
    expect((await other('GET', url)).status).toBe(403);
  });

  test('needs a permission', async () => {
    const support = await actAs(world.app, 'support@harbour.example');
    const url = listDisputes.url.replace('{orgId}', String(company));
    expect((await support('GET', url)).status).toBe(403);
  });

  test('belongs to the standard roles that refund, and to analysts without responding', async () => {
    const rolesWith = async (permission: string) =>
      (
        await world.app.owner<{ roleId: string }[]>`
          select role_id from role_permission where permission = ${permission} order by 1`
      ).map(({ roleId }) => roleId);
    const refunding = await rolesWith('P_REFUND_TRANSACTION');
    expect(refunding).toEqual(['administrator', 'cashier', 'refund-agent', 'shop-manager']);
    expect(await rolesWith('P_MANAGE_DISPUTES')).toEqual(refunding);
    expect(await rolesWith('P_VIEW_DISPUTES')).toEqual([
      'administrator',
      'cashier',
      'fraud-analyst',
      'refund-agent',
      'shop-manager',
    ]);
  });
});

describe('a dispute', () => {
  test('has its payment, its deadline and its reports', async () => {
    const { status, body } = await read(fraud.disputeId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      transactionId: fraud.txnId,
      stage: 'CHARGEBACK',
      status: 'NEEDS_RESPONSE',
      amount: '25.00',
      chargedBack: '25.00',
      currency: 'GBP',
      reasonCode: '10.4',
      isFraud: true,
      processorName: 'adyen',
      payment: { transactionId: fraud.txnId, amount: '25.00', refunded: '0.00' },
      events: [{ name: 'CHARGEBACK', stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', chargedBack: '25.00' }],
    });
    expect(body.respondBy).toBe(respondByDay(new Date(body.deadline), body.timeZone));
  });

  test('of another company is not found', async () => {
    const other = await actAs(world.app, 'admin@meridian.example');
    expect((await read(fraud.disputeId, other)).status).toBe(404);
    expect((await read('999999')).status).toBe(404);
  });

  test('of another merchant is not found', async () => {
    const [merchant] = await world.app.owner<{ path: string; id: number }[]>`
      select o.path, o.id from organisation o
      where o.company_id = ${company} and o.type = 'MERCHANT' and o.id <> (
        select merchant_id from dispute where dispute_id = ${fraud.disputeId}) limit 1`;
    await world.app.owner`
      insert into role_permission (role_id, permission) select role_id, 'P_VIEW_DISPUTES' from role_grant g
      join app_user u on u.user_id = g.user_id where u.user_name = 'coffee@harbour.example' on conflict do nothing`;
    await world.app.owner`
      update role_grant set organisation_id = ${merchant?.id ?? 0} where user_id = (
        select user_id from app_user where user_name = 'coffee@harbour.example')`;
    await world.app.owner`
      update app_user set organisation_id = ${merchant?.id ?? 0}, access_version = access_version + 1
      where user_name = 'coffee@harbour.example'`;
    const coffee = await actAs(world.app, 'coffee@harbour.example');
    expect((await read(fraud.disputeId, coffee)).status).toBe(404);
  });
});

describe('the merchant API', () => {
  const url = (endpoint: { url: string }, installationId: number, disputeId = '') =>
    endpoint.url.replace('{installationId}', String(installationId)).replace('{disputeId}', disputeId);

  test('lists the disputes of an installation in pages', async () => {
    const { merchant } = world;
    const first = await merchant('GET', `${url(listMerchantDisputes, 5300001)}?limit=2`);
    expect(first.body.items).toHaveLength(2);
    const cursor = encodeURIComponent(first.body.nextCursor);
    const second = await merchant('GET', `${url(listMerchantDisputes, 5300001)}?limit=2&cursor=${cursor}`);
    expect([second.body.items.length, second.body.nextCursor]).toEqual([1, null]);
    const one = await merchant('GET', `${url(listMerchantDisputes, 5300001)}?transactionId=${fraud.txnId}`);
    expect(one.body.items).toMatchObject([
      { disputeId: fraud.disputeId, amount: 25, chargedBack: 25, isFraud: true, status: 'NEEDS_RESPONSE' },
    ]);
  });

  test('reads one, and none of another installation', async () => {
    const { merchant } = world;
    const found = await merchant('GET', url(readMerchantDispute, 5300001, fraud.disputeId));
    expect(found.body).toMatchObject({ transactionId: fraud.txnId, reasonCode: '10.4' });
    expect((await merchant('GET', url(readMerchantDispute, 5300002, fraud.disputeId))).status).toBe(404);
    expect((await merchant('GET', url(readMerchantDispute, 5300001, '987654'))).status).toBe(404);
  });
});

describe('the day to respond by', () => {
  test.each([
    ['2026-12-13T10:00:00Z', 'Europe/London', '2026-12-12'],
    // The deadline is on the next day there.
    ['2026-12-13T23:30:00Z', 'Asia/Tokyo', '2026-12-13'],
    ['2026-12-13T01:00:00Z', 'America/New_York', '2026-12-11'],
    // The clocks go back.
    ['2026-10-25T00:30:00Z', 'Europe/Warsaw', '2026-10-24'],
  ])('%s in %s is %s', (deadline, zone, day) => {
    expect(respondByDay(new Date(deadline), zone)).toBe(day);
  });
});

test('the address of the list reads back its own result', () => {
  const raw = { status: 'WON', stage: 'INQUIRY', fraud: 'no', text: 'abc', nodes: '1100,2', field: 'amount' };
  const once = readDisputesSearch({ ...raw, direction: 'DESC' });
  const flat = { ...once, nodes: once.nodes?.join(','), offset: '0', pageSize: '25' };
  expect(readDisputesSearch(flat as Record<string, string>)).toEqual(once);
  expect(readDisputesSearch({ status: 'X', nodes: 'a', text: '!', field: 'x' })).toEqual(
    readDisputesSearch({}),
  );
});
