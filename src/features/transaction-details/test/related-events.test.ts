import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, goodCard, payment } from '#features/payments/test/payment-fixtures.ts';
import { monthly, scheduled } from '#features/schedules/test/schedule-fixtures.ts';
import { actAsClerk, createLink, payerOf } from '#features/smart-links/test/link-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

interface Event {
  kind: string;
  state: string;
  transactionId: string;
  detail: Record<string, unknown>;
}
async function eventsOf(id: string, send = admin): Promise<Event[]> {
  const { status, body } = await send('GET', `/proxy/sync/tqs/transaction/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.relatedEvents;
}
async function pay(more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, more));
  return body.transaction.transactionId;
}

describe('the events around a transaction', () => {
  test('are none for a payment that was only taken', async () => {
    expect(await eventsOf(await pay())).toEqual([]);
  });

  test('hold the notifications of the whole family', async () => {
    const callbacks = { transactionNotification: { url: 'https://shop.example/told?key=secret' } };
    const id = await pay({ callbacks });
    const refund = await merchant('POST', `${base}/${id}/refund`, {
      transaction: { amount: '1.00', currency: 'GBP' },
      callbacks,
    });
    const refundId: string = refund.body.transaction.transactionId;
    const events = await eventsOf(refundId);
    expect(events.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['NOTIFICATION', id],
      ['NOTIFICATION', refundId],
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  test('hold the link, its email and the payment page', async () => {
    const clerk = await actAsClerk(app);
    const link = await createLink(merchant);
    app.clock.advance(1000);
    await clerk('POST', `/proxy/sync/sl/links/${link.linkId}/send`, { emailAddress: 'ada@example.org' });
    app.clock.advance(1000);
    const paid = await (await payerOf(app, link)).submit(goodCard);
    expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
    const [{ txnId }] = await app.owner<[{ txnId: number }]>`
      select a.txn_id from hosted_session s join hosted_session_attempt a using (company_id, session_id)
      where s.link_id = ${link.linkId}`;
    const kinds = async (send: Send) => (await eventsOf(String(txnId), send)).map(({ kind }) => kind);
    expect(await kinds(admin)).toEqual(['LINK_CREATED', 'LINK_SENT', 'PAGE_OPENED']);
    // Without the audit log and without links.
    expect(await kinds(await actAs(app, 'support@harbour.example'))).toEqual(['PAGE_OPENED']);
  });

  test('show a schedule only to those who may see schedules', async () => {
    const { transactionId, scheduleId } = await scheduled(merchant, monthly);
    const [created] = await eventsOf(transactionId);
    expect(created).toMatchObject({ kind: 'SCHEDULE', state: 'CREATED', objectId: scheduleId });
    const blind = await startApp();
    await blind.owner`delete from role_permission where permission = 'P_VIEW_SCHEDULE'`;
    const hidden = await scheduled(actAsMerchant(blind), monthly);
    const reader = await actAs(blind, 'admin@harbour.example');
    expect(await eventsOf(hidden.transactionId, reader)).toEqual([]);
    await blind.stop();
  });
});
