import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  company,
  decide,
  everything,
  letApprove,
  setPolicy,
} from '#features/access/approvals/test/approval-fixtures.ts';
import { closeMerchant, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { hosted, sessionOf } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { buildLink } from '#features/payments/smart-links/test/link-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { bearer } from './key-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  await letApprove(app, 'analyst@harbour.example');
});
afterAll(() => closeMerchant(app));
beforeEach(() => setPolicy(app, everything));

/** exemptApiKey */
describe('an API key of the requester', () => {
  const keysUrl = `/proxy/sync/keys/${company}`;
  const content = {
    name: 'Refunds',
    installationIds: [5300001],
    permissions: ['P_NEW_PAYMENT', 'P_REFUND_TRANSACTION', 'P_VIEW_TRANSACTION_NGPORTAL'],
    ipRanges: [],
    expiresAt: null,
  };
  const pay = async (shop: Send) =>
    (await shop('POST', '/acceptor/rest/transactions/5300001/payment', payment())).body.transaction
      .transactionId;
  const refundWith = async (shop: Send, id: string, merchantRef: string) => {
    const path = `/acceptor/rest/transactions/5300001/${id}/refund`;
    const { status, body } = await shop('POST', path, { transaction: { amount: '1.00', merchantRef } });
    return [status, body.outcome?.reasonCode ?? body.reasonCode];
  };

  test('refunds only after a second person has agreed, also with a new secret', async () => {
    const { body: created } = await admin('POST', keysUrl, content);
    const shop = bearer(app, created.secret);
    const id = await pay(shop);
    expect(await refundWith(shop, id, 'first')).toEqual([400, 'V104']);
    const held = await admin('POST', `${keysUrl}/${created.apiId}/exempt`, {});
    expect(held.status).toBe(202);
    const second = await actAs(app, 'analyst@harbour.example');
    expect((await decide(second, held.body.approvalId, 'approve')).body.state).toBe('SUCCEEDED');
    expect(await refundWith(shop, id, 'second')).toEqual([201, 'S100']);
    const rotated = await admin('POST', `${keysUrl}/${created.apiId}/rotate`, { overlapSeconds: 0 });
    expect(await refundWith(bearer(app, rotated.body.secret), id, 'third')).toEqual([400, 'V104']);
  });

  test('opens no page that pays out before a second person has agreed', async () => {
    const permissions = ['P_NEW_PAYMENT', 'P_NEW_PAYOUT', 'P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'];
    const { body: created } = await admin('POST', keysUrl, { ...content, permissions });
    const shop = bearer(app, created.secret);
    const openPages = async () =>
      Promise.all([
        shop('POST', `${hosted}/payouts`, sessionOf()),
        shop('POST', '/smartlink/links/5300001/payout', buildLink()),
      ]);
    for (const { status, body } of await openPages())
      expect([status, body.reasonCode]).toEqual([400, 'V104']);
    const held = await admin('POST', `${keysUrl}/${created.apiId}/exempt`, {});
    const second = await actAs(app, 'analyst@harbour.example');
    expect((await decide(second, held.body.approvalId, 'approve')).body.state).toBe('SUCCEEDED');
    for (const { status } of await openPages()) expect(status).toBe(201);
  });

  test('opens pages that pay out less than the amount of the rule', async () => {
    const from = { amount: '30.00', currency: 'GBP' };
    await setPolicy(app, [{ action: 'payout', from, hours: 24 }], true);
    const shop = actAsMerchant(app);
    const open = (fixed: string, currency = 'GBP') =>
      shop('POST', `${hosted}/payouts`, sessionOf({ money: { currency, amount: { fixed } } }));
    expect((await open('29.99')).status).toBe(201);
    expect((await open('30.00')).body.reasonCode).toBe('V104');
    expect((await open('1.00', 'EUR')).body.reasonCode).toBe('V104');
  });

  test('refunds at once in a company without a rule for refunds', async () => {
    await setPolicy(
      app,
      everything.filter(({ action }) => action !== 'refund'),
    );
    const { body: created } = await admin('POST', keysUrl, content);
    const shop = bearer(app, created.secret);
    expect(await refundWith(shop, await pay(shop), 'only')).toEqual([201, 'S100']);
  });
});
