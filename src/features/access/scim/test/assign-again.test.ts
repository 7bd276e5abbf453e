import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUserId } from '#features/access/users/test/user-fixtures.ts';
import type { Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createScimUser, newUser, patch, providerOf } from './scim-fixtures.ts';

let app: TestApp;
let provider: Send;
beforeAll(async () => {
  app = await startApp();
  provider = await providerOf(app);
});
afterAll(() => app.stop());

const again = (userName: string, more: object = {}) =>
  provider('POST', '/scim/v2/Users', newUser(userName, more));

test('a POST of a user that the directory deactivated links and activates the user', async () => {
  const { id } = await createScimUser(provider, 'back@harbour.example');
  const off = patch({ op: 'replace', value: { active: false } });
  expect((await provider('PATCH', `/scim/v2/Users/${id}`, off)).body.active).toBe(false);
  const response = await again('back@harbour.example', { externalId: 'new-assignment' });
  expect([response.status, response.body.id, response.body.active]).toEqual([201, id, true]);
  expect(response.body.externalId).toBe('new-assignment');
  expect(await findUserId(app, 'back@harbour.example')).toBe(id);
});

test('a POST of a user in use is a conflict', async () => {
  await createScimUser(provider, 'used@harbour.example');
  const response = await again('used@harbour.example');
  expect([response.status, response.body.scimType]).toEqual([409, 'uniqueness']);
});

test('active is read as text in a list with an object', async () => {
  const { id } = await createScimUser(provider, 'list@harbour.example');
  const off = patch({ op: 'replace', path: 'active', value: [{ value: 'False' }] });
  expect((await provider('PATCH', `/scim/v2/Users/${id}`, off)).body.active).toBe(false);
  const on = patch({ op: 'replace', path: 'active', value: [{ value: 'True' }] });
  expect((await provider('PATCH', `/scim/v2/Users/${id}`, on)).body.active).toBe(true);
});
