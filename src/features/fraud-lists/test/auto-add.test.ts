import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { expiryAfter } from '../auto-add.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const url = '/proxy/sync/rms/autoAddToBlacklistsConfig';
const save = (body: object) => admin('PUT', `${url}/edit/1100`, body);
const config = {
  sourceTypes: ['card', 'email'],
  targetTypes: ['card', 'telephone'],
  active: true,
  expiry: { value: 6, expiryPeriodicity: 'MONTHS' },
};

test('getAutoAdd of a company without a configuration is off', async () => {
  expect((await admin('GET', `${url}/1111`)).body).toEqual({
    sourceTypes: [],
    targetTypes: [],
    active: false,
    expiry: null,
  });
});

test('saveAutoAdd saves it for the whole company', async () => {
  expect((await save(config)).status).toBe(200);
  expect((await admin('GET', `${url}/1111`)).body).toEqual(config);
});

test.each([
  ['a single source that is also a target', { sourceTypes: ['card'] }, 'sourceTypes'],
  ['a single target that is also a source', { targetTypes: ['card'] }, 'targetTypes'],
  ['no source', { sourceTypes: [] }, 'sourceTypes'],
  ['no target', { targetTypes: [] }, 'targetTypes'],
  ['a target that is none', { targetTypes: ['postcode'] }, 'targetTypes.0'],
  ['more than five years', { expiry: { value: 61, expiryPeriodicity: 'MONTHS' } }, 'expiry.value'],
  ['no length of time', { expiry: { value: 0, expiryPeriodicity: 'DAYS' } }, 'expiry.value'],
  ['an unknown unit', { expiry: { value: 1, expiryPeriodicity: 'HOURS' } }, 'expiry.expiryPeriodicity'],
])('rejects %s', async (_what, part, field) => {
  expect(await save({ ...config, ...part })).toMatchObject({ status: 400, body: { field } });
});

test('a switched off configuration may be empty', async () => {
  expect((await save({ sourceTypes: [], targetTypes: [], active: false, expiry: null })).status).toBe(200);
});

test.each([
  ['DAYS', 1, '2028-03-01'],
  ['WEEKS', 2, '2028-03-14'],
  ['MONTHS', 12, '2029-02-28'],
  ['YEARS', 4, '2032-02-29'],
] as const)('%s: %i from a leap day', (expiryPeriodicity, value, day) => {
  expect(expiryAfter({ value, expiryPeriodicity }, '2028-02-29')).toBe(day);
});
