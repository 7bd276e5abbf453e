import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '#testing/start-app.ts';
import { type ApplyOptions, StateMoved } from '../server/apply/apply-company.ts';
import { ApplyError } from '../server/apply/apply-error.ts';
import type { NewSecret } from '../server/apply/apply-run.ts';
import { companyJsonSchema } from '../server/apply/company-file.ts';
import { type Example, applyTo, example, read, startEmpty } from './setup-fixtures.ts';

let app: TestApp;
const secrets: NewSecret[] = [];
beforeAll(async () => {
  app = await startEmpty('apply');
});
afterAll(() => app.stop());

const apply = (json: unknown, options: Partial<ApplyOptions> = {}) =>
  applyTo(app, json, {
    keepSecrets: (newSecrets) => {
      secrets.push(...newSecrets);
      return Promise.resolve();
    },
    ...options,
  });

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

/** The newest secret of an object. */
const secretOf = (key: string): string => secrets.findLast((secret) => secret.key === key)?.secret ?? '';

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
  expect(secrets.map(({ kind: owner, key }) => [owner, key])).toEqual([
    ['apiKey', 'web-shop'],
    ['webhook', 'shop'],
  ]);
  expect(secrets[1]?.secret).toMatch(/^whsec_/);
  const installation = await idOf('installation', 'coffee-web');
  expect(await pay(secrets[0]?.secret ?? '', installation)).toBe(201);
  const mails =
    await app.owner`select recipient from mail_outbox where template = 'invitation' order by recipient`;
  expect(mails).toEqual([{ recipient: 'ana@harbour.example' }, { recipient: 'bo@harbour.example' }]);
  const actors = await app.owner`select distinct actor from audit_event where act <> 'payment'`;
  expect(actors).toEqual([{ actor: 'admin-cli:Ana' }]);
});

test('reports that a second run changes nothing', async () => {
  const before = secrets.length;
  expect(await apply(example())).toMatchObject({ lines: [], summary: 'No changes.' });
  expect(secrets).toHaveLength(before);
});

test('changes only the values in the file', async () => {
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

test('reads a logo from a file', async () => {
  const file = example();
  file.installations[0] = { ...file.installations[0], logo: { file: 'logo.png' } };
  const { lines } = await apply(file);
  expect(lines).toEqual([
    expect.stringMatching(/^~ installation coffee-web {2}.*logo: none → 70 bytes [\da-f]{8}$/),
  ]);
  expect((await apply(file)).summary).toBe('No changes.');
  await apply({ ...file, installations: [{ ...file.installations[0], logo: null }] });
});

test('reads an address with a secret from a variable or a file', async () => {
  const file = example();
  for (const url of [{ env: 'WEBHOOK_SHOP_URL' }, { file: 'hooks-url' }]) {
    file.webhooks[0] = { ...file.webhooks[0], url };
    const { lines } = await apply(file);
    expect(lines).toEqual([expect.stringMatching(/^~ webhook shop {2}query: \w+ → [\da-f]{8}$/)]);
  }
  const [stored] = await app.owner`select url from webhook_endpoint`;
  expect(stored).toEqual({ url: 'https://shop.example/hooks?key=52' });
  await apply(example());
});

test('changes roles, webhooks, sign-in rules and approvals in place', async () => {
  const file = example();
  file.roles[0] = { key: 'night', name: 'Night shift', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] };
  file.webhooks[0] = { key: 'shop', url: 'https://shop.example/hooks?key=1', events: ['*'] };
  file.security = { stepUpMinutes: 10, refundAbove: { amount: '50.00', currency: 'GBP' } };
  file.approvals = [{ action: 'refund', from: null }, { action: 'payout' }];
  const before = secrets.length;
  const { lines } = await apply({ ...file, approvalSettings: { includesKeys: true } });
  expect(lines).toEqual([
    expect.stringMatching(/^~ role night {2}name: Night desk → Night shift; permissions: .* → P_VIEW/),
    expect.stringMatching(
      /^~ webhook shop {2}query: none → [\da-f]{8}; events: payment\.\*, refund\.\* → \*$/,
    ),
    '~ security policy  stepUpMinutes: 5 → 10; refundAbove: none → 50.00 GBP',
    '~ approval refund  from: 500.00 GBP → none',
    '+ approval payout  always, 24 hours',
    '~ approval settings  includesKeys: no → yes',
  ]);
  expect(secrets).toHaveLength(before);
  await apply({ ...example(), security: { stepUpMinutes: 5, refundAbove: null } }, { isPruning: true });
  expect((await apply(example())).summary).toBe('No changes.');
  const [policy] = await app.owner`select includes_keys from approval_policy`;
  expect(policy).toEqual({ includesKeys: true });
});

test('keeps a role that users have, and deletes it after them', async () => {
  const result = await apply({ ...example(), roles: [] }, { isPruning: true });
  expect(result.lines).toEqual(['! role night  no longer in the file: kept because 1 user has it']);
  const file = { ...example(), roles: [] };
  file.users[1] = { ...file.users[1], grants: [{ role: 'viewer', at: 'coffee' }] };
  const { lines } = await apply(file, { isPruning: true });
  expect(lines.at(-1)).toBe('- role night  deleted');
  const restored = await apply(example());
  expect(restored.lines[0]).toBe('+ role night  Night desk, 2 permissions');
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

test('keeps objects that the file no longer names, unless pruning', async () => {
  const empty = { apiKeys: [], webhooks: [], customFields: [], installations: [], approvals: [] };
  const file = { ...example(), users: [], ...empty };
  const result = await apply(file);
  expect(result.summary).toBe('No changes.');
  expect(result.lines).toContain('! user ana@harbour.example  no longer in the file: kept (--prune removes)');
  const { lines } = await apply(file, { isPruning: true });
  expect(lines).toEqual([
    '- installation coffee-web  deactivated',
    '- custom field loyalty_tier  hidden',
    '- user ana@harbour.example  deactivated',
    '- user bo@harbour.example  deactivated',
    '- api key web-shop  revoked',
    '- webhook shop  deleted',
    '- approval refund  removed',
  ]);
  const installation = await idOf('installation', 'coffee-web');
  expect(await pay(secrets[0]?.secret ?? '', installation)).toBe(401);
  expect((await apply(file, { isPruning: true })).summary).toBe('No changes.');
});

test('restores objects that the file names again', async () => {
  const { lines } = await apply(example());
  expect(lines).toContain('~ installation coffee-web  reactivated');
  expect(lines).toContain('~ user ana@harbour.example  active: no → yes');
  expect(await pay(secretOf('web-shop'), await idOf('installation', 'coffee-web'), 'APPLIED 2')).toBe(201);
  expect((await apply(example())).summary).toBe('No changes.');
});

test('never prunes objects created in the portal', async () => {
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
  ['/colour: unknown property', (file) => (file.colour = [])],
  [
    '/approvals/0/from: an amount of money, for refunds and payouts only',
    (file) => (file.approvals[0] = { action: 'grantRole', from: { amount: '5.00', currency: 'GBP' } }),
  ],
  [
    '/approvals/0/role: users whose roles have P_APPROVE approve: give them such a role in "users"',
    (file) => (file.approvals[0] = { ...file.approvals[0], role: 'administrator' }),
  ],
  [
    '/webhooks/0/url: invalid',
    (file) => (file.webhooks[0] = { ...file.webhooks[0], url: 'http://shop.example/hooks' }),
  ],
  [
    '/webhooks/0/url/env: the variable NO_SUCH_URL is not set',
    (file) => (file.webhooks[0] = { ...file.webhooks[0], url: { env: 'NO_SUCH_URL' } }),
  ],
  [
    '/webhooks/0/installations/0: there is no installation "tea-web"',
    (file) => (file.webhooks[0] = { ...file.webhooks[0], installations: ['tea-web'] }),
  ],
  ['/roles/0/key: a standard role has this name', (file) => (file.roles[0] = { key: 'viewer', name: 'See' })],
  [
    '/installations/0/logo/file: the file cannot be read',
    (file) => (file.installations[0] = { ...file.installations[0], logo: { file: 'other.png' } }),
  ],
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
])('refuses a file with its place: %s', async (message, corrupt) => {
  const file = example();
  corrupt(file);
  const failed = await apply(file).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApplyError);
  expect((failed as Error).message).toBe(message);
});

test('publishes the current JSON schema', () => {
  expect(JSON.parse(read('docs/company.schema.json'))).toEqual(JSON.parse(companyJsonSchema()));
});
