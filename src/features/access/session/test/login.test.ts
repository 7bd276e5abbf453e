import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hash } from '@node-rs/argon2';
import { signedOutClient, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { minuteMs } from '#server/clock.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('getInitiation', () => {
  test('sets a readable anti-forgery value, new each time', async () => {
    const { send, cookies } = signedOutClient(app);
    const first = await send('GET', '/initiation');
    expect(String(first.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; SameSite=Strict$/);
    const value = cookies.get('XSRF-TOKEN');
    await send('GET', '/initiation');
    expect(cookies.get('XSRF-TOKEN')).not.toBe(value);
  });
});

describe('getConfig', () => {
  test('returns every limit and switch before sign-in', async () => {
    const { body, headers } = await signedOutClient(app).send('GET', '/config');
    expect(body).toMatchObject({
      serverBaseUrl: 'http://localhost:8080',
      serverUrl: 'http://localhost:8081',
      transactionExportLimit: 50_000,
      tqsDataSourceDwEnabled: 'true',
      passwordMinLength: 12,
      passwordMaxLength: 64,
      smartLinkMaxBatchSize: 100,
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('selects real time when reports are off', async () => {
    const config = { ...app.services.config, reports: false };
    const other = await startApp({ databaseUrl: app.databaseUrl, services: { config } });
    const { body } = await signedOutClient(other).send('GET', '/config');
    expect(body.tqsDataSourceDwEnabled).toBe('false');
    await other.stop();
  });
});

describe('login', () => {
  async function attempt(username: string, password: string) {
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    return send('POST', '/auth/login', { username, password });
  }

  test('signs in regardless of the case of the name', async () => {
    const response = await attempt(' Admin@Harbour.example', 'Countinghouse-Demo-1');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      firstName: 'Amelia',
      parentOrgId: 1100,
      parentPath: '/1000/1100',
      lockedReason: null,
    });
    expect(response.body.scopedPermissions).toContainEqual({
      name: 'P_VIEW_USER',
      scope: '/1000/1100',
      cascade: true,
    });
  });

  test('creates a new session at every sign-in and ends the old one', async () => {
    const { send, cookies } = signedOutClient(app);
    await send('GET', '/initiation');
    const credentials = { username: 'support@harbour.example', password: 'Countinghouse-Demo-1' };
    const first = await send('POST', '/auth/login', credentials);
    expect(String(first.headers['set-cookie'])).toMatch(/session=[^;]+; Path=\/; HttpOnly; SameSite=Strict/);
    const before = cookies.get('session');
    await send('POST', '/auth/login', credentials);
    expect(cookies.get('session')).not.toBe(before);
    const old = await app.portal.inject({ url: '/me', headers: { cookie: `session=${before}` } });
    expect(old.statusCode).toBe(401);
  });

  test('rehashes a password whose hash has an older cost', async () => {
    const stored = async (): Promise<string> => {
      const [row] = await app.owner<{ hash: string }[]>`
        select password_hash as hash from app_user where user_name = 'coffee@harbour.example'`;
      return row?.hash ?? '';
    };
    const cheap = await hash('Countinghouse-Demo-1', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await app.owner`
      update app_user set password_hash = ${cheap} where user_name = 'coffee@harbour.example'`;
    expect((await attempt('coffee@harbour.example', 'not-the-password-1')).status).toBe(401);
    expect(await stored()).toBe(cheap);
    expect((await attempt('coffee@harbour.example', 'Countinghouse-Demo-1')).status).toBe(200);
    const renewed = await stored();
    expect(renewed).toContain('m=19456,t=2,p=1');
    expect((await attempt('coffee@harbour.example', 'Countinghouse-Demo-1')).status).toBe(200);
    expect(await stored()).toBe(renewed);
  });

  test('rejects unknown users and wrong passwords alike', async () => {
    const responses = async (name: string) => {
      const results = [];
      for (let round = 0; round < 8; round += 1) {
        const { status, body } = await attempt(name, 'not-the-password-1');
        results.push({ status, code: body.code, message: body.message });
      }
      return results;
    };
    const expected = await responses('analyst@harbour.example');
    expect(await responses('unknown@harbour.example')).toEqual(expected);
    expect(expected[5]).toMatchObject({ status: 401, message: 'incorrect_credentials' });
    expect(expected[6]).toMatchObject({ status: 401, message: 'account_locked' });
    // The right password is rejected too until the lock expires.
    expect((await attempt('analyst@harbour.example', 'Countinghouse-Demo-1')).body.message).toBe(
      'account_locked',
    );
    app.clock.advance(31 * minuteMs);
    expect((await attempt('analyst@harbour.example', 'Countinghouse-Demo-1')).status).toBe(200);
  });

  test('requires a new password for temporary and expired ones', async () => {
    for (const [name, reason] of [
      ['temporary@harbour.example', 'TEMPORARY_PASSWORD'],
      ['expired@harbour.example', 'PASSWORD_EXPIRED'],
    ] as const) {
      const response = await attempt(name, 'Countinghouse-Demo-1');
      expect(response.body.lockedReason).toBe(reason);
      expect(String(response.headers['set-cookie'] ?? '')).not.toContain('session=');
    }
  });

  test('rejects a locked account', async () => {
    expect((await attempt('locked@harbour.example', 'Countinghouse-Demo-1')).body.message).toBe(
      'account_locked',
    );
  });

  test('shows a lock only to a caller with the password', async () => {
    const answer = async (name: string) => {
      const { status, body } = await attempt(name, 'not-the-password-2');
      return { status, code: body.code, message: body.message };
    };
    const unknown = await answer('unknown-too@harbour.example');
    expect(unknown.message).toBe('incorrect_credentials');
    expect(await answer('locked@harbour.example')).toEqual(unknown);
  });

  test('rejects a sign-in from another site', async () => {
    const body = { username: 'admin@harbour.example', password: 'Countinghouse-Demo-1' };
    const { send } = signedOutClient(app);
    expect((await send('POST', '/auth/login', body)).status).toBe(403);
    await send('GET', '/initiation');
    const foreign = { origin: 'https://evil.example' };
    expect((await send('POST', '/auth/login', body, foreign)).status).toBe(403);
  });

  test('ends a session after 15 idle minutes or 12 hours', async () => {
    const send = await actAs(app, 'coffee@harbour.example');
    app.clock.advance(14 * minuteMs);
    expect((await send('POST', '/session/touch', {})).status).toBe(204);
    app.clock.advance(14 * minuteMs);
    expect((await send('GET', '/me')).status).toBe(200);
    app.clock.advance(16 * minuteMs);
    expect((await send('GET', '/me')).status).toBe(401);
  });
});

describe('logout', () => {
  test('ends the session on the server and clears the cookies', async () => {
    const { send, cookies } = signedOutClient(app);
    await send('GET', '/initiation');
    await send('POST', '/auth/login', { username: 'admin@harbour.example', password: demoPassword });
    const token = cookies.get('session');
    const response = await send('DELETE', '/auth/logout');
    expect(response.status).toBe(204);
    expect(cookies.has('session')).toBe(false);
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"');
    const repeated = await app.portal.inject({ url: '/me', headers: { cookie: `session=${token}` } });
    expect(repeated.statusCode).toBe(401);
  });

  test('succeeds without a session', async () => {
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    expect((await send('DELETE', '/auth/logout')).status).toBe(204);
  });
});
