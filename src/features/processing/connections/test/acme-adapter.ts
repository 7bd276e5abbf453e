import type { ProcessorAdapter, ProcessorConnection } from '#integrations/processors/adapter.ts';
import { contractVersion } from '#integrations/processors/adapter.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

/** A processor with settings and secrets, for tests: payments go to the app's sandbox. */
export interface Acme {
  adapter: ProcessorAdapter;
  /** Set after the start. */
  sandbox: ProcessorConnection | undefined;
  /** What connect() got, newest last. */
  connected: Parameters<ProcessorAdapter['connect']>[0][];
  /** Operations sent through its connections, by account. */
  sent: { kind: string; account: Readonly<Record<string, string>> }[];
  check:
    | ((
        secrets: Readonly<Record<string, string>>,
      ) => Promise<Awaited<ReturnType<ProcessorConnection['check']>>>)
    | undefined;
}

export function acmeAdapter(): Acme {
  const acme: Acme = {
    sandbox: undefined,
    connected: [],
    sent: [],
    check: undefined,
    adapter: {
      contract: contractVersion,
      name: 'acme',
      settings: [
        { name: 'endpoint', label: 'Live endpoint', kind: 'https-url', required: true },
        { name: 'region', label: 'Region', kind: 'choice', required: false, choices: ['eu', 'us'] },
        { name: 'prefix', label: 'Prefix', kind: 'text', required: false, maxLength: 10 },
      ],
      accountFields: [{ name: 'merchantAccount', label: 'Merchant account', kind: 'text', required: true }],
      secrets: [
        { name: 'apiKey', label: 'API key', required: true },
        { name: 'hmacKey', label: 'HMAC key', required: false },
      ],
      connect(request) {
        acme.connected.push(request);
        const target = () => {
          if (!acme.sandbox) throw new Error('no sandbox');
          return acme.sandbox;
        };
        return {
          get capabilities() {
            return target().capabilities;
          },
          send(operation) {
            acme.sent.push({ kind: operation.kind, account: operation.account });
            return target().send(operation);
          },
          lookup: (operation) => target().lookup(operation),
          invalidate: (operation) => target().invalidate(operation),
          tokenize: async (card, owner) =>
            (await target().tokenize?.(card, owner)) ?? { kind: 'not-sent', why: 'unavailable' },
          check: async () => acme.check?.(request.secrets) ?? passing(request.secrets.apiKey ?? ''),
        };
      },
    },
  };
  return acme;
}

const passing = (apiKey: string) => [
  apiKey.startsWith('good')
    ? { name: 'credentials', result: 'passed' as const, detail: 'The key is accepted.' }
    : { name: 'credentials', result: 'failed' as const, detail: `The key ${apiKey} is refused.` },
  { name: 'events', result: 'not-testable' as const, detail: 'No event can be requested.' },
];

export const at = (orgId: number, more = ''): string => `/proxy/sync/processors/${orgId}${more}`;

let number = 0;
export const content = (more: object = {}) => ({
  adapter: 'acme',
  name: `Acme ${++number}`,
  mode: 'TEST',
  acquirer: 'Acme Acquiring',
  settings: { endpoint: 'https://api.acme.example' },
  ...more,
});

/** A connection in the given state. */
export async function connect(
  admin: Send,
  {
    orgId = 1100,
    state = 'ACTIVE',
    ...more
  }: {
    orgId?: number;
    state?: 'DRAFT' | 'TESTED' | 'ACTIVE';
    name?: string;
    mode?: 'TEST' | 'LIVE';
    companyIds?: number[];
  } = {},
): Promise<{ connectionId: number; url: string; version: number }> {
  const created = await admin('POST', at(orgId, '/connections'), content(more));
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const { connectionId } = created.body;
  const url = at(orgId, `/connections/${connectionId}`);
  if (state === 'DRAFT') return { connectionId, url, version: 1 };
  await admin('PUT', `${url}/secrets/apiKey`, { secret: 'good-key-0123456789' });
  const tested = await admin('POST', `${url}/test`, {});
  if (tested.body.state !== 'TESTED') throw new Error(JSON.stringify(tested.body));
  const { version } = tested.body;
  if (state === 'TESTED') return { connectionId, url, version };
  const active = await admin('POST', `${url}/activate`, { version });
  if (active.status !== 200) throw new Error(JSON.stringify(active.body));
  return { connectionId, url, version: active.body.version };
}

export const route = (connectionId: number, more: object = {}) => ({
  connectionId,
  currencies: [],
  schemes: [],
  kinds: [],
  channels: [],
  minAmount: null,
  maxAmount: null,
  share: 100,
  ...more,
});

/** Everything stored in text or JSON: rows, audit, approvals, emails. Sealed bytes are in hexadecimal. */
export async function everythingStored(app: TestApp): Promise<string> {
  const tables = await app.owner<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await app.owner.unsafe(`select t::text as row from ${name} t`);
    parts.push(rows.map((row) => String((row as { row: string }).row)).join('\n'));
  }
  return parts.join('\n');
}
