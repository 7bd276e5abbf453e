import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { create, findUserId, grant, users } from '#features/access/users/test/user-fixtures.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { company, decide, everything, letApprove, setPolicy } from './approval-fixtures.ts';

/* One administrator tries to be the second person too. */

const approverName = 'support@harbour.example';
let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  await letApprove(app, approverName);
  await letApprove(app, 'admin@harbour.example');
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(() => setPolicy(app, everything));

const read = async (userName: string) => (await admin('GET', users + (await findUserId(app, userName)))).body;
const onlyRules = everything.filter(({ action }) => action === 'activateRule');

/** A request of the administrator that waits: a looser policy. */
async function ask(): Promise<string> {
  const policy = (await admin('GET', `/proxy/sync/approvals/${company}/policy`)).body;
  const held = await admin('PUT', `/proxy/sync/approvals/${company}/policy`, {
    rules: [],
    includesKeys: false,
    version: policy.version,
  });
  expect(held.status, JSON.stringify(held.body)).toBe(202);
  return held.body.approvalId;
}

describe('waits for a second person like a grant', () => {
  test('another username of a user with roles', async () => {
    const held = await admin('PUT', users, {
      ...(await read(approverName)),
      userName: 'mine@harbour.example',
    });
    expect(held.status).toBe(202);
    expect((await read(approverName)).userName).toBe(approverName);
  });

  test('activating a user with roles', async () => {
    await app.owner`update app_user set active = false where user_name = ${approverName}`;
    const held = await admin('PUT', users, { ...(await read(approverName)), active: true });
    await app.owner`update app_user set active = true where user_name = ${approverName}`;
    expect(held.status).toBe(202);
  });

  test('a reset of the second step', async () => {
    const id = await findUserId(app, approverName);
    await app.owner`
      insert into second_factor (factor_id, user_id, kind, name, sealed_secret, created_at)
      values (gen_random_uuid(), ${id}, 'totp', 'Phone', ${Buffer.from('sealed')}, ${app.clock.now()})`;
    expect((await admin('DELETE', `/proxy/sync/security/users/${id}/secondFactor`)).status).toBe(202);
    await app.owner`delete from second_factor where user_id = ${id}`;
  });
});

describe('cannot decide for the requester within a day', () => {
  test('a user that the requester has renamed', async () => {
    await setPolicy(app, onlyRules);
    const session = await actAs(app, approverName);
    const renamed = await admin('PUT', users, {
      ...(await read(approverName)),
      userName: 'other@harbour.example',
    });
    expect(renamed.status).toBe(200);
    expect((await session('GET', '/me')).status).toBe(401);
    const mails = await app.owner<{ recipient: string }[]>`
      select recipient from mail_outbox where template = 'usernameChange' order by 1`;
    expect(mails.map(({ recipient }) => recipient)).toEqual(['other@harbour.example', approverName]);
    await letApprove(app, 'analyst@harbour.example');
    const approvalId = await ask();
    const puppet = await actAs(app, 'other@harbour.example');
    expect((await decide(puppet, approvalId, 'approve')).status).toBe(403);
    await app.owner`update app_user set identity_changed_at = identity_changed_at - interval '25 hours' where user_name = 'other@harbour.example'`;
    expect((await decide(puppet, approvalId, 'reject')).status).toBe(200);
  });

  test('a user that a user of the requester has created', async () => {
    await setPolicy(app, onlyRules);
    const own = await create(admin, { userName: 'own@harbour.example' });
    const second = await create(admin, { userName: 'second@harbour.example' });
    await app.owner`update app_user set created_by = ${own.id}, password_hash =
      (select password_hash from app_user where user_name = 'admin@harbour.example') where user_id = ${second.id}`;
    await grant(
      app,
      'second@harbour.example',
      { name: 'approver-1100', permissions: ['P_APPROVE'] },
      company,
    );
    const approvalId = await ask();
    expect((await decide(await actAs(app, 'second@harbour.example'), approvalId, 'approve')).status).toBe(
      403,
    );
  });
});
