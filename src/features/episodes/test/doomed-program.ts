import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { base } from '#features/payments/test/payment-fixtures.ts';

export type Doomed = ChildProcess & { port: number };

/**
 * A worker and gateway in a process of their own, to be killed from outside, or dying by themselves at the first thing
 * they send: before the processor hears of it, or after.
 */
export async function startDoomed(
  databaseUrl: string,
  now: Date,
  death: 'none' | 'unsent' | 'sent' = 'none',
): Promise<Doomed> {
  const file = new URL('crash-worker.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [file, databaseUrl, String(now.getTime()), death], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return Object.assign(child, { port: Number(/port (\d+)/.exec(said.toString())?.[1]) });
}

/** A repeat that replaces the next episode; false when the program died before it answered. */
export async function replaceNextBy(
  { port }: Doomed,
  id: string,
  scheduleId: string,
  key: string,
): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${base}/${id}/repeat`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ transaction: { amount: '3.00', recurring: true }, skipNext: { scheduleId } }),
    // A slow machine is no dead program: its connection is what ends.
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined);
  return answer !== undefined && answer.status < 500;
}
