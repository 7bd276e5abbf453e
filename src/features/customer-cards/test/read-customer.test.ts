import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reason } from '#features/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { clientOf } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { customers, registerCard } from './customer-fixtures.ts';

let app: TestApp;
let merchant: Send;
let meridian: Send;
const known = { id: '', token: '' };
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  meridian = actAsMerchant(app, 'meridian-api');
  const { id, token } = await registerCard(merchant, 'ann', {
    customer: { displayName: 'Ann', email: 'ann@example.com' },
  });
  Object.assign(known, { id, token });
});
afterAll(() => app.stop());

test('reads a customer by id', async () => {
  expect(await clientOf(app).customers.read(known.id)).toEqual({
    id: known.id,
    merchantRef: 'ann',
    displayName: 'Ann',
    registered: true,
  });
});

test('serves every installation of the merchant', async () => {
  const { customers } = clientOf(app).forInstallation(5_300_002);
  expect((await customers.read(known.id)).merchantRef).toBe('ann');
  expect((await customers.readCard(known.id, known.token)).card?.cardToken).toBe(known.token);
});

describe('reports unknown customers like those of others', () => {
  const readings = ['', '/paymentMethods', '/paymentMethods/{token}'];
  test.each(readings)('404 V117 at /{id}%s', async (reading) => {
    const at = (installation: number, id: string) =>
      `/acceptor/rest/customers/${installation}/${id}${reading.replace('{token}', known.token)}`;
    const responses = [
      await merchant('GET', at(5_300_001, '99999')),
      await merchant('GET', at(5_300_001, 'cards')),
      await merchant('GET', at(5_300_001, '99999999999999')),
      // Of another merchant, and of another company.
      await merchant('GET', at(5_300_003, known.id)),
      await meridian('GET', at(5_300_006, known.id)),
    ];
    for (const { status, body } of responses) {
      expect([status, body.reasonCode]).toEqual([404, 'V117']);
      expect(body).toEqual(responses[0]?.body);
    }
  });

  test('403 for an installation', async () => {
    expect((await meridian('GET', `${customers}/${known.id}`)).status).toBe(403);
    expect((await meridian('GET', `/acceptor/rest/customers/9999999/${known.id}`)).status).toBe(403);
  });
});

test('rejects an installation that is not a number with V113', async () => {
  expect(reason(await merchant('GET', '/acceptor/rest/customers/abc/10001'))).toBe('V113');
});
