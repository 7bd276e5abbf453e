import type { JsonWebKey } from 'node:crypto';
import type { Server } from 'node:http';
import type { Database } from '#database/connection.ts';
import type { ProcessorConnection } from '../adapter.ts';
import { type KnownReference, type ReferenceStore, serveProtocol } from '../http/serve-protocol.ts';

interface SandboxServiceOptions {
  /** The sandbox's own connection to its database. */
  sql: Database;
  connection: ProcessorConnection;
  signingSecret: string;
  cardKey: JsonWebKey;
  now?: () => Date;
  onError(error: unknown): void;
}

/** The sandbox behind the adapter protocol (prepareSandbox has made its tables): what an adapter in another program looks like. */
export const sandboxService = ({ sql, now, ...rest }: SandboxServiceOptions): Server =>
  serveProtocol({
    ...rest,
    store: referenceStore(sql),
    name: 'Countinghouse sandbox',
    mode: 'TEST',
    clock: { now: now ?? (() => new Date()) },
  });

/** In the sandbox's schema, so that a restarted service recognises what it had before. */
export const referenceStore = (sql: Database): ReferenceStore => {
  const find = async (reference: string): Promise<KnownReference | undefined> => {
    const [row] = await sql<KnownReference[]>`
      select digest, amount_minor, currency from sandbox.reference where reference = ${reference}`;
    return row;
  };
  return {
    find,
    async claim(reference, body) {
      const [first] = await sql<KnownReference[]>`
        insert into sandbox.reference (reference, digest, amount_minor, currency)
        values (${reference}, ${body.digest}, ${body.amountMinor}, ${body.currency})
        on conflict do nothing returning digest, amount_minor, currency`;
      return first ?? (await find(reference)) ?? body;
    },
  };
};
