import { describe, expect, test } from 'vitest';
import type { WebResponse, WebClient } from '#integrations/web/web-client.ts';
import { seal } from '#server/auth/seal.ts';
import { readConfig } from '#server/config.ts';
import { createProcessState } from '#server/process-state.ts';
import { domainOfEmail, parseDomain } from '../domain-name.ts';
import { testKeys, testStart } from '#testing/template-contents.ts';
import { discoverProvider, loadConfiguration, secretContext } from '../server/discover-provider.ts';
import { claimValues, provesSecondFactor } from '../server/sign-in/claims.ts';

test.each([
  [{ amr: ['mfa'] }, true],
  [{ amr: ['pwd', 'otp'] }, true],
  [{ amr: ['hwk', 'fpt'] }, true],
  [{ amr: ['pin', 'sc'] }, true],
  [{ acr: 'phr' }, true],
  [{ acr: 'https://refeds.org/profile/mfa' }, true],
  [{ amr: ['pwd'] }, false],
  [{ amr: ['otp'] }, false],
  [{ amr: ['pwd', 'pin'] }, false],
  [{ amr: ['otp', 'sms'] }, false],
  [{ amr: ['constructor', 'pwd'] }, false],
  [{ amr: 'mfa pwd' }, false],
  [{ acr: '2' }, false],
  [{ acr: '0' }, false],
  [{}, false],
])('finds in %j a second factor: %s', (claims, expected) => {
  expect(provesSecondFactor(claims)).toBe(expected);
});

test.each([
  ['groups', ['a', 'b']],
  ['realm_access.roles', ['desk']],
  ['https://id.example/roles', ['x']],
  ['level', ['3']],
  ['isStaff', ['true']],
  ['nothing', []],
  ['realm_access', []],
  ['constructor', []],
  ['__proto__.roles', []],
])('reads the values of the claim %s', (name, expected) => {
  const claims = {
    groups: ['a', 'b', { c: 1 }],
    realm_access: { roles: ['desk'] },
    'https://id.example/roles': 'x',
    level: 3,
    isStaff: true,
  };
  expect(claimValues(claims, name)).toEqual(expected);
});

test.each([
  ['Harbour.example.', 'harbour.example'],
  ['xn--hfen-5qa.example', 'xn--hfen-5qa.example'],
  ['häfen.example', undefined],
  ['localhost', undefined],
  ['10.0.0.1', undefined],
  [`${'a'.repeat(64)}.example`, undefined],
  [`${'a.'.repeat(130)}example`, undefined],
])('reads the domain %s', (text, expected) => {
  expect(parseDomain(text)).toBe(expected);
});

test('reads the domain after the last at sign', () => {
  expect(domainOfEmail('"a@evil.example"@harbour.example')).toBe('harbour.example');
  expect(domainOfEmail('@harbour.example')).toBeUndefined();
});

describe('a discovery document', () => {
  const config = readConfig([], {});
  const document = (more: object) => ({
    issuer: 'https://id.harbour.example/',
    authorization_endpoint: 'https://id.harbour.example/authorize',
    token_endpoint: 'https://id.harbour.example/token',
    jwks_uri: 'https://id.harbour.example/keys',
    ...more,
  });
  const published = (more: object): WebResponse & { kind: 'response' } => ({
    kind: 'response',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document(more)),
  });
  async function discoveryError(
    more: object,
    response: Partial<WebResponse & { kind: 'response' }> = {},
  ): Promise<unknown> {
    const webClient: WebClient = { send: async () => ({ ...published(more), ...response }) };
    const settings = { issuer: 'https://id.harbour.example', clientId: 'a', clientSecret: 'b' };
    const found = await discoverProvider({ config, webClient }, settings);
    return found.ok ? undefined : found.code;
  }

  test('is accepted when it is complete', async () => {
    expect(await discoveryError({})).toBeUndefined();
  });

  test.each([
    ['another issuer', { issuer: 'https://evil.example' }, 'issuer_mismatch'],
    ['an issuer of any tenant', { issuer: 'https://id.harbour.example/{tenantid}' }, 'issuer_mismatch'],
    ['no issuer', { issuer: undefined }, 'issuer_mismatch'],
    [
      'a script as the page of the sign-in',
      { authorization_endpoint: 'javascript:alert(1)//' },
      'issuer_incomplete',
    ],
    ['a plain http address', { token_endpoint: 'http://id.harbour.example/token' }, 'issuer_incomplete'],
    ['no keys', { jwks_uri: undefined }, 'issuer_incomplete'],
  ])('is refused with %s', async (_title, more, reason) => {
    expect(await discoveryError(more)).toBe(reason);
  });

  test.each([
    ['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } }],
    ['an error', { status: 500 }],
    ['a web page', { headers: { 'content-type': 'text/html' }, body: '<p>' }],
    ['broken JSON', { body: '{' }],
  ])('is refused as %s', async (_title, response) => {
    expect(await discoveryError({}, response)).toBe('issuer_unreachable');
  });

  test('is read again after a failure, then kept in memory', async () => {
    const statuses = [500, 200, 500];
    const webClient: WebClient = {
      send: async () => ({ ...published({}), status: statuses.shift() ?? 500 }),
    };
    const services = { config, webClient, keys: testKeys, state: createProcessState() };
    const provider = {
      companyId: 1100,
      issuer: 'https://id.harbour.example',
      clientId: 'a',
      sealedSecret: seal(testKeys.singleSignOn, Buffer.from('b'), secretContext(1100)),
      isRequired: false,
      emailClaim: 'email' as const,
      connectsBy: null,
      changedAt: testStart,
      version: 1,
    };
    const open = () => loadConfiguration(services, provider, testStart);
    expect(await open()).toMatchObject({ ok: false, code: 'issuer_unreachable' });
    expect(await open()).toMatchObject({ ok: true });
    expect(await open()).toMatchObject({ ok: true });
  });
});
