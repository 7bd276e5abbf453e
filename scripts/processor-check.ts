import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { loadAdapter } from '#app/server/load-adapter-modules.ts';
import { loadConnection } from '#features/processing/connections/server/load-connection.ts';
import type { ProcessorAdapter } from '#integrations/processors/adapter.ts';
import { httpAdapter } from '#integrations/processors/http/http-adapter.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import { connectedSubject } from '#integrations/processors/kit/connected-subject.ts';
import { type KitLine, printLine, runKit } from '#integrations/processors/kit/run-kit.ts';
import type { KitSubject } from '#integrations/processors/kit/subject.ts';
import { wallets } from '#shared/payments/wallets.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { readConfig } from '#server/config.ts';
import { withOperatorDatabase } from './operator-database.ts';
import { simulatedSubjects, withSimulatedSubject } from './simulated-subjects.ts';

/**
 * The kit (docs/processors.md#the-kit). Exit code 0: no check failed, 1: one did, 2: not run.
 */
const usage = `npm run processor:check -- sandbox [--only <words>]
npm run processor:check -- <adapter> --simulator [--only <words>]
npm run processor:check -- <adapter or ./module.mjs> --file <kit.json> [--processor-hosts <host:port>]
npm run processor:check -- <adapter or ./module.mjs> --file <kit.json> --connection <id> [--data-dir … | --database-url …]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    simulator: { type: 'boolean', default: false },
    /** Settings, secrets, account and triggers. */
    file: { type: 'string' },
    /** Takes settings and secrets from the product's database. */
    connection: { type: 'string' },
    only: { type: 'string', default: '' },
    'processor-hosts': { type: 'string', default: '' },
    'data-dir': { type: 'string', default: process.env.COUNTINGHOUSE_DATA_DIR ?? '.data' },
    'database-url': { type: 'string' },
  },
});

/** Adapters of the product that need settings. */
const adapters: Readonly<Record<string, ProcessorAdapter>> = {
  http: httpAdapter,
  adyen: adyenAdapter(),
  stripe: stripeAdapter(),
  hyperswitch: hyperswitchAdapter,
};

const card = z.strictObject({
  pan: z.string(),
  expiry: z.string(),
  cv2: z.optional(z.string()),
  holderName: z.optional(z.string()),
});
const texts = z.record(z.string(), z.string());
const kitFile = z.strictObject({
  settings: z.optional(texts),
  secrets: z.optional(texts),
  account: z.prefault(texts, {}),
  timeoutMs: z.prefault(z.int(), 10_000),
  triggers: z.strictObject({
    currency: z.string(),
    amountMinor: z.int(),
    approved: card,
    declines: z.array(
      z.strictObject({
        group: z.string(),
        card: z.optional(card),
        amountMinor: z.optional(z.int()),
        result: z.enum(['DECLINED', 'UNREACHABLE']),
        statusCode: z.string(),
      }),
    ),
    wrongCode: z.optional(card),
    wallets: z.optional(z.array(z.strictObject({ kind: z.enum(wallets), token: z.string() }))),
    applePay: z.optional(
      z.strictObject({ merchantId: z.string(), displayName: z.string(), domain: z.string() }),
    ),
    pendingRefundMinor: z.optional(z.int()),
    unknownCredential: z.optional(z.string()),
    limitsRefunds: z.optional(z.boolean()),
  }),
});

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`Not run: ${(error as Error).message}`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const [name = ''] = positionals;
  if (values.simulator || name === 'sandbox') return simulate(name);
  if (name === '' || values.file === undefined) throw new Error(`\n${usage}`);
  const adapter = name.includes('/') ? await loadAdapter(name) : adapters[name];
  if (!adapter) throw new Error(`${name} is no adapter.\n${usage}`);
  const {
    settings = {},
    secrets = {},
    ...rest
  } = z.parse(kitFile, JSON.parse(await readFile(values.file, 'utf8')));
  const connected =
    values.connection === undefined ? { settings, secrets } : await loadStored(adapter, values.connection);
  const { processorHosts } = readConfig(['--processor-hosts', values['processor-hosts']], {});
  const http = safeWebClient({ isInsecureAllowed: false, privateHosts: processorHosts });
  return report(connectedSubject({ adapter, http, ...connected, ...rest }));
}

async function simulate(name: string): Promise<number> {
  const open = simulatedSubjects[name];
  if (!open)
    throw new Error(`${name} has no simulator; ${Object.keys(simulatedSubjects).join(', ')} have one.`);
  return withSimulatedSubject(open, report);
}

/** The kit charges test cards, so it takes no live connection. */
function loadStored(adapter: ProcessorAdapter, connection: string) {
  const databaseUrl = values['database-url'] ?? process.env.COUNTINGHOUSE_DATABASE_URL;
  return withOperatorDatabase({ dataDir: values['data-dir'], databaseUrl }, async (database, keys) => {
    const stored = await loadConnection(database, keys, Number(connection));
    if (!stored) throw new Error(`there is no connection ${connection}.`);
    if (stored.mode !== 'TEST') throw new Error(`connection ${connection} is live: the kit charges cards.`);
    if (stored.adapter !== adapter.name)
      throw new Error(`connection ${connection} has the adapter ${stored.adapter}.`);
    return { settings: stored.settings, secrets: stored.secrets };
  });
}

async function report(subject: KitSubject): Promise<number> {
  const counts: Record<KitLine['result'], number> = { passed: 0, failed: 0, 'not-testable': 0 };
  console.log(subject.name);
  for await (const line of runKit(subject, values.only)) {
    counts[line.result] += 1;
    console.log(printLine(line));
  }
  console.log(
    `${counts.passed} passed, ${counts.failed} failed, ${counts['not-testable']} not testable here`,
  );
  return counts.failed === 0 ? 0 : 1;
}
