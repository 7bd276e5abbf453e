import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestProvider, startProvider } from '#features/access/single-sign-on/test/test-provider.ts';
import type { TestApp } from '#testing/start-app.ts';
import type { ApplyOptions } from '../server/apply/apply-company.ts';
import { ApplyError } from '../server/apply/apply-error.ts';
import { exportCompany } from '../server/export-company.ts';
import { applyTo, example, read, startEmpty, variables } from './setup-fixtures.ts';

let app: TestApp;
let provider: TestProvider;
beforeAll(async () => {
  app = await startEmpty('apply_sso', ['--insecure-callbacks', 'true']);
  provider = await startProvider(`${app.services.config.portalUrl}/auth/sso/return`);
  await applyTo(app, example());
});
afterAll(async () => {
  await provider.stop();
  await app.stop();
});
beforeEach(async () => {
  variables.SSO_CLIENT_SECRET = provider.clientSecret;
  await app.owner`delete from sso_provider`;
  await app.owner`delete from sso_domain`;
  await app.owner`delete from applied_object where kind = 'signOnDomain'`;
});

/** The example of docs/running.md with the provider of the test. */
function signOn(): Record<string, unknown> {
  const [, json = ''] = /```json single-sign-on\n([^`]+)```/.exec(read('docs/running.md')) ?? [];
  return { ...(JSON.parse(json) as Record<string, unknown>), issuer: provider.issuer };
}

const apply = (sso: unknown, options: Partial<ApplyOptions> = {}) =>
  applyTo(app, { ...example(), security: { ...example().security, sso } }, options);

const stored = async () => {
  const [row] = await app.owner<{ isRequired: boolean; sealedSecret: Buffer; changedAt: Date }[]>`
    select * from sso_provider`;
  return row;
};

test('sets up the example, and a second run changes nothing', async () => {
  const { lines, summary } = await apply(signOn());
  expect(lines).toEqual([
    expect.stringMatching(
      /^\+ domain harbour\.example {2}not verified: TXT _countinghouse\.harbour\.example countinghouse-verification=[\w-]{32}$/,
    ),
    `+ single sign-on provider  ${provider.issuer}, client countinghouse`,
    '+ mapping groups = desk  Night desk at Harbour Coffee',
  ]);
  expect(summary).toContain('3 to add');
  const [domain] = await app.owner<{ token: string; verifiedAt: Date | null }[]>`select * from sso_domain`;
  expect(domain?.verifiedAt).toBeNull();
  expect(lines[0]).toContain(domain?.token);
  const repeated = await apply(signOn());
  expect(repeated.summary).toBe('No changes.');
  expect(repeated.lines).toEqual([lines[0]?.replace('+', '!')]);
  await app.owner`update sso_domain set verified_at = now()`;
  expect(await apply(signOn())).toMatchObject({ lines: [], summary: 'No changes.' });
  const [storedDomain] = await app.owner<{ verifiedAt: Date | null }[]>`select verified_at from sso_domain`;
  expect(storedDomain?.verifiedAt).not.toBeNull();
});

test('plans without a change and without a random value', async () => {
  const { lines } = await apply(signOn(), { isPlanOnly: true });
  expect(lines[0]).toBe('+ domain harbour.example  not verified: TXT _countinghouse.harbour.example');
  expect(await stored()).toBeUndefined();
  expect(await app.owner`select from sso_domain`).toHaveLength(0);
});

test('stores the secret sealed and audits without it', async () => {
  await apply(signOn());
  expect((await stored())?.sealedSecret.toString('latin1')).not.toContain('a-secret');
  const events = await app.owner<{ actor: string; act: string }[]>`
    select * from audit_event where object_kind = 'singleSignOn'`;
  expect(JSON.stringify(events)).not.toContain(provider.clientSecret);
  expect([...new Set(events.map(({ actor }) => actor))]).toEqual(['admin-cli:Ana']);
  expect(events.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['addSignOnDomain', 'saveSignOnProvider', 'saveSignOnMapping']),
  );
});

test('replaces the secret, which ends the requirement', async () => {
  await apply(signOn());
  await app.owner`update sso_provider set is_required = true`;
  const { require: _end, ...settings } = signOn();
  expect((await apply({ ...settings, require: true })).summary).toBe('No changes.');
  const { clientSecret: _same, ...without } = settings;
  expect((await apply(without)).summary).toBe('No changes.');
  variables.SSO_CLIENT_SECRET = 'another-secret';
  await expect(apply({ ...settings, require: true })).rejects.toThrow(/^\/security\/sso\/require: /);
  const { lines } = await apply(settings);
  expect(lines).toContain(
    '~ single sign-on provider  required: yes → no; another secret; maker of the mapping: ana@harbour.example',
  );
  expect((await stored())?.isRequired).toBe(false);
});

test('ends the requirement', async () => {
  await apply(signOn());
  await app.owner`update sso_provider set is_required = true`;
  const { lines } = await apply(signOn());
  expect(lines).toContain('~ single sign-on requirement  required: yes → no');
  expect((await stored())?.isRequired).toBe(false);
});

test('replaces the mapping', async () => {
  await apply(signOn());
  const map = [{ claim: 'groups', value: 'desk', role: 'viewer', at: 'harbour' }];
  const { lines } = await apply({ ...signOn(), map });
  expect(lines.slice(1)).toEqual([
    '+ mapping groups = desk  Viewer at Harbour Group',
    '- mapping groups = desk  Night desk at Harbour Coffee',
  ]);
  expect((await apply({ ...signOn(), map: [] })).lines).toContain(
    '- mapping groups = desk  Viewer at Harbour Group',
  );
  expect(await app.owner`select from sso_mapping`).toHaveLength(0);
});

test('gives a rule whose maker lost the rights another maker', async () => {
  await apply(signOn());
  const listMakers = () => app.owner<{ userName: string }[]>`
    select u.user_name from sso_mapping m join app_user u on u.user_id = m.owner_id`;
  expect(await listMakers()).toEqual([{ userName: 'ana@harbour.example' }]);
  await app.owner`
    update sso_mapping set owner_id = (select user_id from app_user where user_name = 'bo@harbour.example')`;
  expect((await apply(signOn())).summary).toBe('No changes.');
  await app.owner`update sso_mapping set owner_id = gen_random_uuid()`;
  expect((await apply(signOn())).lines).toContain(
    '~ mapping groups = desk  Night desk at Harbour Coffee, with another maker',
  );
  expect(await listMakers()).toEqual([{ userName: 'ana@harbour.example' }]);
});

test('prunes only domains that it has added', async () => {
  await apply({ ...signOn(), domains: ['harbour.example', 'quay.example'] });
  await app.owner`
    insert into sso_domain (company_id, domain, token)
    select company_id, 'portal.example', 'token' from sso_provider`;
  const result = await apply(signOn());
  expect(result.lines[0]).toBe('! domain quay.example  no longer in the file: kept (--prune removes)');
  const { lines } = await apply(signOn(), { isPruning: true });
  expect(lines[0]).toBe('- domain quay.example  removed');
  const domains = await app.owner`select domain from sso_domain order by 1`;
  expect(domains).toEqual([{ domain: 'harbour.example' }, { domain: 'portal.example' }]);
});

test('null removes the provider with its mapping, and keeps the domains', async () => {
  await apply(signOn());
  expect((await apply(null)).lines).toEqual([
    `- single sign-on provider  ${provider.issuer}, with its mapping`,
  ]);
  expect(await stored()).toBeUndefined();
  expect(await app.owner`select from sso_domain`).toHaveLength(1);
  expect((await apply(null)).summary).toBe('No changes.');
});

test.each<[string, Record<string, unknown>]>([
  [
    '/issuer: the provider cannot be reached, or has no discovery document at this address',
    { issuer: 'http://127.0.0.1:9' },
  ],
  ['/clientSecret: a new provider or client needs its own secret', { clientSecret: undefined }],
  ['/clientSecret/env: the variable NO_SUCH_SECRET is not set', { clientSecret: { env: 'NO_SUCH_SECRET' } }],
  ['/clientId: a new provider needs a client id', { clientId: undefined }],
  ['/issuer: a new provider needs an issuer', { issuer: undefined }],
  ['/domains/1: not a domain', { domains: ['harbour.example', 'harbour'] }],
  ['/domains/1: "harbour.example" is used twice', { domains: ['harbour.example', 'Harbour.Example.'] }],
  ['/maker: name the user whose rights limit the mapping', { maker: undefined }],
  ['/maker: no active user has this username', { maker: 'cy@harbour.example' }],
  [
    '/map/0: the maker does not hold what the rule grants',
    {
      maker: 'bo@harbour.example',
      map: [{ claim: 'groups', value: 'x', role: 'administrator', at: 'harbour' }],
    },
  ],
  ['/map/0/role: there is no role "king"', { map: [{ claim: 'a', value: 'b', role: 'king', at: 'coffee' }] }],
  [
    '/map/0/at: there is no organisation "tea"',
    { map: [{ claim: 'a', value: 'b', role: 'viewer', at: 'tea' }] },
  ],
  [
    '/require: a test sign-in of this provider comes first: require single sign-on in the portal',
    { require: true },
  ],
])('refuses with its place: %s', async (message, corrupt) => {
  const sso = JSON.parse(JSON.stringify({ ...signOn(), ...corrupt })) as unknown;
  const failed = await apply(sso).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApplyError);
  expect((failed as Error).message).toBe(`/security/sso${message}`);
  expect(await stored()).toBeUndefined();
});

test('refuses the domain of another company', async () => {
  await app.owner`
    insert into sso_domain (company_id, domain, token, verified_at)
    select id, 'harbour.example', 'token', now() from organisation where type = 'DOMAIN'`;
  await expect(apply(signOn())).rejects.toThrow('another company has verified this domain');
});

test('refuses plain text as a secret, and http where it is not allowed', async () => {
  await expect(apply({ ...signOn(), clientSecret: 'plain' })).rejects.toThrow('/security/sso/clientSecret');
  const { config } = app.services;
  const isAllowed = config.insecureCallbacks;
  try {
    Object.assign(config, { insecureCallbacks: false });
    await expect(apply(signOn())).rejects.toThrow('/security/sso/issuer: the provider needs https');
  } finally {
    Object.assign(config, { insecureCallbacks: isAllowed });
  }
});

test('refuses a changed provider whose maker holds less than the mapping grants', async () => {
  const map = [{ claim: 'groups', value: 'all', role: 'administrator', at: 'harbour' }];
  await apply({ ...signOn(), map });
  variables.SSO_CLIENT_SECRET = 'another-secret';
  await expect(apply({ ...signOn(), map, maker: 'bo@harbour.example' })).rejects.toThrow(
    '/security/sso/maker: the maker of a changed provider has to hold everything that the mapping grants',
  );
});

test('is exported without the secret, and applied again without a change', async () => {
  await apply(signOn());
  await app.owner`update sso_provider set is_required = true`;
  const { file, notes } = await exportCompany(app.services.database, 'harbour', {
    operator: 'Ana',
    now: app.clock.now(),
  });
  const { security } = JSON.parse(JSON.stringify(file)) as { security: { sso: object } };
  const { require: _required, ...sso } = signOn();
  expect(security.sso).toEqual(sso);
  expect(JSON.stringify(file)).not.toContain(provider.clientSecret);
  expect(notes).toEqual([
    `! single sign-on ${provider.issuer}  set SSO_CLIENT_SECRET to the client secret`,
    `! single sign-on ${provider.issuer}  required here: elsewhere require it in the portal after a test`,
  ]);
  expect((await applyTo(app, file)).summary).toBe('No changes.');
  expect((await stored())?.isRequired).toBe(true);
});
