import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { seedStandardRoles } from '#app/server/demo/demo-users.ts';
import { migrate } from '#database/migrate.ts';
import { openDatabase } from '#database/open-database.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type ApplyOptions, StateMoved, applyCompany } from '../server/apply/apply-company.ts';
import { ApplyError } from '../server/apply/apply-error.ts';
import type { NewSecret } from '../server/apply/apply-run.ts';
import { companyJsonSchema, parseCompanyFile } from '../server/apply/company-file.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

interface Example extends Record<string, unknown> {
  company: Record<string, unknown>;
  organisations: Record<string, unknown>[];
  installations: Record<string, unknown>[];
  users: Record<string, unknown>[];
  customFields: Record<string, unknown>[];
  apiKeys: Record<string, unknown>[];
}

/** The example of docs/running.md. */
function example(): Example {
  const [, json = ''] = /```json company\n([^`]+)```/.exec(read('docs/running.md')) ?? [];
  return JSON.parse(json) as Example;
}

let app: TestApp;
const secrets: NewSecret[] = [];
beforeAll(async () => {
  const name = `apply_${process.pid}`;
  const url = new URL(inject('databaseServer'));
  const sql = openDatabase(url.href, { as: 'owner', max: 1 });
  await sql.unsafe(`drop database if exists ${name}`);
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  url.pathname = `/${name}`;
  await migrate(url.href);
  app = await startApp({ databaseUrl: url.href });
  await app.owner.begin(seedStandardRoles);
});
afterAll(() => app.stop());

async function apply(json: unknown, options: Partial<ApplyOptions> = {}) {
  const parsed = parseCompanyFile(json);
  if ('errors' in parsed) throw parsed.errors[0] as Error;
  const { plan } = await applyCompany(app.services.database, app.services.keys, parsed.file, {
    operator: 'Ana',
    now: app.clock.now(),
    isPlanOnly: false,
    isPruning: false,
    keepSecrets: (made) => {
      secrets.push(...made);
      return Promise.resolve();
    },
    ...options,
  });
  return { lines: plan.lines, summary: plan.summary(), state: plan.state };
}

async function pay(secret: string, installation: string, merchantRef = 'APPLIED 1'): Promise<number> {
  const response = await app.gateway.inject({
    method: 'POST',
    url: `/acceptor/rest/transactions/${installation}/payment`,
    headers: { authorization: `Bearer ${secret}` },
    payload: {
      transaction: { currency: 'GBP', amount: '7.80', merchantRef, commerceType: 'MOTO' },
      paymentMethod: {
        card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
      },
      customer: { displayName: 'Ada Lovell', email: 'ada.lovell@example.org', ip: '192.0.2.7' },
    },
  });
  return response.statusCode;
}

const idOf = async (kind: string, key: string): Promise<string> => {
  const [row] = await app.owner<{ objectId: string }[]>`
    select object_id from applied_object where kind = ${kind} and key = ${key}`;
  return row?.objectId ?? '';
};

test('plans without a change', async () => {
  const { lines, summary } = await apply(example(), { isPlanOnly: true });
  expect(lines).toContain('+ api key web-shop  payments, 1 installation, secret shown once');
  expect(summary).toMatch(/^Plan: \d+ to add, 0 to change, 0 to remove\. State [\da-f]{12}$/);
  expect(await app.owner`select 1 from organisation`).toHaveLength(0);
  expect(secrets).toEqual([]);
});

test('applies the example to an empty database', async () => {
  const { lines, summary } = await apply(example());
  expect(lines.map((line) => line.slice(0, 2))).toEqual(lines.map(() => '+ '));
  expect(summary).toContain(`${lines.length} to add`);
  expect(secrets).toHaveLength(1);
  const installation = await idOf('installation', 'coffee-web');
  expect(await pay(secrets[0]?.secret ?? '', installation)).toBe(201);
  const [mail] = await app.owner<{ recipient: string }[]>`select recipient from mail_outbox`;
  expect(mail?.recipient).toBe('ana@harbour.example');
  const actors = await app.owner`select distinct actor from audit_event where act <> 'payment'`;
  expect(actors).toEqual([{ actor: 'admin-cli:Ana' }]);
});

test('says that a second run changes nothing', async () => {
  const before = secrets.length;
  expect(await apply(example())).toMatchObject({ lines: [], summary: 'No changes.' });
  expect(secrets).toHaveLength(before);
});

test('changes what the file changes, and keeps what it leaves out', async () => {
  const file = example();
  file.installations[0] = {
    key: 'coffee-web',
    merchant: 'coffee',
    name: 'Coffee shop',
    currencies: ['GBP'],
    fraudGuardThreshold: null,
  };
  const { lines } = await apply(file);
  expect(lines).toEqual([
    '~ installation coffee-web  name: Coffee web → Coffee shop; currencies: GBP, EUR → GBP',
  ]);
  const id = Number(await idOf('installation', 'coffee-web'));
  const [row] = await app.owner<{ webOrigins: string[] }[]>`
    select web_origins from installation where installation_id = ${id}`;
  expect(row?.webOrigins).toEqual(['https://shop.example']);
});

test('moves an organisation to another parent', async () => {
  const file = example();
  const coffee = file.organisations.find(({ key }) => key === 'coffee');
  if (coffee) coffee.parent = 'harbour';
  const { lines } = await apply({ version: 1, company: file.company, organisations: file.organisations });
  expect(lines).toEqual(['~ organisation coffee  moved below harbour']);
  await apply(example());
});

test('refuses a state that has moved since the plan', async () => {
  const file = example();
  file.company.name = 'Harbour Holding';
  const { state } = await apply(file, { isPlanOnly: true });
  await app.owner`update organisation set version = version + 1 where type = 'MERCHANT'`;
  await expect(apply(file, { expect: state })).rejects.toBeInstanceOf(StateMoved);
  const { state: moved } = await apply(file, { isPlanOnly: true });
  const { lines } = await apply(file, { expect: moved });
  expect(lines).toEqual(['~ company harbour  name: Harbour Group → Harbour Holding']);
  await apply(example());
});

test('keeps what the file does not name any more, unless pruning', async () => {
  const file = { ...example(), users: [], apiKeys: [], customFields: [], installations: [] };
  const kept = await apply(file);
  expect(kept.summary).toBe('No changes.');
  expect(kept.lines).toContain('! user ana@harbour.example  no longer in the file: kept (--prune removes)');
  const { lines } = await apply(file, { isPruning: true });
  expect(lines).toEqual([
    '- installation coffee-web  deactivated',
    '- custom field loyalty_tier  hidden',
    '- user ana@harbour.example  deactivated',
    '- api key web-shop  revoked',
  ]);
  const installation = await idOf('installation', 'coffee-web');
  expect(await pay(secrets[0]?.secret ?? '', installation)).toBe(401);
  expect((await apply(file, { isPruning: true })).summary).toBe('No changes.');
});

test('restores what a file names again', async () => {
  const { lines } = await apply(example());
  expect(lines).toContain('~ installation coffee-web  reactivated');
  expect(lines).toContain('~ user ana@harbour.example  active: no → yes');
  expect(await pay(secrets.at(-1)?.secret ?? '', await idOf('installation', 'coffee-web'), 'APPLIED 2')).toBe(
    201,
  );
  expect((await apply(example())).summary).toBe('No changes.');
});

test('never prunes what the portal has created', async () => {
  const [merchant] = await app.owner<{ id: number }[]>`
    insert into organisation (id, company_id, type, name, parent_id, path)
    select nextval('organisation_id'), o.id, 'MERCHANT', 'Harbour Tea', o.id, o.path || '/' || currval('organisation_id')
    from organisation o where o.type = 'GROUP' returning id`;
  const file = example();
  file.organisations.push({ key: 'tea', type: 'MERCHANT', name: 'Harbour Tea' });
  expect((await apply(file)).summary).toBe('No changes.');
  expect(await idOf('organisation', 'tea')).toBe(String(merchant?.id));
  expect((await apply(example(), { isPruning: true })).summary).toBe('No changes.');
});

test('rolls back when the secrets cannot be stored', async () => {
  const file = example();
  file.apiKeys.push({ key: 'second', name: 'Second', preset: 'readOnly', installations: ['coffee-web'] });
  const keepSecrets = () => Promise.reject(new Error('no terminal'));
  await expect(apply(file, { keepSecrets })).rejects.toThrow('no terminal');
  expect(await app.owner`select 1 from api_credential where name = 'Second'`).toHaveLength(0);
});

test.each<[string, (file: Example) => void]>([
  ['/webhooks: unknown property', (file) => (file.webhooks = [])],
  ['/users/0/colour: unknown property', (file) => (file.users[0] = { ...file.users[0], colour: 'red' })],
  [
    '/installations/0/merchant: there is no organisation "tea-house"',
    (file) => (file.installations[0] = { ...file.installations[0], merchant: 'tea-house' }),
  ],
  [
    '/users/0/grants/0/role: not allowed',
    (file) => (file.users[0] = { ...file.users[0], grants: [{ role: 'king', at: 'coffee' }] }),
  ],
  [
    '/organisations/1/key: "uk" is used twice',
    (file) => (file.organisations[1] = { ...file.organisations[1], key: 'uk' }),
  ],
  [
    '/organisations/0/type: the type is BRANCH and stays',
    (file) => (file.organisations[0] = { ...file.organisations[0], type: 'MERCHANT' }),
  ],
])('refuses a file with its place: %s', async (message, spoil) => {
  const file = example();
  spoil(file);
  const failed = await apply(file).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApplyError);
  expect((failed as Error).message).toBe(message);
});

test('publishes the current JSON schema', () => {
  expect(JSON.parse(read('docs/company.schema.json'))).toEqual(JSON.parse(companyJsonSchema()));
});
