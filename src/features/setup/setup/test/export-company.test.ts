import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '#testing/start-app.ts';
import type { NewSecret } from '../server/apply/apply-run.ts';
import { CompanyNotFound, exportCompany } from '../server/export-company.ts';
import { generateKey } from '../server/export-run.ts';
import { type Example, applyTo, example, startEmpty } from './setup-fixtures.ts';

let first: TestApp;
let second: TestApp;
const secrets: NewSecret[] = [];
beforeAll(async () => {
  first = await startEmpty('export_first');
  second = await startEmpty('export_second');
  const file = example();
  file.installations[0] = { ...file.installations[0], logo: { file: 'logo.png' } };
  file.webhooks[0] = { ...file.webhooks[0], url: { env: 'WEBHOOK_SHOP_URL' } };
  file.security.refundAbove = { amount: '50.00', currency: 'GBP' };
  const keepSecrets = (newSecrets: readonly NewSecret[]) => {
    secrets.push(...newSecrets);
    return Promise.resolve();
  };
  await applyTo(first, { ...file, approvalSettings: { includesKeys: true } }, { keepSecrets });
});
afterAll(() => Promise.all([first.stop(), second.stop()]));

const exportFrom = async ({ services, clock }: TestApp, company: string) => {
  const { file, notes } = await exportCompany(services.database, company, {
    operator: 'Ana',
    now: clock.now(),
  });
  return { file: JSON.parse(JSON.stringify(file)) as Example, notes };
};

test('an export is applied to an empty database and exported again unchanged', async () => {
  const { file } = await exportFrom(first, 'harbour');
  const { lines } = await applyTo(second, file);
  expect(lines.filter((line) => !line.startsWith('+ '))).toEqual([
    '~ approval settings  includesKeys: no → yes',
  ]);
  const repeated = await exportFrom(second, 'harbour');
  expect(repeated.file).toEqual(file);
  expect((await applyTo(second, file)).summary).toBe('No changes.');
  expect((await applyTo(first, file)).summary).toBe('No changes.');
});

test('an export has every section of the file it was applied from', async () => {
  const { file } = await exportFrom(first, 'harbour');
  expect(Object.keys(file).toSorted()).toEqual(
    [...Object.keys(example()).filter((name) => name !== '$schema'), 'approvalSettings'].toSorted(),
  );
  expect(file.users.map(({ username, grants }) => [username, grants])).toEqual([
    ['ana@harbour.example', [{ role: 'administrator', at: 'harbour' }]],
    ['bo@harbour.example', [{ role: 'night', at: 'coffee' }]],
  ]);
});

test('an export has no secrets', async () => {
  const { file, notes } = await exportFrom(first, 'harbour');
  const text = JSON.stringify(file);
  expect(secrets).toHaveLength(2);
  for (const { secret } of secrets) expect(text).not.toContain(secret);
  expect(text).not.toContain('key=51');
  expect(file.webhooks[0]?.url).toEqual({ env: 'WEBHOOK_SHOP_URL' });
  expect(notes).toEqual(['! webhook shop  set WEBHOOK_SHOP_URL to its address, which may contain a secret']);
});

test('gives keys to objects that the portal has created, and keeps them', async () => {
  const [company] = await first.owner<{ id: number }[]>`select id from organisation where type = 'GROUP'`;
  for (const name of ['Café Ölberg', 'Cafe-Olberg'])
    await first.owner`
      insert into organisation (id, company_id, type, name, parent_id, path)
      select nextval('organisation_id'), o.id, 'MERCHANT', ${name}, o.id, o.path || '/' || currval('organisation_id')
      from organisation o where o.id = ${company?.id ?? 0}`;
  const { file } = await exportFrom(first, 'Harbour Group');
  const keys = file.organisations.map(({ key }) => key);
  expect(keys).toEqual(['cafe-olberg', 'cafe-olberg-2', 'coffee', 'uk']);
  const renamed = file.organisations.map((organisation) =>
    organisation.key === 'cafe-olberg' ? { ...organisation, name: 'Ölberg' } : organisation,
  );
  const { lines } = await applyTo(first, { ...file, organisations: renamed });
  expect(lines).toEqual(['~ organisation cafe-olberg  name: Café Ölberg → Ölberg']);
  const without = { version: 1, company: file.company, organisations: [] };
  const pruned = await applyTo(first, without, { isPlanOnly: true, isPruning: true });
  expect(pruned.lines.join('\n')).not.toContain('olberg');
});

test('gives no company role the key of a standard role', async () => {
  const [company] = await first.owner<{ id: number }[]>`select id from organisation where type = 'GROUP'`;
  await first.owner`
    insert into role (role_id, company_id, name, description, application)
    values ('role_own', ${company?.id ?? 0}, 'Fraud Analyst!', '', 'portal')`;
  await first.owner`insert into role_permission values ('role_own', 'P_VIEW_USER')`;
  await first.owner`update webhook_endpoint set state = 'paused', paused_at = now(), paused_by = 'user'`;
  const { file, notes } = await exportFrom(first, 'harbour');
  expect(file.roles.map(({ key }) => key)).toEqual(['fraud-analyst-2', 'night']);
  expect(notes).toContain('! webhook shop  paused here, active where the file creates it');
  expect((await applyTo(first, file)).summary).toBe('No changes.');
  await first.owner`update webhook_endpoint set state = 'active', paused_at = null, paused_by = null`;
});

test('leaves out deactivated objects, and names them', async () => {
  await first.owner`update organisation set active = false where name = 'Coffee web'`;
  await first.owner`update app_user set active = false where user_name = 'bo@harbour.example'`;
  const { file, notes } = await exportFrom(first, 'harbour');
  expect([file.installations, file.apiKeys, file.webhooks, file.users.length]).toEqual([[], [], [], 1]);
  expect(notes).toEqual([
    '! installation Coffee web  deactivated: left out',
    '! api key Web shop  without an active installation: left out',
    '! webhook shop.example  without an active installation: left out',
  ]);
});

test('audits an export', async () => {
  await exportFrom(second, 'harbour');
  const [event] = await second.owner<{ actor: string; outcome: string }[]>`
    select actor, outcome from audit_event where act = 'exportCompany'`;
  expect(event).toEqual({ actor: 'admin-cli:Ana', outcome: 'allowed' });
});

test('finds no company by an unknown name', async () => {
  await expect(exportFrom(second, 'Seaside')).rejects.toBeInstanceOf(CompanyNotFound);
});

test('refuses to create a company that exists', async () => {
  const company = { key: 'harbour', name: 'Harbour Group' };
  const repeated = applyTo(second, { version: 1, company }, { isNew: true });
  await expect(repeated).rejects.toThrow('/company: a company with this key or name exists');
  const other = { key: 'tideway', name: 'Tideway', under: 'Example Payments', timeZone: 'Europe/Oslo' };
  const { lines } = await applyTo(second, { version: 1, company: other }, { isNew: true });
  expect(lines).toEqual(['+ company tideway  Tideway']);
});

test('makes keys of at most 40 letters, digits and hyphens', () => {
  const none = () => false;
  expect(generateKey('Zażółć & Söhne', 'organisation', none)).toBe('zazo-c-sohne');
  expect(generateKey('日本', 'organisation', none)).toBe('organisation');
  expect(generateKey('a'.repeat(60), 'organisation', (key) => key === 'a'.repeat(40))).toBe(
    `${'a'.repeat(38)}-2`,
  );
});
