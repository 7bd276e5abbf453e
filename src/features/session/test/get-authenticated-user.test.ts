import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#server/clock.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('returns the signed-in user as a SCIM resource', async () => {
  const send = await actAs(app, 'domain@demo.example');
  const { body } = await send('GET', '/proxy/sync/SCIM/Me');
  expect(body).toMatchObject({
    userName: 'domain@demo.example',
    active: true,
    extraInfo: { domainUser: true, organisationId: 1000, passwordStatus: 'SET', lockedReason: null },
  });
});

test('returns the previous sign-in as the last one', async () => {
  const lastLogon = async () => {
    const send = await actAs(app, 'support@harbour.example');
    return (await send('GET', '/proxy/sync/SCIM/Me')).body.extraInfo.lastLogon;
  };
  expect(await lastLogon()).toBeNull();
  const first = app.clock.now().toISOString();
  app.clock.advance(hourMs);
  expect(await lastLogon()).toBe(first);
});
