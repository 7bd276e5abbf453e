import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import { generateCardKeys } from '#integrations/processors/http/encrypt-card.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { sandboxTriggers } from '#integrations/processors/kit/sandbox-subject.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { sandboxService } from '#integrations/processors/sandbox/sandbox-service.ts';
import { sandboxThreeDSecure } from '#integrations/processors/sandbox/sandbox-three-d-secure.ts';

/** The sandbox as an HTTP service that speaks the adapter protocol (docs/processors.md#writing-an-adapter). */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    host: { type: 'string', default: '127.0.0.1' },
    /** Secret and keys, and the service's own database where no other is named. */
    'data-dir': { type: 'string', default: '.data/processor-sandbox' },
    'database-url': { type: 'string' },
    /** The gateway's public address, which has the issuer's page. It needs the same database. */
    'checkout-url': { type: 'string' },
  },
});

const dataDir = values['data-dir'];
const { signingSecret, privateKey, publicKey } = await loadSecrets();
const embedded = values['database-url'] ? undefined : await startEmbeddedPostgres(dataDir);
const sql = openDatabase(values['database-url'] ?? embedded?.url ?? '', { as: 'owner', max: 4 });
await prepareSandbox(sql);
const processor = sandboxProcessor({ sql });
const checkoutUrl = values['checkout-url'];
const threeDSecure =
  checkoutUrl === undefined
    ? undefined
    : sandboxThreeDSecure({
        acsUrl: `${checkoutUrl}/hosted/sandbox-acs`,
        sql,
        findEnrolment: processor.findEnrolment,
      });
const server = sandboxService({
  sql,
  connection: { ...processor, threeDSecure },
  signingSecret,
  cardKey: privateKey,
  onError: (error) => console.error(`A call failed: ${(error as Error).message}`),
});
const url = `http://${values.host}:${values.port}`;
const kitFile = join(dataDir, 'kit.json');
await writeFile(
  kitFile,
  JSON.stringify(
    {
      settings: { url, cardKey: JSON.stringify(publicKey) },
      secrets: { signingSecret },
      triggers: sandboxTriggers,
    },
    undefined,
    2,
  ),
  { mode: 0o600 },
);
server.listen(Number(values.port), values.host, () => {
  console.log(`The sandbox processor listens at ${url}. It moves no money.
Start the product with --processor-hosts ${values.host}:${values.port}, and connect the adapter http with
  url            ${url}
  cardKey        ${JSON.stringify(publicKey)}
  signingSecret  in ${kitFile}
Check it: npm run processor:check -- http --file ${kitFile} --processor-hosts ${values.host}:${values.port}`);
});
server.on('error', (error) => {
  console.error(`The sandbox processor cannot listen: ${error.message}`);
  void stop(1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

let isStopping = false;
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  server.closeAllConnections();
  server.close();
  await sql.end({ timeout: 1 });
  // A server that another process is using must not be stopped.
  if (embedded?.started) await embedded.stop();
  process.exit(code);
}

/** Made at the first start; only their owner may read the file. */
async function loadSecrets() {
  const file = join(dataDir, 'adapter.json');
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as ReturnType<typeof makeSecrets>;
  const made = makeSecrets();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(made, undefined, 2), { mode: 0o600 });
  return made;
}

function makeSecrets() {
  return { signingSecret: `whsec_${randomBytes(32).toString('base64')}`, ...generateCardKeys() };
}
