import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { hourMs } from '#server/clock.ts';
import { signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

/** Number of password comparisons: the effort that could reveal whether a username exists. */
const compared = vi.hoisted(() => ({ times: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    verify: (...parts: Parameters<typeof real.verify>) => {
      compared.times += 1;
      return real.verify(...parts);
    },
  };
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function effort(method: 'POST' | 'PUT', url: string, body: unknown) {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const before = compared.times;
  const { status, body: problem } = await send(method, url, body);
  return { status, message: problem?.message, compared: compared.times - before };
}

const login = (username: string, password: string) => effort('POST', '/auth/login', { username, password });
const change = (username: string, password: string) =>
  effort('POST', '/users/changePassword', { username, password, newPassword: 'Quiet-Harbour-Light-7' });

test.each([
  ['a wrong password', 'admin@harbour.example', 'wrong-1'],
  ['an unknown name', 'unknown@harbour.example', 'wrong-1'],
  ['an unknown name with a known password', 'unknown-2@harbour.example', demoPassword],
  ['a temporary password, wrong', 'temporary@harbour.example', 'wrong-1'],
  ['an expired password, wrong', 'expired@harbour.example', 'wrong-1'],
  ['an account without a password', 'domain@demo.example', 'wrong-1'],
])('compares one password for %s at both endpoints', async (_title, name, password) => {
  await app.owner`update app_user set password_hash = null where user_name = 'domain@demo.example'`;
  const refused = { status: 401, message: 'incorrect_credentials', compared: 1 };
  expect(await login(name, password)).toEqual(refused);
  expect(await change(name, password)).toEqual(refused);
});

test('compares one password for locked, inactive and unused accounts', async () => {
  const rejection = { status: 401, compared: 1 };
  expect(await login('locked@harbour.example', 'wrong-1')).toMatchObject(rejection);
  expect(await login('locked@harbour.example', demoPassword)).toMatchObject(rejection);
  await app.owner`update app_user set active = false where user_name = 'coffee@harbour.example'`;
  await app.owner`
    update app_user set locked_reason = 'USER_INACTIVE_ACCOUNT' where user_name = 'support@harbour.example'`;
  for (const name of ['coffee@harbour.example', 'support@harbour.example']) {
    expect(await login(name, 'wrong-1')).toEqual({ ...rejection, message: 'incorrect_credentials' });
    expect(await login(name, demoPassword)).toEqual({ ...rejection, message: 'account_inactive' });
  }
});

test('compares no password for a throttled name', async () => {
  for (const name of ['analyst@harbour.example', 'unknown-3@harbour.example']) {
    for (let round = 0; round < 6; round += 1) await login(name, 'wrong-1');
    for (const password of ['wrong-1', demoPassword]) {
      expect(await login(name, password)).toEqual({ status: 401, message: 'account_locked', compared: 0 });
    }
    app.clock.advance(60_000);
  }
});

test('compares no password before the link is found open', async () => {
  const url = `/users/changeForgottenPassword/${'A'.repeat(64)}`;
  expect(await effort('PUT', url, { token: 'Quiet-Harbour-Light-7' })).toMatchObject({
    status: 400,
    compared: 0,
  });
});

/**
 * Alternates known and unknown names, so that a slow moment hits both, and compares by rank. With equal
 * effort the known name is the slower of a pair about half the time.
 */
test('takes as long for unknown names as for known ones', async () => {
  const pairCount = 40;
  let knownSlowerCount = 0;
  for (let round = 0; round < pairCount; round += 1) {
    // Separate names, so that no counter fills. Both orders, so that neither is always first.
    const knownName = `known-${round}@harbour.example`;
    await app.owner`
      insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name,
                            password_hash, created_at)
      select gen_random_uuid(), organisation_id, ${knownName}, ${knownName}, 'K', 'N', password_hash, created_at
      from app_user where user_name = 'admin@harbour.example'`;
    const names = round % 2 === 0 ? [knownName, `un${knownName}`] : [`un${knownName}`, knownName];
    const durations = new Map<string, number>();
    for (const name of names) {
      const started = performance.now();
      await login(name, 'wrong-1');
      durations.set(name, performance.now() - started);
    }
    if ((durations.get(knownName) ?? 0) > (durations.get(`un${knownName}`) ?? 0)) knownSlowerCount += 1;
    if (round % 10 === 9) app.clock.advance(hourMs);
  }
  // Four standard deviations of a fair coin: fewer than one chance failure in ten thousand runs.
  expect(Math.abs(knownSlowerCount - pairCount / 2)).toBeLessThanOrEqual(2 * Math.sqrt(pairCount));
});
