import { type KeyObject, createSecretKey, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Database } from '#database/connection.ts';
import { wallets } from '#shared/payments/wallets.ts';
import { safeWebClient } from '../../web/safe-web-client.ts';
import type { ProcessorConnection, ProcessorEvent } from '../adapter.ts';
import { generateCardKeys } from '../http/encrypt-card.ts';
import { httpAdapter } from '../http/http-adapter.ts';
import { readSigningSecret, signedHeaders } from '../http/sign-message.ts';
import {
  challengeResponse,
  completeChallenge,
  findChallenge,
  readChallengeId,
} from '../sandbox/sandbox-challenge.ts';
import type { SettlementReportRef } from '../settlements.ts';
import { prepareSandbox } from '../sandbox/prepare-sandbox.ts';
import { sandboxProcessor } from '../sandbox/sandbox-processor.ts';
import { sandboxService } from '../sandbox/sandbox-service.ts';
import { sandboxWalletToken } from '../sandbox/sandbox-wallets.ts';
import { sandboxThreeDSecure } from '../sandbox/sandbox-three-d-secure.ts';
import { faultyClient, faultyConnection } from './faulty-client.ts';
import type {
  DisputeMessage,
  DisputeSource,
  EventSource,
  KitSubject,
  KitTriggers,
  Movement,
  SettlementSource,
} from './subject.ts';

const card = (pan: string, cv2 = '123') => ({ pan, expiry: '1239', cv2, holderName: 'Kit' });

/** How the sandbox decides (docs/domain.md#sandbox). */
export const sandboxTriggers: Omit<KitTriggers, 'threeDSecure'> = {
  currency: 'GBP',
  amountMinor: 2500,
  approved: card('9900000000000010'),
  declines: [
    { group: 'insufficient funds', amountMinor: 2551, result: 'DECLINED', statusCode: '51' },
    { group: 'do not honour', card: card('9900000000000168'), result: 'DECLINED', statusCode: '05' },
    {
      group: 'expired card',
      card: { ...card('9900000000000010'), expiry: '1220' },
      result: 'DECLINED',
      statusCode: '54',
    },
    { group: 'policy', amountMinor: 2582, result: 'DECLINED', statusCode: '82' },
    { group: 'life cycle', amountMinor: 2579, result: 'DECLINED', statusCode: '79' },
    { group: 'issuer unavailable', amountMinor: 2591, result: 'UNREACHABLE', statusCode: '91' },
  ],
  wrongCode: card('9900000000000010', '999'),
  wallets: wallets.map((kind) => ({ kind, token: sandboxWalletToken(kind) })),
  applePay: { merchantId: 'merchant.example.kit', displayName: 'Kit', domain: 'pay.example.com' },
  pendingRefundMinor: 577,
  unknownCredential: 'CR_none',
};

const threeDSecureTriggers = (sql: Database): KitTriggers['threeDSecure'] => ({
  scheme: 'VISA',
  frictionless: { pan: '9900000000005159', amountMinor: 1000 },
  challenge: { pan: '9900000000005159', amountMinor: 5000 },
  fingerprint: { pan: '9900000000007114', amountMinor: 1000 },
  notEnrolled: { pan: '9900000000000010', amountMinor: 5000 },
  unavailable: { pan: '9900000000010258', amountMinor: 5000 },
  async answer(form, how) {
    const id = readChallengeId(form.fields) ?? '';
    const open = await findChallenge(sql, id);
    await completeChallenge(sql, id, how === 'fail' ? 'give-up' : `Test_${open?.lastFour}`);
    const { cres = '' } = challengeResponse(2, id, how === 'fail' ? 'N' : 'Y');
    return { cres };
  },
});

interface SandboxOptions {
  /** The sandbox's own connection to an empty database. */
  sql: Database;
  /** Changes the connection, to check the kit itself. */
  change?(connection: ProcessorConnection, log: (text: string) => void): ProcessorConnection;
}

interface Sandbox {
  connection: ProcessorConnection;
  logs: string[];
  rest: Pick<KitSubject, 'account' | 'triggers' | 'movements' | 'passTime' | 'logged' | 'rows' | 'timeoutMs'>;
  pass(ms: number): void;
}

/** No check waits for it. */
const timeoutMs = 9000;

async function openSandbox({ sql, change = (one) => one }: SandboxOptions): Promise<Sandbox> {
  await prepareSandbox(sql);
  let aheadMs = 0;
  const logs: string[] = [];
  const processor = sandboxProcessor({ sql, timeoutMs, now: () => new Date(Date.now() + aheadMs) });
  const acsUrl = 'https://gateway.example/hosted/sandbox-acs';
  const threeDSecure = sandboxThreeDSecure({ acsUrl, sql, findEnrolment: processor.findEnrolment });
  return {
    connection: change({ ...processor, threeDSecure }, (text) => logs.push(text)),
    logs,
    pass(ms) {
      aheadMs += ms;
    },
    rest: {
      account: {},
      timeoutMs,
      triggers: { ...sandboxTriggers, threeDSecure: threeDSecureTriggers(sql) },
      movements: (reference) => sql<Movement[]>`
        select amount_minor, currency from sandbox.operation
        where reference = ${reference} and state = 'DONE' and response ->> 'result' = 'APPROVED'`,
      passTime: () => {
        aheadMs += 60_000;
      },
      logged: () => logs.join('\n'),
      async rows() {
        const rows: string[] = [];
        for (const table of ['credential', 'operation', 'challenge', 'fingerprint', 'reference', 'dispute']) {
          const found = await sql.unsafe(`select row_to_json(t)::text as row from sandbox.${table} t`);
          rows.push(...found.map(({ row }) => String(row)));
        }
        return rows.join('\n');
      },
    },
  };
}

/** The sandbox in this process. */
export async function sandboxSubject(options: SandboxOptions): Promise<KitSubject> {
  const { connection: plain, rest, pass } = await openSandbox(options);
  const { connection, faults } = faultyConnection(plain);
  return {
    name: 'sandbox, in this process',
    connection,
    faults,
    disputes: sandboxDisputeSource(pass, async () =>
      (await reportsOfSandbox(plain)).map((event) => ({ events: [event] })),
    ),
    settlement: sandboxSettlementSource(pass, connection),
    ...rest,
    close: async () => {},
  };
}

const dayMs = 86_400_000;

const reportsOfSandbox = async ({ readReports }: ProcessorConnection): Promise<ProcessorEvent[]> =>
  (await readReports?.(new Date(0))) ?? [];

/** Payments of 25.88 are disputed by themselves (docs/domain.md#sandbox). */
const sandboxDisputeSource = (
  pass: (ms: number) => void,
  reports: () => Promise<DisputeMessage[]>,
): DisputeSource => ({ amountMinor: 2588, reports, passDeadline: () => pass(30 * dayMs) });

/** The sandbox settles a week when it is over. */
const sandboxSettlementSource = (
  pass: (ms: number) => void,
  connection: ProcessorConnection,
): SettlementSource => ({
  async settle() {
    pass(8 * dayMs);
    const reports: SettlementReportRef[] = [];
    for (let after: string | undefined; ;) {
      const found = await connection.settlements?.list?.(after);
      if (found?.kind !== 'listed') return reports;
      reports.unshift(...found.reports);
      if (found.cursor === undefined || found.cursor === after) return reports;
      after = found.cursor;
    }
  },
});

/** The sandbox behind the adapter protocol, on this machine. */
export async function protocolSubject(options: SandboxOptions): Promise<KitSubject> {
  const { connection: served, logs, rest, pass } = await openSandbox(options);
  const { privateKey, publicKey } = generateCardKeys();
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const server = sandboxService({
    sql: options.sql,
    connection: served,
    signingSecret,
    cardKey: privateKey,
    onError: (error) => logs.push(String((error as Error).stack)),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const privateHosts = [`127.0.0.1:${port}`];
  const { client, faults } = faultyClient(safeWebClient({ isInsecureAllowed: false, privateHosts }));
  const connection = httpAdapter.connect({
    mode: 'TEST',
    settings: { url: `http://127.0.0.1:${port}`, cardKey: JSON.stringify(publicKey) },
    secrets: { signingSecret },
    eventUrl: 'https://gateway.example/processor/kit/events',
    http: client,
    clock: { now: () => new Date() },
    log: { warn: (facts, message) => logs.push(JSON.stringify(facts) + message) },
    events: { find: async () => [] },
    timeoutMs,
  });
  return {
    name: 'sandbox, over the adapter protocol',
    connection,
    faults,
    events: protocolEvents(signingSecret),
    // A service posts what the sandbox reports.
    disputes: sandboxDisputeSource(pass, async () =>
      (await reportsOfSandbox(served)).map((event) => {
        const raw = protocolEvents(signingSecret).sign(event);
        const events = connection.readEvents?.(raw) ?? 'rejected';
        return { raw, events: events === 'rejected' ? [] : events };
      }),
    ),
    settlement: sandboxSettlementSource(pass, connection),
    ...rest,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Events as an adapter signs them. */
export function protocolEvents(signingSecret: string): EventSource {
  const key = readSigningSecret(signingSecret) ?? createSecretKey(Buffer.alloc(32));
  const signWith = (secret: KeyObject, event: ProcessorEvent) => {
    const body = JSON.stringify({ events: [event] });
    const id = `evt_${event.eventId.replaceAll(/[^\w-]/g, '_')}`;
    const headers = signedHeaders(secret, id, body, new Date());
    return { headers, body: Buffer.from(body) };
  };
  return {
    sign: (event) => signWith(key, event),
    signForAnother: (event) => signWith(createSecretKey(randomBytes(32)), event),
  };
}
