import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import type { TestApp } from '#testing/start-app.ts';
import { base } from './payment-fixtures.ts';

/** A gateway in a process of its own, to be killed. */
export interface Running {
  child: ChildProcess;
  port: number;
}

export async function startServer(databaseUrl: string, ...more: string[]): Promise<Running> {
  const file = new URL('crash-server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [file, databaseUrl, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const earlyExit = once(child, 'exit').then(() => {
    throw new Error('the server died before it was ready');
  });
  const [output] = (await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), earlyExit])) as [
    Buffer,
  ];
  earlyExit.catch(() => {});
  return { child, port: Number(/port (\d+)/.exec(output.toString())?.[1]) };
}

/**
 * Kills the server after each pause and starts it again in its place. Kills that hit nothing prove nothing: then one more
 * waits until something is under way.
 */
export async function killAfterPauses(
  app: TestApp,
  server: Running,
  pauses: readonly number[],
  ...more: string[]
): Promise<void> {
  let cutOffCount = 0;
  for (const pauseMs of pauses) {
    await sleep(pauseMs);
    await kill(server);
    const [openIntents] = await app.owner<{ n: number }[]>`
      select count(*)::int as n from processor_intent where state <> 'DONE'`;
    cutOffCount += openIntents?.n ?? 0;
    Object.assign(server, await startServer(app.databaseUrl, ...more));
  }
  if (cutOffCount === 0) await killUnderWay(app, server, [0], ...more);
}

/**
 * Kills the server each time it has something new with the processor, after a pause of so many milliseconds, and starts
 * it again in its place: it cuts something off however slow the machine is.
 */
export async function killUnderWay(
  app: TestApp,
  server: Running,
  pauses: readonly number[],
  ...more: string[]
): Promise<void> {
  let lastKilledId = 0;
  for (const pauseMs of pauses) {
    let newestId = lastKilledId;
    while (newestId === lastKilledId) {
      await sleep(3);
      const [openIntents] = await app.owner<{ newest: number }[]>`
        select coalesce(max(txn_id) filter (where txn_id > ${lastKilledId}), ${lastKilledId})::bigint as newest
        from processor_intent where state <> 'DONE'`;
      newestId = openIntents?.newest ?? lastKilledId;
    }
    lastKilledId = newestId;
    await sleep(pauseMs);
    await kill(server);
    Object.assign(server, await startServer(app.databaseUrl, ...more));
  }
}

export async function kill({ child }: Running): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** The response, or undefined when the outcome of the request is unknown. */
export async function postToServer(
  port: number,
  path: string,
  request: object,
  key: string,
): Promise<string | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}${base}/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(4000),
  }).catch(() => undefined);
  if (!response || response.status >= 500) return undefined;
  const body = (await response.json().catch(() => undefined)) as
    | { outcome?: { reasonCode: string }; transaction?: { transactionId: string } }
    | undefined;
  return body && `${body.outcome?.reasonCode} ${body.transaction?.transactionId ?? ''}`;
}

/** The sweeper's round an hour later, when every grace is over. */
export async function sweepEverything(app: TestApp): Promise<void> {
  await databaseIsQuiet(app);
  const clock = { now: () => new Date(Date.now() + 3600_000) };
  await reconcilePayments.run({ ...app.services, clock });
}

/** What a killed server sent last, the database may still be doing. */
async function databaseIsQuiet(app: TestApp): Promise<void> {
  for (let busy = 1; busy > 0; await sleep(50)) {
    const [row] = await app.owner<{ busy: number }[]>`
      select count(*)::int as busy from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    busy = row?.busy ?? 0;
  }
}
