import { expect, onTestFinished, test } from 'vitest';
import { createFirstAdministratorLink } from '#app/server/demo/seed-first-start.ts';
import { emptyDatabase } from './setup-fixtures.ts';
import { deleteOldLinks } from '#features/access/account/server/account-jobs.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { features } from '#shared/permissions.ts';
import { signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

/** A production start: migrated and empty. */
async function startNew(name: string): Promise<TestApp> {
  const app = await startApp({
    databaseUrl: await emptyDatabase(name),
    flags: ['--demo', 'none', '--sandbox', 'true'],
  });
  onTestFinished(() => app.stop());
  return app;
}

const provider = {
  organisationName: 'North Sea Payments',
  firstName: 'Iris',
  lastName: 'Vance',
  username: 'iris@northsea.example',
  password: 'Long-Enough-2026',
};
const bakery = {
  ...provider,
  organisationName: 'Corner Bakery',
  business: { currency: 'EUR', mcc: '5462', timeZone: 'Europe/Dublin' },
};

async function linkToken(app: TestApp): Promise<string> {
  const lines = await createFirstAdministratorLink(app.services);
  return lines.join('').split('/setup/')[1] ?? '';
}

const linkUrl = (value: string) => `/users/firstAdministrator/${value}`;

test('creates one administrator by the newest link', async () => {
  const app = await startNew('first_administrator');
  const older = await linkToken(app);
  app.clock.advance(2 * hourMs);
  const token = await linkToken(app);
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  expect((await send('POST', linkUrl(older), provider)).body.message).toBe('link_not_valid');
  const weak = await send('POST', linkUrl(token), { ...provider, password: 'short' });
  expect(weak.body.message).toBe('password_not_good');
  const tries = await Promise.all([1, 2].map(() => send('POST', linkUrl(token), provider)));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { username, password } = provider;
  const signedIn = await send('POST', '/auth/login', { username, password });
  expect(signedIn.body).toMatchObject({ parentOrgName: 'North Sea Payments', domainUser: true });
  expect(await linkToken(app)).toBe('');
});

test('prints one link in all programs that start together', async () => {
  const app = await startNew('one_link');
  const tokens = await Promise.all([1, 2, 3].map(() => linkToken(app)));
  expect(new Set(tokens).size).toBe(1);
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  expect((await send('POST', linkUrl(tokens[0] ?? ''), provider)).status).toBe(200);
});

test('creates a business that takes its first payment', async () => {
  const app = await startNew('first_business');
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const token = await linkToken(app);
  expect((await send('POST', linkUrl(token), bakery)).status).toBe(200);
  const { username, password } = bakery;
  const { body: me } = await send('POST', '/auth/login', { username, password });
  expect(me).toMatchObject({ parentOrgName: 'Corner Bakery', domainUser: false });
  const path = `/proxy/sync/cm/organisation/${me.parentOrgId}`;
  const { body: company } = await send('GET', path);
  expect(company).toMatchObject({ type: 'GROUP', timeZone: 'Europe/Dublin', installationCount: 1 });
  const codes = (company.features as { code: string }[]).map(({ code }) => code);
  expect(codes.toSorted()).toEqual(features.toSorted());
  const listed = await send('GET', `/proxy/sync/cm/installation/org/${me.parentOrgId}`);
  expect(listed.body.items).toEqual([
    expect.objectContaining({
      name: 'Corner Bakery web',
      merchantName: 'Corner Bakery',
      channel: 'WEB',
      currencies: ['EUR'],
    }),
  ]);
  const steps = (await send('GET', `/proxy/sync/cm/setup/${me.parentOrgId}`)).body.steps;
  expect((steps as { id: string; done: boolean }[]).map(({ id, done }) => [id, done])).toEqual([
    ['payment', false],
    ['colleague', false],
    ['apiKey', false],
  ]);
});

test('offers no second link after a business was set up', async () => {
  const app = await startNew('second_business');
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const token = await linkToken(app);
  expect((await send('POST', linkUrl(token), bakery)).status).toBe(200);
  // Longer than links are kept.
  app.clock.advance(60 * dayMs);
  await deleteOldLinks.run(app.services);
  expect(await linkToken(app)).toBe('');
});

test('creates nothing for a business without a currency', async () => {
  const app = await startNew('no_currency');
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const token = await linkToken(app);
  const business = { ...bakery.business, currency: 'XXX' };
  expect((await send('POST', linkUrl(token), { ...bakery, business })).status).toBe(400);
  const zone = { ...bakery.business, timeZone: 'Mars/Olympus' };
  expect((await send('POST', linkUrl(token), { ...bakery, business: zone })).status).toBe(400);
  const [{ count } = { count: -1 }] = await app.owner<{ count: number }[]>`
    select count(*)::integer as count from organisation`;
  expect(count).toBe(0);
  expect((await send('POST', linkUrl(token), bakery)).status).toBe(200);
});
