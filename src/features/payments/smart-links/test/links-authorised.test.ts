import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { buildLink, createLink, openAsPayer } from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

async function payLink(deferred: boolean): Promise<{ linkId: string; transactionId: string }> {
  const link = await createLink(merchant, buildLink({}, deferred ? { deferred } : {}));
  const payer = await openAsPayer(app, link);
  await payer.submit({ ...goodCard, expiryDate: '1230' });
  const read = await merchant('GET', `/smartlink/links/5300001/${link.linkId}`);
  return { linkId: link.linkId, transactionId: read.body.transactionId };
}
const read = async (linkId: string) => {
  const { body } = await merchant('GET', `/smartlink/links/5300001/${linkId}`);
  return {
    status: body.status,
    authorised: body.authorised?.amount ?? null,
    paid: body.paid?.amount ?? null,
  };
};

test('a link is authorised, then paid with what is captured, or released', async () => {
  const captured = await payLink(true);
  const released = await payLink(true);
  expect(await read(captured.linkId)).toEqual({ status: 'USED', authorised: '25.00', paid: null });
  await merchant('POST', `${base}/${captured.transactionId}/capture`, { transaction: { amount: '20.00' } });
  await merchant('POST', `${base}/${released.transactionId}/cancel`, {});
  expect(await read(captured.linkId)).toEqual({ status: 'USED', authorised: null, paid: '20.00' });
  expect(await read(released.linkId)).toEqual({ status: 'ACTIVATED', authorised: null, paid: null });
});

test('the migration leaves what was taken, of links that counted authorisations', async () => {
  const paid = await payLink(false);
  const open = await payLink(true);
  const captured = await payLink(true);
  await merchant('POST', `${base}/${captured.transactionId}/capture`, { transaction: { amount: '20.00' } });
  await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }));
  await app.owner`
    update smart_link set paid_count = 1, paid_minor = 2500, last_paid_at = now() where used_at is not null`;
  await app.owner.unsafe(await readFile('src/database/migrations/0134-links-authorised.sql', 'utf8'));
  const amounts = [await read(paid.linkId), await read(open.linkId), await read(captured.linkId)];
  expect(amounts.map((link) => link.paid)).toEqual(['25.00', null, '20.00']);
});
