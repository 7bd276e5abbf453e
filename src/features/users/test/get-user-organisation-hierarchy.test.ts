import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { grant, userManager } from './user-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const url = '/proxy/sync/cm/orgmap/user-organisation-hierarchy/';
const ids = (body: { id: number }[]) => body.map(({ id }) => id).sort();

test('returns an organisation and its descendants down to merchants', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  const { body } = await send('GET', `${url}1110`);
  expect(body).toContainEqual({
    id: 1111,
    name: 'Harbour Coffee',
    type: 'MERCHANT',
    parentOrgId: 1110,
    parentPath: '/1000/1100/1110/1111',
  });
  expect(ids(body)).toEqual([1110, 1111, 1112]);
});

test('returns only organisations where the caller manages users', async () => {
  await grant(app, 'coffee@harbour.example', userManager, 1110, false);
  await grant(app, 'coffee@harbour.example', userManager, 1112);
  const send = await actAs(app, 'coffee@harbour.example');
  expect(ids((await send('GET', `${url}1110`)).body)).toEqual([1110, 1112]);
});
