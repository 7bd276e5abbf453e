import { oldestPage } from '#server/config.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#server/clock.ts';
import { actAs, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('getAuthenticatedUser', () => {
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
});

describe('getMe', () => {
  test('returns organisation and permissions of the signed-in user', async () => {
    const send = await actAs(app, 'coffee@harbour.example');
    const { body } = await send('GET', '/me');
    expect(body).toMatchObject({ parentOrgId: 1111, parentPath: '/1000/1100/1110/1111', domainUser: false });
    expect(body.scopedPermissions.every((grant: { scope: string }) => grant.scope === body.parentPath)).toBe(
      true,
    );
  });

  test('drops revoked permissions with the next request', async () => {
    const send = await actAs(app, 'support@harbour.example');
    expect((await send('GET', '/me')).body.scopedPermissions).not.toEqual([]);
    await app.owner`delete from role_grant where user_id = (
      select user_id from app_user where user_name = 'support@harbour.example')`;
    await app.owner`update app_user set access_version = access_version + 1
      where user_name = 'support@harbour.example'`;
    expect((await send('GET', '/me')).body.scopedPermissions).toEqual([]);
  });

  test('signs out a deactivated user at once', async () => {
    const send = await actAs(app, 'analyst@harbour.example');
    await app.owner`update app_user set active = false where user_name = 'analyst@harbour.example'`;
    expect((await send('GET', '/me')).status).toBe(401);
  });

  test('asks a page that is too old to reload, and serves the others', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const response = await send('GET', '/me', undefined, { 'x-product-version': '0.0.0' });
    expect(response).toMatchObject({ status: 400, body: { code: 'E152' } });
    for (const version of [oldestPage, app.services.config.version, '99.0.0']) {
      const served = await send('GET', '/me', undefined, { 'x-product-version': version });
      expect([served.status, served.headers['x-product-version']]).toEqual([
        200,
        app.services.config.version,
      ]);
    }
  });

  test('rejects requests without a session', async () => {
    expect((await signedOutClient(app).send('GET', '/me')).status).toBe(401);
  });
});

describe('touchSession', () => {
  test('extends the session up to twelve hours', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
      app.clock.advance(10 * minuteMs);
      expect((await send('POST', '/session/touch', {})).status).toBe(204);
    }
    app.clock.advance(11 * minuteMs);
    expect((await send('POST', '/session/touch', {})).status).toBe(401);
  });

  test('creates no session', async () => {
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    expect((await send('POST', '/session/touch', {})).status).toBe(401);
  });

  test('ends a session 15 minutes after its last keep-alive', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    // Within the seconds in which other requests are not recorded.
    app.clock.advance(19_000);
    expect((await send('POST', '/session/touch', {})).status).toBe(204);
    app.clock.advance(15 * minuteMs - 1);
    expect((await send('GET', '/me')).status).toBe(200);
    app.clock.advance(15 * minuteMs);
    expect((await send('GET', '/me')).status).toBe(401);
    // An ended session stays ended.
    app.clock.advance(-minuteMs);
    expect((await send('POST', '/session/touch', {})).status).toBe(204);
  });

  test.each([
    ['an hour ahead', 60, 401],
    ['forty days ahead', 40 * 24 * 60, 401],
    ['two hours back', -120, 200],
  ])('keeps the end of a session when the clock jumps %s', async (_where, minutes, expected) => {
    const send = await actAs(app, 'admin@harbour.example');
    const [before] = await app.owner`select max(expires_at) as ends from user_session`;
    app.clock.advance(minutes * minuteMs);
    expect((await send('GET', '/me')).status).toBe(expected);
    const [after] = await app.owner`select max(expires_at) as ends from user_session`;
    expect(after).toEqual(before);
    app.clock.advance(Math.max(0, -minutes) * minuteMs);
  });
});
