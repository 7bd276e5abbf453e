import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { schemaDifferences } from '#testing/check-documented.ts';
import { createClient } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { verifyWebhook } from '../../../../../clients/node/src/webhooks.ts';
import { eventTypes } from '../event-types.ts';
import { deliverWebhooks } from '../server/deliver-webhooks.ts';
import { type Created, createHook, startMerchant } from './webhook-fixtures.ts';

let app: TestApp;
let admin: Send;
let merchant: Send;
let shop: Awaited<ReturnType<typeof startMerchant>>;
let hook: Created;
beforeAll(async () => {
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
  admin = await actAs(app, 'admin@harbour.example');
  merchant = actAsMerchant(app);
  shop = await startMerchant();
  hook = await createHook(admin, { url: shop.url('/hooks'), events: ['refund.*'] });
});
afterAll(async () => {
  await shop.stop();
  await app.stop();
});
beforeEach(() => {
  shop.received.length = 0;
});

const trigger = '/acceptor/rest/events/5300001/trigger';
const deliver = async () => {
  await deliverWebhooks.run(app.services);
  return shop.received;
};

/** triggerEvent */
describe('a sample that a program triggers', () => {
  test.each(eventTypes)('of %s has the documented shape and a mark', async (type) => {
    const response = await merchant('POST', trigger, { type });
    const { event } = response.body;
    expect([response.status, event.type, event.test]).toEqual([201, type, true]);
    expect(schemaDifferences('WebhookEvent', event)).toEqual([]);
    const { body } = await merchant('GET', `/acceptor/rest/events/5300001?type=${type}&limit=1`);
    expect(body.items).toEqual([event]);
  });

  test('is delivered to webhooks that have chosen it, signed like a real one', async () => {
    await deliver();
    shop.received.length = 0;
    app.clock.advance(1000);
    const { event: sample } = await createClient(app).notifications.trigger({ type: 'refund.failed' });
    await merchant('POST', trigger, { type: 'payment.failed' });
    const [message, ...more] = await deliver();
    expect(more).toEqual([]);
    const event = verifyWebhook(message?.body ?? '', message?.headers ?? {}, hook.secret, {
      now: app.clock.now(),
    });
    expect(event).toMatchObject({ id: sample.id, test: true, type: 'refund.failed' });
    const { body } = await admin('GET', `${hook.at}/deliveries`);
    expect(body.items[0]).toMatchObject({ type: 'refund.failed', trigger: 'test', state: 'delivered' });
  });

  test('names nothing that exists', async () => {
    const { body } = await merchant('POST', trigger, { type: 'payment.succeeded' });
    const id = body.event.data.transaction.transactionId as string;
    expect((await merchant('GET', `/acceptor/rest/transactions/5300001/${id}`)).status).toBe(404);
  });

  test('needs a test key and an installation of the key', async () => {
    const [key] = await app.owner<{ mode: string }[]>`
      update api_credential set mode = 'LIVE' where api_id = 'harbour-api' returning mode`;
    expect(key?.mode).toBe('LIVE');
    const refused = await merchant('POST', trigger, { type: 'payment.failed' });
    expect([refused.status, refused.body.reasonCode]).toEqual([403, 'V103']);
    await app.owner`update api_credential set mode = 'TEST' where api_id = 'harbour-api'`;
    const foreign = actAsMerchant(app, 'meridian-api');
    expect((await foreign('POST', trigger, { type: 'payment.failed' })).status).toBe(403);
    expect((await merchant('POST', trigger, { type: 'test' })).status).toBe(400);
  });
});

/** testWebhook */
describe('a sample that a user sends', () => {
  test('reaches the webhook of the page, whatever events it has chosen', async () => {
    await deliver();
    shop.received.length = 0;
    const sent = await admin('POST', `${hook.at}/test`, { type: 'dispute.opened' });
    expect(sent.status).toBe(202);
    const [message] = await deliver();
    const event = JSON.parse(message?.body ?? '');
    expect(event).toMatchObject({ type: 'dispute.opened', test: true, installationId: 5300001 });
    expect(schemaDifferences('WebhookEvent', event)).toEqual([]);
  });

  test('is audited with its type', async () => {
    await admin('POST', `${hook.at}/test`, { type: 'link.paid' });
    const [line] = await app.owner<{ afterState: unknown }[]>`
      select after as after_state from audit_event where act = 'testWebhook' order by at desc limit 1`;
    expect(JSON.stringify(line?.afterState)).toContain('link.paid');
  });
});
