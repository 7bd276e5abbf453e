import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { base } from '#features/payments/payments/test/payment-fixtures.ts';

export type CrashProcess = ChildProcess & { port: number };

/**
 * Starts crash-worker.ts. The test kills it, or it kills itself at its first request to the processor: before that is
 * sent ('unsent') or after ('sent').
 */
export async function startCrashProcess(
  databaseUrl: string,
  now: Date,
  death: 'none' | 'unsent' | 'sent' = 'none',
): Promise<CrashProcess> {
  const file = new URL('crash-worker.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [file, databaseUrl, String(now.getTime()), death], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return Object.assign(child, { port: Number(/port (\d+)/.exec(output.toString())?.[1]) });
}

/** A repeat that replaces the next episode. False when the process died before its response. */
export async function replaceNextBy(
  { port }: CrashProcess,
  id: string,
  scheduleId: string,
  key: string,
): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}${base}/${id}/repeat`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ transaction: { amount: '3.00', recurring: true }, skipNext: { scheduleId } }),
    // Long enough for a slow machine: a killed process closes the connection.
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined);
  return response !== undefined && response.status < 500;
}
