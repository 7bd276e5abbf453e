import { expect, test } from 'vitest';
import { actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';

test('accepts a caller with credentials and rejects others', async () => {
  const app = await startApp();
  const url = '/acceptor/rest/transactions/ping';
  const response = await actAsMerchant(app)('GET', url);
  expect([response.status, response.body.status]).toEqual([200, 'SUCCESS']);
  const refused = await app.gateway.inject({ method: 'GET', url });
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="Countinghouse"',
  ]);
  await app.stop();
});
