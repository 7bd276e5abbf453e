import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Send, actAs, actAsShop } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, closeShop, declinedCard, goodCard, payment, reason } from './shop.ts';

let app: TestApp;
let shop: Send;
beforeAll(async () => {
  app = await startApp();
  shop = actAsShop(app);
});
afterAll(() => closeShop(app));

const payOut = (...parts: Parameters<typeof payment>) => shop('POST', `${base}/payout`, payment(...parts));

describe('a payout', () => {
  it('goes out, positive on the merchant API and negative in reports', async () => {
    const answer = await payOut();
    expect(answer.status).toBe(201);
    expect(answer.body.transaction).toMatchObject({ type: 'PAYOUT', status: 'SUCCESS', amount: 25 });
    const id = answer.body.transaction.transactionId;
    const [row] = await app.owner`select requested_amount::text as amount from txn where txn_id = ${id}`;
    expect(row?.amount).toBe('-25.0000');
    expect(reason(await shop('POST', `${base}/${id}/refund`, {}))).toBe('V134');
  });

  it('deferred waits without being authorised', async () => {
    const answer = await payOut({ deferred: 'true' });
    expect(answer.body.transaction).toMatchObject({ type: 'PAYOUT_INITIALIZE', status: 'SUCCESS' });
    expect(answer.body.processing).not.toHaveProperty('authResponse');
  });

  it('is declined by the card, and refused by validation', async () => {
    expect(reason(await payOut({}, { card: declinedCard }))).toBe('D100');
    expect(reason(await payOut({ amount: '0' }))).toBe('V100');
  });

  it('from the portal goes by card token only', async () => {
    const customer = { merchantRef: 'payee', registered: true };
    const first = await payOut({}, { card: goodCard }, { customer });
    const { cardToken: token } = first.body.paymentMethod.card;
    const clerk = await actAs(app, 'coffee@harbour.example');
    const url = '/proxy/sync/ta/transactions/5300001/payout';
    expect(reason(await clerk('POST', url, payment()))).toBe('V104');
    const answer = await clerk(
      'POST',
      url,
      payment({}, { cardToken: { token } }, { customer: { merchantRef: 'payee' } }),
    );
    expect(answer.body.transaction).toMatchObject({ type: 'PAYOUT', status: 'SUCCESS' });
  });
});
