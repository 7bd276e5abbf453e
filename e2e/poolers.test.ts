import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { hasPgBouncer, startPgBouncer, startServer } from './debian-server.ts';
import { freePorts } from './free-ports.ts';
import { startProcess } from './start-process.ts';

const port = await freePorts('poolers');
const [serverPort, poolerPort] = [port + 5, port + 6];
let server: ReturnType<typeof startServer>;
let dataDir: string;
beforeAll(() => {
  dataDir = runFolder('poolers');
  if (!hasPgBouncer) return;
  server = startServer('pooled', serverPort);
  server.createDatabase();
});
afterAll(async () => {
  if (hasPgBouncer) await server.stop();
  removeRunFolder(dataDir);
});

const merchantApi = `http://127.0.0.1:${port + 1}/acceptor/rest`;

async function pay(merchantRef: string): Promise<number> {
  const response = await fetch(`${merchantApi}/transactions/5300001/payment`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('harbour-api:harbour-api-key-demo')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      transaction: { currency: 'GBP', amount: '21.00', commerceType: 'ECOM', merchantRef },
      paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1230', cv2: '123' } },
    }),
  });
  return response.status;
}

const start = (poolerUrl: string, ...more: string[]) =>
  startProcess({ port, dataDir }, ['--database-url', server.url, '--pooler-url', poolerUrl, ...more]);

test.skipIf(!hasPgBouncer).each([
  ['session', 'true'],
  ['transaction', 'false'],
])('takes payments by PgBouncer in %s mode', async (mode, preparedStatements) => {
  const pooler = await startPgBouncer({ port: poolerPort, serverPort, mode });
  const run = start(pooler.url, '--prepared-statements', preparedStatements);
  try {
    expect(await run.outcome, run.output()).toBe('ready');
    const payments = Array.from({ length: 30 }, (_item, i) => pay(`${mode}-${i}`));
    expect(new Set(await Promise.all(payments))).toEqual(new Set([201]));
    run.process.kill('SIGTERM');
    expect(await run.ended, run.output()).toBe(0);
  } finally {
    run.process.kill('SIGKILL');
    await pooler.stop();
  }
});

test.skipIf(!hasPgBouncer)('refuses transaction mode that loses prepared statements', async () => {
  const pooler = await startPgBouncer({ port: poolerPort, serverPort, mode: 'transaction' });
  try {
    const run = start(pooler.url);
    expect(await run.outcome, run.output()).toBe(1);
    expect(run.output()).toContain('--prepared-statements false');
  } finally {
    await pooler.stop();
  }
});
