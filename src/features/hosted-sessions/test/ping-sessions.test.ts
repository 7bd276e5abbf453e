import { expect, it } from 'vitest';
import { actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';

it('says that hosted sessions are there, to who has a key', async () => {
  const app = await startApp();
  const answer = await actAsMerchant(app)('GET', '/hosted/rest/sessions/ping');
  expect([answer.status, answer.body]).toEqual([200, { status: 'SUCCESS' }]);
  expect((await actAsMerchant(app, 'harbour-api', 'wrong')('GET', '/hosted/rest/sessions/ping')).status).toBe(
    401,
  );
  await app.stop();
});
