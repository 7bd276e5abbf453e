import { expect, test } from 'vitest';
import { startApp } from '#testing/start-app.ts';
import { kill, startServer } from './crashing-server.ts';
import { decidingMerchant } from './deciding-merchant.ts';
import { base, expectBooksToBalance, expectProcessorToAgree, goodCard, payment } from './payment-fixtures.ts';

const authorization = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;

test('settles each payment once after a kill during callbacks, by the new decision', async () => {
  const app = await startApp();
  const decider = await decidingMerchant();
  decider.respondWith('never answers');
  const firstServer = await startServer(app.databaseUrl, '400');
  const payments = ['preAuthCallback', 'postAuthCallback', 'postAuthCallback'].map((callback, number) =>
    fetch(`http://127.0.0.1:${firstServer.port}${base}/payment`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(
        payment({ merchantRef: `thought ${number}` }, { card: goodCard }, decider.callbacks(callback)),
      ),
    }).catch(() => undefined),
  );
  await expect.poll(() => decider.received.length, { timeout: 20_000, interval: 5 }).toBe(3);
  await kill(firstServer);
  expect(await Promise.all(payments)).toEqual([undefined, undefined, undefined]);
  decider.respondWith((_question, body) => ({ action: body.includes('thought 2') ? 'CANCEL' : 'PROCEED' }));

  const secondServer = await startServer(app.databaseUrl, '400');
  const loadStates = () => app.owner`
    select i.state, t.reason_code as code, array(
             select o.kind from sandbox.operation o
             where o.reference = t.txn_id::text or o.related = t.txn_id::text order by o.kind) as sent
    from processor_intent i join txn t on t.txn_id = i.txn_id and t.company_id = i.company_id
    order by t.merch_ref`;
  await expect.poll(loadStates, { timeout: 20_000, interval: 100 }).toEqual([
    { state: 'DONE', code: 'A111', sent: [] },
    { state: 'DONE', code: 'S100', sent: ['SALE'] },
    { state: 'DONE', code: 'C102', sent: ['SALE', 'VOID'] },
  ]);
  await kill(secondServer);
  // Before the authorisation there is no second callback: the card is lost.
  expect(new Set(decider.callbackNames())).toEqual(new Set(['postAuthCallback']));
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  decider.stop();
  await app.stop();
}, 90_000);
