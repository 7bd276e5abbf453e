import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { inviteProvisionedUsers } from '../server/invite-provisioned-users.ts';
import { mapGroup, patch, providerOf, createScimUser, createScimGroup, settings } from './scim-fixtures.ts';

let app: TestApp;
let okta: Send;
let group: string;
beforeAll(async () => {
  app = await startApp();
  okta = await providerOf(app);
  group = (await createScimGroup(okta, 'Desk')).id;
  await mapGroup(app, group, [{ roleId: 'cashier', organisationId: 1111 }]);
});
afterAll(() => app.stop());

const createUsers = (...ids: string[]) =>
  okta(
    'PATCH',
    `/scim/v2/Groups/${group}`,
    patch({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) }),
  );
const run = () => inviteProvisionedUsers.run(app.services);
const mailTo = (to: string) => app.owner`select template from mail_outbox where recipient = ${to}`;

test('invites a new user once, with the first role', async () => {
  const { id } = await createScimUser(okta, 'new@harbour.example');
  await run();
  expect(await mailTo('new@harbour.example')).toHaveLength(0);
  await createUsers(id);
  await Promise.all([run(), run()]);
  expect(await mailTo('new@harbour.example')).toEqual([{ template: 'invitation' }]);
  await run();
  expect(await mailTo('new@harbour.example')).toHaveLength(1);
});

test('invites no inactive user, and no user that was taken over', async () => {
  const { id } = await createScimUser(okta, 'inactive@harbour.example', { active: false });
  const coffee = await createScimUser(okta, 'coffee@harbour.example');
  await createUsers(id, coffee.id);
  await run();
  expect(await mailTo('inactive@harbour.example')).toHaveLength(0);
  expect(await mailTo('coffee@harbour.example')).toHaveLength(0);
});

test('invites no user after the setting is turned off', async () => {
  const { id } = await createScimUser(okta, 'waiting@harbour.example');
  const admin = await actAs(app, 'admin@harbour.example');
  const { version } = (await admin('GET', settings(1100, '/provisioning'))).body;
  await admin('PUT', settings(1100, '/provisioning'), { sendInvitations: false, version });
  const laterUser = await createScimUser(okta, 'later@harbour.example');
  await createUsers(id, laterUser.id);
  await run();
  expect(await mailTo('waiting@harbour.example')).toHaveLength(0);
  expect(await mailTo('later@harbour.example')).toHaveLength(0);
});
