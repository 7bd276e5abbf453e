import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { create, grant, listAudit, userManager } from './user-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const invite = (send: Send, userName: string) =>
  send('POST', `/users/invitationLink/${encodeURIComponent(userName)}`, {});

/** createInvitationLink */
test('returns a link with which the user sets a password, once', async () => {
  const user = await create(admin);
  const { status, body } = await invite(admin, user.userName);
  expect(status).toBe(201);
  expect(Date.parse(String(body.expiresAt)) - app.clock.now().getTime()).toBe(7 * dayMs);
  const token = String(body.link).split('/password/')[1] ?? '';
  expect(String(body.link)).toBe(`${app.services.config.portalUrl}/password/${token}`);
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const set = () => send('PUT', `/users/changeForgottenPassword/${token}`, { token: 'Long-Enough-2026' });
  expect((await set()).status).toBe(204);
  expect((await set()).status).toBe(400);
  const signedIn = await send('POST', '/auth/login', {
    username: user.userName,
    password: 'Long-Enough-2026',
  });
  expect(signedIn.status).toBe(200);
});

test('sends no email, and audits the link without its secret', async () => {
  const user = await create(admin, { userName: 'kim@harbour.example' });
  const { body } = await invite(admin, user.userName);
  expect(await app.owner`select 1 from mail_outbox where recipient = 'kim@harbour.example'`).toEqual([]);
  const [event] = await listAudit(app, 'createInvitationLink');
  expect(event?.objectId).toBe(user.id);
  expect(JSON.stringify(event)).not.toContain(String(body.link).split('/password/')[1]);
});

test('rejects an editor who could not give the roles', async () => {
  await grant(app, 'support@harbour.example', userManager, 1100);
  const manager = await actAs(app, 'support@harbour.example');
  await create(admin, { userName: 'cashier@harbour.example' });
  expect((await invite(manager, 'cashier@harbour.example')).status).toBe(403);
});

test('rejects a user with a password', async () => {
  const { status, body } = await invite(admin, 'analyst@harbour.example');
  expect([status, body.code]).toEqual([409, 'NOTHING_TO_SEND']);
});

test('rejects users of another company', async () => {
  expect((await invite(admin, 'admin@meridian.example')).status).toBe(404);
});

test('makes no link where an email server is set up', async () => {
  const withMail = await startApp({ flags: ['--smtp-url', 'smtp://127.0.0.1:1'] });
  onTestFinished(() => withMail.stop());
  const send = await actAs(withMail, 'admin@harbour.example');
  const user = await create(send);
  const { status, body } = await invite(send, user.userName);
  expect([status, body.code]).toEqual([409, 'MAIL_CONFIGURED']);
  expect((await send('GET', '/config')).body.mail).toBe('SMTP');
});
