import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#server/clock.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('is the SCIM resource of the signed-in user, domain flag included', async () => {
  const send = await actAs(app, 'domain@demo.example');
  const { body } = await send('GET', '/proxy/sync/SCIM/Me');
  expect(body).toMatchObject({
    userName: 'domain@demo.example',
    active: true,
    extraInfo: { domainUser: true, organisationId: 1000, passwordStatus: 'SET', lockedReason: null },
  });
});

test('shows the sign-in before the present one as the last', async () => {
  const lastLogon = async () => {
    const send = await actAs(app, 'support@harbour.example');
    return (await send('GET', '/proxy/sync/SCIM/Me')).body.extraInfo.lastLogon;
  };
  expect(await lastLogon()).toBeNull();
  const first = app.clock.now().toISOString();
  app.clock.advance(hourMs);
  expect(await lastLogon()).toBe(first);
});
