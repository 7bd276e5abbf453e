import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { expirePreauths } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { retrySettlementWork } from '#features/payments/payments/server/jobs/retry-settlement-work.ts';
import {
  base,
  declinedCard,
  goodCard,
  paid,
  payment,
} from '#features/payments/payments/test/payment-fixtures.ts';
import {
  actAsRenewing,
  daily,
  runDays,
  scheduled,
} from '#features/payments/schedules/test/schedule-fixtures.ts';
import { reportExpiredLinks } from '#features/payments/smart-links/server/report-expired-links.ts';
import { buildLink, createLink, openAsPayer } from '#features/payments/smart-links/test/link-fixtures.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { schemaDifferences } from '#testing/check-documented.ts';
import { createClient, collect } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { replaceSandbox, useProcessor } from '#testing/use-processor.ts';
import { isReported } from '../server/record-event.ts';
import { createHook } from './webhook-fixtures.ts';

let app: TestApp;
let admin: Send;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  // The sandbox uses the test's clock, so that its pending operations end.
  replaceSandbox(app, sandboxProcessor({ sql: app.owner, now: () => app.clock.now() }));
  admin = await actAsRenewing(app);
  merchant = actAsMerchant(app);
  await createHook(admin, { events: ['*'] });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner`delete from webhook_event`;
  await app.owner`delete from webhook_delivery`;
});
afterEach(async () => {
  for (const { type, body } of await events())
    expect(schemaDifferences('WebhookEvent', JSON.parse(body)), `${type} as documented`).toEqual([]);
});

interface Row {
  type: string;
  objectId: string;
  body: string;
}
const events = () =>
  app.owner<Row[]>`select type, object_id, body from webhook_event order by created_at, type`;
const types = async () => (await events()).map(({ type }) => type).toSorted();
const readBody = async (type: string) =>
  JSON.parse((await events()).find((event) => event.type === type)?.body ?? 'null');

test('records success and failure of payments', async () => {
  const id = await paid(merchant);
  await merchant('POST', `${base}/payment`, payment({}, { card: declinedCard }));
  expect(await types()).toEqual(['payment.failed', 'payment.succeeded']);
  expect(await readBody('payment.succeeded')).toMatchObject({
    installationId: 5300001,
    data: { transaction: { transactionId: id, status: 'SUCCESS' } },
  });
});

test('an event has its transaction as a read has it afterwards', async () => {
  // Links of events are paths.
  const read = async (id: string) => {
    const { body } = await merchant('GET', `${base}/${id}`);
    return JSON.parse(JSON.stringify(body).replaceAll('http://localhost:8081', ''));
  };
  const customer = { merchantRef: 'R-1', registered: true, displayName: 'Ada Lovell' };
  const registered = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, { customer }));
  const id = registered.body.transaction.transactionId;
  const paidOnce = await read(id);
  expect(paidOnce.history).toHaveLength(1);
  expect((await readBody('payment.succeeded')).data).toMatchObject(paidOnce);
  expect((await readBody('card.registered')).data).toMatchObject(paidOnce);
  const refunded = await merchant('POST', `${base}/${id}/refund`, {});
  const { data } = await readBody('refund.succeeded');
  expect(data).toMatchObject(await read(refunded.body.transaction.transactionId));
});

test('records captures, refunds and payouts', async () => {
  const reserved = await paid(merchant, { deferred: true });
  await merchant('POST', `${base}/${reserved}/capture`, {});
  await merchant('POST', `${base}/${reserved}/refund`, {});
  await merchant('POST', `${base}/payout`, payment({ amount: '2.00' }, { card: goodCard }));
  expect(await types()).toEqual([
    'capture.succeeded',
    'payment.authorised',
    'payout.succeeded',
    'refund.succeeded',
  ]);
});

test('records a pending refund once, then its result', async () => {
  const id = await paid(merchant, { amount: '5.00' });
  await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '0.77' } });
  expect(await types()).toEqual(['payment.succeeded', 'refund.pending']);
  app.clock.advance(hourMs);
  await reconcilePayments.run(app.services);
  expect(await types()).toEqual(['payment.succeeded', 'refund.pending', 'refund.succeeded']);
});

test('records an expired authorisation', async () => {
  await paid(merchant, { deferred: true });
  app.clock.advance(8 * dayMs);
  await expirePreauths.run(app.services);
  expect(await types()).toEqual(['payment.authorised', 'payment.expired']);
});

test('records no event of a verification or a release', async () => {
  const id = await paid(merchant, { deferred: true });
  await merchant('POST', `${base}/${id}/cancel`, {});
  await merchant('POST', `${base}/verify`, payment({ amount: undefined }, { card: goodCard }));
  expect(await types()).toEqual(['payment.authorised']);
});

test('an endpoint of before receives an authorisation as a payment, until a user changes it', async () => {
  const { endpointId, at } = await createHook(admin, { events: ['payment.*'] });
  await app.owner`update webhook_endpoint set event_version = 1 where endpoint_id = ${endpointId}`;
  const received = async (id: string) => {
    await paid(merchant, { deferred: true });
    const rows = await app.owner<{ type: string; body: string }[]>`
      select d.type, e.body from webhook_delivery d join webhook_event e on e.company_id = d.company_id and e.event_id = d.event_id
      where d.endpoint_id = ${id} order by d.created_at`;
    expect(rows.map(({ body }) => JSON.parse(body).type)).toEqual(rows.map(({ type }) => type));
    await app.owner`delete from webhook_delivery`;
    return rows.map(({ type }) => type);
  };
  expect(await received(endpointId)).toEqual(['payment.succeeded']);
  const webhook = (await admin('GET', at)).body;
  expect(webhook.eventVersion).toBe(1);
  const { url, events: chosen, format, installations, version } = webhook;
  const installationIds = installations.map((one: { installationId: number }) => one.installationId);
  const body = { url, events: chosen, format, installationIds, version };
  const unchanged = await admin('PUT', at, body);
  expect(unchanged.body.eventVersion).toBe(1);
  const next = { ...body, version: unchanged.body.version, eventVersion: 2 };
  const changed = await admin('PUT', at, next);
  expect(changed.body.eventVersion).toBe(2);
  expect(await received(endpointId)).toEqual(['payment.authorised']);
  expect((await admin('DELETE', at)).status).toBeLessThan(300);
});

test('records a newly registered card once', async () => {
  const customer = { merchantRef: 'hook-customer', displayName: 'A Buyer', registered: true };
  const pay = () =>
    merchant('POST', `${base}/payment`, payment({}, { registered: true, card: goodCard }, { customer }));
  const first = await pay();
  app.clock.advance(2 * minuteMs);
  await pay();
  expect(await types()).toEqual(['card.registered', 'payment.succeeded', 'payment.succeeded']);
  const event = (await events()).find(({ type }) => type === 'card.registered');
  expect(JSON.stringify(first.body.paymentMethod)).toContain(`"${event?.objectId}"`);
});

test('records charges, failures and suspensions of a schedule', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  await runDays(app, 1);
  expect(await types()).toEqual(['payment.succeeded', 'payment.succeeded', 'schedule.charged']);
  expect(await readBody('schedule.charged')).toMatchObject({
    scheduleId,
    data: { schedule: { id: scheduleId, status: 'ACTIVE' }, transactionId: expect.any(String) },
  });
  const processor = app.sandbox;
  useProcessor(app, {
    ...processor,
    send: async (operation) => {
      const sent = await processor.send(operation);
      if (sent.kind !== 'response') return sent;
      // 43: the card was stolen.
      return { ...sent, response: { ...sent.response, result: 'DECLINED', statusCode: '43' } };
    },
  });
  await runDays(app, 1);
  useProcessor(app, processor);
  expect(await types()).toContain('schedule.failed');
  expect(await types()).toContain('schedule.suspended');
  expect(await readBody('schedule.suspended')).toMatchObject({ data: { schedule: { status: 'SUSPENDED' } } });
});

test('records a suspension by a user', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  const suspendUrl = `/acceptor/rest/schedules/5300001/${scheduleId}/suspend`;
  expect((await merchant('POST', suspendUrl, {})).status).toBe(200);
  expect(await types()).toEqual(['payment.succeeded', 'schedule.suspended']);
});

test('records a paid link', async () => {
  const link = await createLink(merchant);
  const payer = await openAsPayer(app, link);
  await payer.submit({ ...goodCard, expiryDate: '1230' });
  expect(await types()).toEqual(['link.paid', 'payment.succeeded']);
  const event = await readBody('link.paid');
  expect(event).toMatchObject({
    linkId: link.linkId,
    data: { smartLink: { linkId: link.linkId, status: 'USED' } },
  });
  expect(JSON.stringify(event)).not.toContain(link.code);
});

test('records the authorisation of a link, and that it is paid with the capture', async () => {
  const link = await createLink(merchant, buildLink({}, { deferred: true }));
  const payer = await openAsPayer(app, link);
  await payer.submit({ ...goodCard, expiryDate: '1230' });
  expect(await types()).toEqual(['link.authorised', 'payment.authorised']);
  const authorised = await readBody('link.authorised');
  const { amount, transactionId } = authorised.data.smartLink;
  expect(authorised).toMatchObject({
    data: { smartLink: { status: 'USED', authorised: { amount }, paid: null }, transactionId },
  });
  await merchant('POST', `${base}/${transactionId}/capture`, {});
  expect(await types()).toEqual(['capture.succeeded', 'link.authorised', 'link.paid', 'payment.authorised']);
  expect(await readBody('link.paid')).toMatchObject({
    data: { smartLink: { status: 'USED', authorised: null, paid: { count: 1, amount } } },
  });
});

test('records an expired link once', async () => {
  await reportExpiredLinks.run(app.services);
  const link = await createLink(merchant);
  app.clock.advance(8 * dayMs);
  await Promise.all([reportExpiredLinks.run(app.services), reportExpiredLinks.run(app.services)]);
  await reportExpiredLinks.run(app.services);
  expect(await types()).toEqual(['link.expired']);
  expect(await readBody('link.expired')).toMatchObject({
    linkId: link.linkId,
    data: { smartLink: { status: 'EXPIRED' } },
  });
});

describe('an installation without a webhook', () => {
  const other = '/acceptor/rest/transactions/5300002';
  const pay = async () => {
    const response = await merchant('POST', `${other}/payment`, payment({}, { card: goodCard }));
    expect(response.status).toBe(201);
    return response.body.transaction.transactionId as string;
  };

  test('has events for an API key that may read them', async () => {
    const id = await pay();
    const { body } = await merchant('GET', '/acceptor/rest/events/5300002');
    expect(body.items).toMatchObject([
      { type: 'payment.succeeded', data: { transaction: { transactionId: id } } },
    ]);
    expect((await merchant('GET', '/acceptor/rest/events/5300001')).body.items).toEqual([]);
    expect(await app.owner`select 1 from webhook_delivery`).toHaveLength(0);
  });

  test.each([
    ['a permission', "permissions = '{P_CREATE_PAYMENT}'"],
    ['an end in the future', "expires_at = clock_timestamp() - interval '1 second'"],
    ['a key that is not revoked', 'active = false, revoked_at = clock_timestamp()'],
  ])('has none without %s', async (_missing, change) => {
    const { companyId } = (
      await app.owner<
        { companyId: number }[]
      >`select company_id from installation where installation_id = 5300002`
    )[0] ?? { companyId: 0 };
    const place = { companyId, installationId: 5300002 };
    const reported = () =>
      inTenant(app.services.database, [companyId], (sql) =>
        isReported(sql, place.companyId, place.installationId),
      );
    expect(await reported()).toBe(true);
    const rollback = new Error('undone');
    const changed = app.owner.begin(async (sql) => {
      await sql.unsafe(`update api_credential set ${change}`);
      expect(await isReported(sql as unknown as TenantSql, companyId, 5300002)).toBe(false);
      throw rollback;
    });
    await expect(changed).rejects.toBe(rollback);
  });
});

test('settles a payment whose event cannot be written, and records it on a retry', async () => {
  await app.owner.unsafe(`
    create function refuse_event() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger refuse_event before insert on webhook_event for each row execute function refuse_event()`);
  const response = await merchant('POST', `${base}/payment`, payment());
  expect(response.body.transaction.status).toBe('SUCCESS');
  expect(await app.owner`select kind from settlement_work`).toEqual([{ kind: 'EVENT' }]);
  await app.owner.unsafe('drop trigger refuse_event on webhook_event; drop function refuse_event()');
  app.clock.advance(10 * secondMs);
  await retrySettlementWork.run(app.services);
  expect(await types()).toEqual(['payment.succeeded']);
  expect(await app.owner`select count(*) as count from webhook_delivery`).toEqual([{ count: 1 }]);
});

/** listEvents */
test('lists events to the merchant, newest first', async () => {
  for (const amount of ['1.00', '2.00', '3.00']) {
    await paid(merchant, { amount });
    app.clock.advance(secondMs);
  }
  const eventsUrl = '/acceptor/rest/events/5300001';
  const { notifications } = createClient(app);
  const listed = await collect(notifications.listAllEvents({ limit: 2, type: 'payment.succeeded' }));
  const data = listed.map((event) => (event.type === 'payment.succeeded' ? event.data : undefined));
  expect(data.map((event) => event?.transaction?.amount)).toEqual([3, 2, 1]);
  expect(data[0]?.link?.[0]?.href).toMatch(/^https?:/);
  expect((await notifications.listEvents({ limit: 2 })).nextCursor).toEqual(expect.any(String));
  expect((await merchant('GET', `${eventsUrl}?type=payment.failed`)).body.items).toEqual([]);
  const from = new Date(app.clock.now().getTime() - 1500).toISOString();
  expect((await merchant('GET', `${eventsUrl}?createdFrom=${from}`)).body.items).toHaveLength(1);
});

test.each([
  ['another company’s installation', '5400001', 403],
  ['an invalid cursor', '5300001?cursor=nonsense', 400],
  ['an unknown type', '5300001?type=payment.unknown', 400],
])('rejects a list of events of %s', async (_title, rest, status) => {
  expect((await merchant('GET', `/acceptor/rest/events/${rest}`)).status).toBe(status);
});
