import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The user at the provider, with the claims of the ID token. */
export interface ProviderAccount {
  sub: string;
  [claim: string]: unknown;
}

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Signs in from now on, without a form; undefined: the user cancels. */
  account: ProviderAccount | undefined;
  /** Follows the provider's redirects as a browser does; the address that leads back to the portal. */
  visit(url: string): Promise<URL>;
  stop(): Promise<void>;
}

interface Interactions {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  Grant: new (content: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}

const clientId = 'countinghouse';
const clientSecret = 'a-secret-of-the-provider-0123456789';
const claims = [
  'email',
  'email_verified',
  'preferred_username',
  'upn',
  'hasgroups',
  '_claim_names',
  'groups',
  'realm_access',
  'given_name',
  'family_name',
  'name',
  'amr',
  'acr',
];

/** A real OpenID Connect provider (oidc-provider) on this machine. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  // The package has no types.
  const { default: Provider } = await import('oidc-provider' as string);
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // Another site than the portal at localhost, as real providers are.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: Pick<TestProvider, 'account'> = { account: { sub: 'none' } };
  const provider = new Provider(issuer, configuration(redirectUri, state)) as Interactions;
  const handleRequest = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/') !== true) return handleRequest(request, response);
    const result = state.account
      ? { login: { accountId: state.account.sub, amr: state.account.amr, acr: state.account.acr } }
      : { error: 'access_denied', error_description: 'cancelled' };
    return void provider.interactionFinished(request, response, result);
  });
  return Object.assign(state, {
    issuer,
    clientId,
    clientSecret,
    visit: (url: string) => visit(url, issuer),
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
}

function configuration(redirectUri: string, state: Pick<TestProvider, 'account'>): object {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['of a test'] },
    // In the ID token too, as most providers of companies send them.
    conformIdTokenClaims: false,
    claims: { openid: ['sub', ...claims], email: [], profile: [] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ ...state.account, sub: id }),
    }),
    async loadExistingGrant(ctx: {
      oidc: { provider: Interactions; client: { clientId: string }; session: { accountId: string } };
    }) {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  };
}

async function visit(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let hops = 0; hops < 10; hops += 1) {
    if (next.origin !== issuer) return next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} of ${next.href}: ${await response.text()}`);
    next = new URL(location, next);
  }
  throw new Error(`too many redirects of ${url}`);
}

/** An account at the provider, with the claims that it sends. */
export const person = (local: string, more: object = {}): ProviderAccount => ({
  sub: `subject of ${local}`,
  email: `${local}@harbour.example`,
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lowe',
  groups: ['desk'],
  ...more,
});
