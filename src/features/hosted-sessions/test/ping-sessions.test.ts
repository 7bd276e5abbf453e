import { expect, it } from 'vitest';
import { actAsShop } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';

it('says that hosted sessions are there, to who has a key', async () => {
  const app = await startApp();
  const answer = await actAsShop(app)('GET', '/hosted/rest/sessions/ping');
  expect([answer.status, answer.body]).toEqual([200, { status: 'SUCCESS' }]);
  expect((await actAsShop(app, 'harbour-api', 'wrong')('GET', '/hosted/rest/sessions/ping')).status).toBe(
    401,
  );
  await app.stop();
});
