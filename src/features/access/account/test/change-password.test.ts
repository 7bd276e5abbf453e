import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { minuteMs } from '#server/clock.ts';
import { actAs, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { goodPassword, anonymousClient, readMailsTo, signIn } from './account-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('changePassword', () => {
  async function change(username: string, password: string, newPassword: string) {
    return (await anonymousClient(app))('POST', '/users/changePassword', { username, password, newPassword });
  }

  test.each(['temporary@harbour.example', 'expired@harbour.example'])(
    'lets %s sign in with a password of their own',
    async (name) => {
      expect((await change(name, demoPassword, goodPassword)).status).toBe(204);
      const signedIn = await signIn(app, name, goodPassword);
      expect(signedIn.body).toMatchObject({ lockedReason: null });
      expect(String(signedIn.headers['set-cookie'])).toContain('session=');
    },
  );

  test('rejects the current password and the three before it', async () => {
    const name = 'support@harbour.example';
    const numberedPassword = (number: number) => `Quiet-Harbour-Light-${number}`;
    expect((await change(name, demoPassword, demoPassword)).body.message).toBe('password_invalid_history');
    expect((await change(name, demoPassword, numberedPassword(1))).status).toBe(204);
    for (let index = 1; index < 4; index += 1) {
      for (const earlier of [
        demoPassword,
        numberedPassword(1),
        numberedPassword(2),
        numberedPassword(3),
      ].slice(0, index + 1)) {
        expect(await change(name, numberedPassword(index), earlier)).toMatchObject({
          status: 400,
          body: { message: 'password_invalid_history' },
        });
      }
      expect((await change(name, numberedPassword(index), numberedPassword(index + 1))).status).toBe(204);
    }
    expect((await change(name, numberedPassword(4), numberedPassword(1))).body.message).toBe(
      'password_invalid_history',
    );
    expect((await change(name, numberedPassword(4), demoPassword)).status).toBe(204);
  });

  test('ends the other sessions and renews the token of this one', async () => {
    const name = 'analyst@harbour.example';
    const elsewhere = await actAs(app, name);
    const { send, cookies } = signedOutClient(app);
    await send('GET', '/initiation');
    await send('POST', '/auth/login', { username: name, password: demoPassword });
    const before = cookies.get('session');
    const body = { username: name, password: demoPassword, newPassword: goodPassword };
    expect((await send('POST', '/users/changePassword', body)).status).toBe(204);
    expect(cookies.get('session')).not.toBe(before);
    expect((await send('GET', '/me')).status).toBe(200);
    expect((await send('POST', '/session/touch', {})).status).toBe(204);
    expect((await elsewhere('GET', '/me')).status).toBe(401);
    const old = await app.portal.inject({ url: '/me', headers: { cookie: `session=${before}` } });
    expect(old.statusCode).toBe(401);
    expect(await readMailsTo(app.owner, name)).toContain('passwordChanged');
  });

  test("does not renew another user's session", async () => {
    const { send, cookies } = signedOutClient(app);
    await send('GET', '/initiation');
    await send('POST', '/auth/login', { username: 'coffee@harbour.example', password: demoPassword });
    const before = cookies.get('session');
    const body = { username: 'admin@meridian.example', password: demoPassword, newPassword: goodPassword };
    expect((await send('POST', '/users/changePassword', body)).status).toBe(204);
    expect(cookies.get('session')).toBe(before);
    expect((await send('GET', '/me')).body.userId).toBe('coffee@harbour.example');
  });

  test('rejects wrong passwords and unknown names alike, with one counter', async () => {
    const attemptSignIns = async (name: string) => {
      const messages = [];
      for (let attempt = 0; attempt < 4; attempt += 1)
        messages.push((await change(name, 'wrong-1', goodPassword)).body.message);
      for (let retry = 0; retry < 4; retry += 1)
        messages.push((await signIn(app, name, 'wrong-1')).body.message);
      messages.push((await change(name, demoPassword, goodPassword)).body.message);
      return messages;
    };
    const messagesForUser = await attemptSignIns('admin@harbour.example');
    expect(messagesForUser).toEqual([
      ...Array(6).fill('incorrect_credentials'),
      ...Array(3).fill('account_locked'),
    ]);
    app.clock.advance(minuteMs);
    expect(await attemptSignIns('unknown@harbour.example')).toEqual(messagesForUser);
  });

  test('accepts one of two simultaneous changes', async () => {
    const name = 'domain@demo.example';
    const responses = await Promise.all([
      change(name, demoPassword, 'Quiet-Harbour-Light-1'),
      change(name, demoPassword, 'Quiet-Harbour-Light-2'),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 401]);
  });
});

describe('checkNewPassword', () => {
  async function readFailedChecks(token: string, username?: string): Promise<string[]> {
    const send = await anonymousClient(app);
    const { status, body } = await send('POST', '/users/checkNewPassword', { token, username });
    expect(status).toBe(200);
    expect(body.checks).toHaveLength(7);
    return body.checks
      .filter((check: { passed: boolean }) => !check.passed)
      .map((check: { id: string }) => check.id);
  }

  test.each([
    [goodPassword, []],
    ['', ['LENGTH', 'UPPER_CASE', 'LOWER_CASE', 'DIGIT']],
    ['Short-Is-7', ['LENGTH']],
    [`Long-1${'ab'.repeat(30)}`, ['LENGTH']],
    ['quiet-harbour-light-7', ['UPPER_CASE']],
    ['QUIET-HARBOUR-LIGHT-7', ['LOWER_CASE']],
    ['Quiet-Harbour-Light', ['DIGIT']],
    ['Quiet-Harbooour-Light-7', ['NO_REPEATS']],
    ['Password-2026', ['NOT_COMMON']],
    ['P@ssw0rd-2026!', ['NOT_COMMON']],
    ['Countinghouse1', ['NOT_COMMON']],
    ['2026-Qwertyuiop', ['NOT_COMMON']],
    ['Trustno1Trustno1', []],
  ])('%j fails %j', async (candidate, expected) => {
    expect(await readFailedChecks(candidate)).toEqual(expected);
  });

  test('rejects a password that contains the username it is given', async () => {
    expect(await readFailedChecks('Xx-Support-Xx-7', 'support@harbour.example')).toEqual(['NOT_USERNAME']);
    expect(await readFailedChecks('Xx-Support-Xx-7')).toEqual([]);
  });

  test("checks a user's own password like any other text", async () => {
    for (const username of ['admin@harbour.example', 'unknown@x.example', undefined]) {
      expect(await readFailedChecks('Countinghouse-Demo-1', username)).toEqual([]);
    }
  });

  test('applies the lengths that the operator set', async () => {
    const strictApp = await startApp({
      databaseUrl: app.databaseUrl,
      flags: ['--password-min-length', '22', '--password-max-length', '30'],
    });
    const send = await anonymousClient(strictApp);
    const { body } = await send('POST', '/users/checkNewPassword', { token: goodPassword });
    expect(body.checks).toContainEqual({ id: 'LENGTH', passed: false });
    expect((await send('GET', '/config')).body).toMatchObject({
      passwordMinLength: 22,
      passwordMaxLength: 30,
    });
    await strictApp.stop();
  });
});
