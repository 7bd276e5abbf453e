import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { create, users } from './user-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const sendNotice = (userName: string) =>
  admin('POST', `/users/sendUsernameChange/${encodeURIComponent(userName)}`, {});

test('emails both addresses once and closes the old links', async () => {
  const user = await create(admin);
  await admin('POST', '/users/sendInvitation/ines@harbour.example', {});
  const { body } = await admin('GET', users + user.id);
  const renamed = await admin('PUT', users, { ...body, userName: 'ines.moreau@harbour.example' });
  // The invitation went to an address that is no longer hers: it is unset and its link closed.
  expect(renamed.body.extraInfo.invitationDate).toBeNull();
  const open = await app.owner`
    select 1 from account_token where user_id = ${user.id} and used_at is null and cancelled_at is null`;
  expect(open).toEqual([]);
  expect((await sendNotice('ines.moreau@harbour.example')).status).toBe(204);
  const sent = await app.owner`
    select recipient, contents from mail_outbox where template = 'usernameChange' order by recipient`;
  expect(sent.map(({ recipient }) => recipient)).toEqual([
    'ines.moreau@harbour.example',
    'ines@harbour.example',
  ]);
  expect(sent[0]?.contents).toMatchObject({
    oldUsername: 'ines@harbour.example',
    newUsername: 'ines.moreau@harbour.example',
  });
  expect(await sendNotice('ines.moreau@harbour.example')).toMatchObject({ status: 409 });
});

test('sends nothing without a rename', async () => {
  const user = await create(admin, { userName: 'quiet@harbour.example' });
  expect((await sendNotice(user.userName)).status).toBe(409);
  // Another spelling of the same name is no rename.
  await admin('PUT', users, { ...user, userName: 'Quiet@harbour.example' });
  expect((await sendNotice(user.userName)).status).toBe(409);
});

test('sends nothing when the old name came back', async () => {
  const user = await create(admin, { userName: 'fickle@harbour.example' });
  const there = await admin('PUT', users, { ...user, userName: 'other@harbour.example' });
  await admin('PUT', users, { ...there.body, userName: 'fickle@harbour.example' });
  expect((await sendNotice('fickle@harbour.example')).status).toBe(409);
});
