import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { goodPassword, anonymousClient } from './account-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function failed(token: string, username?: string): Promise<string[]> {
  const send = await anonymousClient(app);
  const { status, body } = await send('POST', '/users/checkNewPassword', { token, username });
  expect(status).toBe(200);
  expect(body.checks).toHaveLength(7);
  return body.checks.filter((one: { passed: boolean }) => !one.passed).map((one: { id: string }) => one.id);
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
  expect(await failed(candidate)).toEqual(expected);
});

test('rejects a password that contains the username it is given', async () => {
  expect(await failed('Xx-Support-Xx-7', 'support@harbour.example')).toEqual(['NOT_USERNAME']);
  expect(await failed('Xx-Support-Xx-7')).toEqual([]);
});

test("checks a user's own password like any other text", async () => {
  for (const username of ['admin@harbour.example', 'nobody@x.example', undefined]) {
    expect(await failed('Countinghouse-Demo-1', username)).toEqual([]);
  }
});

test('applies the lengths that the operator set', async () => {
  const strict = await startApp({
    databaseUrl: app.databaseUrl,
    flags: ['--password-min-length', '22', '--password-max-length', '30'],
  });
  const send = await anonymousClient(strict);
  const { body } = await send('POST', '/users/checkNewPassword', { token: goodPassword });
  expect(body.checks).toContainEqual({ id: 'LENGTH', passed: false });
  expect((await send('GET', '/config')).body).toMatchObject({ passwordMinLength: 22, passwordMaxLength: 30 });
  await strict.stop();
});
