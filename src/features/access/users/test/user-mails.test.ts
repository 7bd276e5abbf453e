import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { listAudit, create, grant, userManager, users } from './user-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

describe('sendInvitation', () => {
  const invite = (send: Send, userName: string) =>
    send('POST', `/users/sendInvitation/${encodeURIComponent(userName)}`, {});
  const mails = (to: string) =>
    app.owner<{ template: string; locale: string; contents: { tokenId: string } }[]>`
      select template, locale, contents from mail_outbox where recipient = ${to} order by queued_at`;

  test("emails an open link in the inviter's language", async () => {
    await app.owner`update app_user set locale = 'de' where user_name = 'admin@harbour.example'`;
    const user = await create(admin);
    expect((await invite(admin, ' INES@harbour.example')).status).toBe(204);
    const [mail] = await mails('ines@harbour.example');
    expect(mail).toMatchObject({ template: 'invitation', locale: 'de', contents: { name: 'Ines Moreau' } });
    const [token] =
      await app.owner`select * from account_token where token_id = ${mail?.contents.tokenId ?? ''}`;
    expect(token).toMatchObject({ purpose: 'invitation', userId: user.id, usedAt: null, cancelledAt: null });
    const { body } = await admin('GET', users + user.id);
    expect(body.extraInfo).toMatchObject({
      invitationDate: app.clock.now().toISOString(),
      invitationExpired: false,
    });
    // An invitation does not change the version, so open edits stay valid.
    expect(body.meta.version).toBe(user.meta.version);
    const [event] = await listAudit(app, 'sendInvitation');
    expect(event?.objectId).toBe(user.id);
    expect(JSON.stringify(event)).not.toContain(mail?.contents.tokenId);
  });

  test('expires after seven days and is replaced by the next one', async () => {
    const user = await create(admin, { userName: 'late@harbour.example' });
    await invite(admin, user.userName);
    app.clock.advance(7 * dayMs - minuteMs);
    admin = await actAs(app, 'admin@harbour.example');
    expect((await admin('GET', users + user.id)).body.extraInfo.invitationExpired).toBe(false);
    app.clock.advance(minuteMs);
    expect((await admin('GET', users + user.id)).body.extraInfo.invitationExpired).toBe(true);
    await invite(admin, user.userName);
    expect((await admin('GET', users + user.id)).body.extraInfo.invitationExpired).toBe(false);
    expect(await mails(user.userName)).toHaveLength(2);
    const open = await app.owner`
      select 1 from account_token where user_id = ${user.id} and used_at is null and cancelled_at is null`;
    expect(open).toHaveLength(1);
  });

  describe('sends nothing', () => {
    test.each([
      ['to an incomplete profile', { entitlements: [] }],
      ['to an inactive user', { active: false }],
    ])('%s', async (_name, change) => {
      const user = await create(admin, { userName: `no-${_name.length}@harbour.example`, ...change });
      expect(await invite(admin, user.userName)).toMatchObject({
        status: 409,
        body: { code: 'NOTHING_TO_SEND' },
      });
      expect(await mails(user.userName)).toEqual([]);
    });

    test('to a user with a password', async () => {
      expect((await invite(admin, 'support@harbour.example')).status).toBe(409);
    });

    test('by an editor who could not give the roles', async () => {
      await grant(app, 'support@harbour.example', userManager, 1100);
      const manager = await actAs(app, 'support@harbour.example');
      await create(admin, { userName: 'cashier@harbour.example' });
      expect((await invite(manager, 'cashier@harbour.example')).status).toBe(403);
    });

    test("to the administrator's own account", async () => {
      expect((await invite(admin, 'admin@harbour.example')).status).toBe(403);
    });
  });

  test('lets a domain user invite the first user of a company', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    await create(domain, {
      userName: 'first@meridian.example',
      extraInfo: { organisationId: 1200 },
      entitlements: [{ value: 'administrator', type: '1200' }],
    });
    expect((await invite(domain, 'first@meridian.example')).status).toBe(204);
  });
});

describe('sendUsernameChange', () => {
  const sendNotice = (userName: string) =>
    admin('POST', `/users/sendUsernameChange/${encodeURIComponent(userName)}`, {});

  test('finds that the rename has emailed both addresses, once, and closed the old links', async () => {
    const user = await create(admin, { userName: 'nora@harbour.example' });
    await admin('POST', '/users/sendInvitation/nora@harbour.example', {});
    const { body } = await admin('GET', users + user.id);
    const renamed = await admin('PUT', users, { ...body, userName: 'nora.moreau@harbour.example' });
    // The invitation went to an address that is no longer hers: it is unset and its link closed.
    expect(renamed.body.extraInfo.invitationDate).toBeNull();
    const open = await app.owner`
      select 1 from account_token where user_id = ${user.id} and used_at is null and cancelled_at is null`;
    expect(open).toEqual([]);
    const sentMails = await app.owner`
      select recipient, contents from mail_outbox where template = 'usernameChange' order by recipient`;
    expect(sentMails.map(({ recipient }) => recipient)).toEqual([
      'nora.moreau@harbour.example',
      'nora@harbour.example',
    ]);
    expect(sentMails[0]?.contents).toMatchObject({
      oldUsername: 'nora@harbour.example',
      newUsername: 'nora.moreau@harbour.example',
    });
    expect((await sendNotice('nora.moreau@harbour.example')).status).toBe(204);
    expect((await sendNotice('nora.moreau@harbour.example')).status).toBe(409);
    const [count] = await app.owner<{ mails: number }[]>`
      select count(*)::int as mails from mail_outbox where template = 'usernameChange'`;
    expect(count?.mails).toBe(2);
  });

  test('sends nothing without a rename', async () => {
    const user = await create(admin, { userName: 'quiet@harbour.example' });
    expect((await sendNotice(user.userName)).status).toBe(409);
    // Another spelling of the same name is not a rename.
    await admin('PUT', users, { ...user, userName: 'Quiet@harbour.example' });
    expect((await sendNotice(user.userName)).status).toBe(409);
  });
});
