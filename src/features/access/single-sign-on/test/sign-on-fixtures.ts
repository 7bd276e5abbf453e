import { expect } from 'vitest';
import type { TxtResolver } from '#integrations/web/txt-resolver.ts';
import { type Send, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { Services } from '#server/services.ts';
import { type ProviderAccount, type TestProvider, startProvider } from './test-provider.ts';

export const sso = (rest = '', organisation = 1100) => `/proxy/sync/security/${organisation}/sso${rest}`;

export interface SignOnApp {
  app: TestApp;
  provider: TestProvider;
  /** TXT records by name. */
  records: Map<string, string[]>;
  stop(): Promise<void>;
}

/** The product with a provider on this machine and its own DNS. */
export async function startSignOnApp(services: Partial<Services> = {}): Promise<SignOnApp> {
  const records = new Map<string, string[]>();
  const txtResolver: TxtResolver = { lookup: async (name) => records.get(name) ?? [] };
  const app = await startApp({
    flags: ['--insecure-callbacks', 'true'],
    services: { txtResolver, ...services },
  });
  const provider = await startProvider(`${app.services.config.portalUrl}/auth/sso/return`);
  return {
    app,
    provider,
    records,
    async stop() {
      await provider.stop();
      await app.stop();
    },
  };
}

export const group = (value: string, roleId = 'viewer', organisationId = 1100) => ({
  claim: 'groups',
  value,
  roleId,
  organisationId,
});

/** Stores the provider. Returns the version. */
export async function saveProvider(
  send: Send,
  { provider }: SignOnApp,
  organisation = 1100,
): Promise<number> {
  const before = await send('GET', sso('', organisation));
  const { issuer, clientId, clientSecret } = provider;
  const body = { issuer, clientId, clientSecret, connectsProvisioned: true, version: before.body.version };
  const saved = await send('PUT', sso('', organisation), body);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return saved.body.version;
}

export async function verifyDomain(send: Send, { records }: SignOnApp, domain: string, organisation = 1100) {
  const added = await send('POST', sso('/domains', organisation), { domain });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const found = added.body.domains.find((candidate: { domain: string }) => candidate.domain === domain);
  records.set(found.recordName, ['v=spf1 -all', found.recordValue]);
  const verified = await send('POST', sso(`/domains/${domain}/verify`, organisation), {});
  expect(verified.status, JSON.stringify(verified.body)).toBe(200);
  return verified.body;
}

export async function saveMapping(send: Send, rules: object[], organisation = 1100): Promise<void> {
  const { version } = (await send('GET', sso('', organisation))).body;
  const saved = await send('PUT', sso('/mapping', organisation), { rules, version });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

export interface Visit {
  send: Send;
  cookies: Map<string, string>;
  /** The query of the page that follows. */
  page: Record<string, string>;
  location: string;
  /** The address with which the provider led back. */
  returnUrl: URL;
}

export const pathOf = (url: URL): string => url.pathname + url.search;

/** A browser that starts a sign-in and is at the provider. */
export async function atProvider({ app }: SignOnApp, email: string, to?: string) {
  const client = signedOutClient(app);
  await client.send('GET', '/initiation');
  const search = new URLSearchParams({ email, ...(to === undefined ? {} : { to }) });
  const started = await client.send('GET', `/auth/sso/start?${search.toString()}`);
  expect(started.status, JSON.stringify(started.body)).toBe(303);
  return { ...client, url: String(started.headers.location) };
}

/** A whole sign-in of an account of the provider. */
export async function signOn(
  signOnApp: SignOnApp,
  account: ProviderAccount | undefined,
  { email = String(account?.email), to }: { email?: string; to?: string } = {},
): Promise<Visit> {
  const { provider } = signOnApp;
  provider.account = account;
  const { send, cookies, url } = await atProvider(signOnApp, email, to);
  const returnUrl = await provider.visit(url);
  return { ...(await followReturn({ send, cookies }, returnUrl)), returnUrl };
}

/** The provider's redirect reaches the portal. */
export async function followReturn(
  { send, cookies }: { send: Send; cookies: Map<string, string> },
  returnUrl: URL,
) {
  const finished = await send('GET', pathOf(returnUrl));
  const location = String(finished.headers.location);
  const page = Object.fromEntries(new URL(location, 'http://portal').searchParams);
  return { send, cookies, location, page, status: finished.status };
}
