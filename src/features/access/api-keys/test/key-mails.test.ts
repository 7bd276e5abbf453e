import { afterAll, beforeAll, expect, test } from 'vitest';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { renderMail, type StoredMail } from '#server/mail/render-mail.ts';
import { locales } from '#shared/locales.ts';
import { apiPresets } from '#shared/api-permissions.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { KeyContent } from '../schemas.ts';
import { rotateByOperator } from '../server/rotate-by-operator.ts';
import { widens } from '../server/manage-key.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  const manager = { name: 'key-manager', permissions: ['P_MANAGE_API_KEYS'] };
  await grant(app, 'coffee@harbour.example', manager, 1111);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

type Row = StoredMail & { recipient: string };

/** The mails since the last call, by recipient. */
async function takeNewMails(): Promise<Row[]> {
  const rows = await app.owner<Row[]>`
    delete from mail_outbox where template like 'apiKey%' returning template, locale, contents, recipient`;
  return rows.toSorted((left, right) => (left.recipient < right.recipient ? -1 : 1));
}

const templates = (rows: readonly Row[]) => rows.map(({ template, recipient }) => [template, recipient]);

const coffee: KeyContent = {
  name: 'Coffee shop',
  installationIds: [5300001],
  permissions: [...apiPresets.readOnly],
  ipRanges: ['198.51.100.7/32'],
  expiresAt: null,
};

test('emails the managers of a key when it is created, extended, rotated and revoked', async () => {
  const response = await admin('POST', '/proxy/sync/keys/1100', coffee);
  const { apiId, secret } = response.body as { apiId: string; secret: string };
  const created = await takeNewMails();
  expect(templates(created)).toEqual([
    ['apiKeyCreated', 'admin@harbour.example'],
    ['apiKeyCreated', 'coffee@harbour.example'],
  ]);
  expect(created[0]?.contents).toMatchObject({ key: 'Coffee shop', by: 'Amelia Hart' });
  expect(JSON.stringify(created)).not.toContain(secret);

  const key = `/proxy/sync/keys/1100/${apiId}`;
  await admin('PUT', key, { ...coffee, name: 'Coffee', version: 1 });
  expect(await takeNewMails()).toEqual([]);
  await admin('PUT', key, { ...coffee, ipRanges: [], version: 2 });
  expect(templates(await takeNewMails())[0]).toEqual(['apiKeyWidened', 'admin@harbour.example']);
  await admin('POST', `${key}/rotate`, { overlapSeconds: 0 });
  expect(templates(await takeNewMails())[0]).toEqual(['apiKeyRotated', 'admin@harbour.example']);
  await rotateByOperator(app.services.database, app.services.keys, {
    apiId,
    overlapSeconds: 0,
    operator: 'Ana',
    now: app.clock.now(),
  });
  expect((await takeNewMails())[0]?.contents).toMatchObject({ by: 'Ana', ip: '' });
  await admin('POST', `${key}/revoke`, {});
  expect(templates(await takeNewMails())[0]).toEqual(['apiKeyRevoked', 'admin@harbour.example']);
  await admin('POST', `${key}/revoke`, {});
  expect(await takeNewMails()).toEqual([]);
});

test('emails no manager of another merchant', async () => {
  await admin('POST', '/proxy/sync/keys/1100', { ...coffee, installationIds: [5300003] });
  const recipients = (await takeNewMails()).map(({ recipient }) => recipient);
  expect(recipients).toContain('admin@harbour.example');
  expect(recipients).not.toContain('coffee@harbour.example');
});

test('emails at most fifty users', async () => {
  await app.owner`
    insert into app_user (user_id, user_name, user_name_key, given_name, family_name, organisation_id, domain_user,
                          active, locale, created_at, updated_at)
    select gen_random_uuid(), 'key' || n || '@harbour.example', 'key' || n || '@harbour.example', 'Key', 'Manager', 1100,
           false, true, 'en', now(), now()
    from generate_series(1, 60) as n`;
  await app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    select user_id, 'administrator', 1100, true from app_user where user_name like 'key%@harbour.example'`;
  await admin('POST', '/proxy/sync/keys/1100', coffee);
  expect(await takeNewMails()).toHaveLength(50);
});

test.each(locales)('writes the mails in %s without placeholders', (locale) => {
  const contents = {
    name: 'Ana',
    key: 'Web shop',
    by: 'Iris Vance',
    organisation: 'Harbour',
    at: '2026-11-23T10:00:00Z',
    ip: '192.0.2.7',
  };
  const mailContext = { portalUrl: 'https://portal.example', keys: app.services.keys };
  for (const template of ['apiKeyCreated', 'apiKeyWidened', 'apiKeyRotated', 'apiKeyRevoked'] as const) {
    const { subject, text } = renderMail({ template, locale, contents }, mailContext);
    expect([subject, text].join('\n')).not.toMatch(/[{}]/);
    expect(subject).toContain('Web shop');
    expect(text).toContain('Iris Vance');
  }
});

const base: KeyContent = { ...coffee, expiresAt: '2027-01-01T00:00:00.000Z' };
test.each<[boolean, Partial<KeyContent>]>([
  [false, {}],
  [false, { name: 'Another' }],
  [false, { permissions: ['P_VIEW_SCHEDULE'] }],
  [true, { permissions: [...apiPresets.readOnly, 'P_NEW_PAYOUT'] }],
  [true, { installationIds: [5300001, 5300002] }],
  [true, { expiresAt: null }],
  [true, { expiresAt: '2027-01-02T00:00:00.000Z' }],
  [false, { expiresAt: '2026-12-01T00:00:00.000Z' }],
  [true, { ipRanges: [] }],
  [true, { ipRanges: ['198.51.100.0/24'] }],
])('a change widens a key: %s, %o', (isWider, change) => {
  expect(widens(base, { ...base, ...change })).toBe(isWider);
});

test('a key for every address is not widened by ranges', () => {
  expect(widens({ ...base, ipRanges: [] }, base)).toBe(false);
});
