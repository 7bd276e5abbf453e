import { expect, test } from 'vitest';
import { actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';

test('responds to valid API keys only', async () => {
  const app = await startApp();
  const response = await actAsMerchant(app)('GET', '/hosted/rest/sessions/ping');
  expect([response.status, response.body]).toEqual([200, { status: 'SUCCESS' }]);
  expect((await actAsMerchant(app, 'harbour-api', 'wrong')('GET', '/hosted/rest/sessions/ping')).status).toBe(
    401,
  );
  await app.stop();
});
