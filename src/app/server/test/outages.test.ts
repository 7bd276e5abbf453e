import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { type Program, embeddedServer, listProcessTree } from './program.ts';
import { type ProgramPair, startPair } from './program-pair.ts';
import { sendRequest, msUntil, pay } from './send-to-process.ts';

// Below the ephemeral port range of the system.
const port = 20_080 + (process.pid % 400) * 10;

let pair: ProgramPair;
let local: Program;
let remote: Program;
let owner: Database;
beforeAll(async () => {
  pair = await startPair('outages', port);
  ({ local, remote, owner } = pair);
}, 90_000);
afterAll(() => pair?.stop(), 60_000);

async function load(
  programs: readonly Program[],
): Promise<{ acknowledged: string[]; stop(): Promise<void> }> {
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  const isOver = () => stopping.signal.aborted;
  let sentCount = 0;
  const client = async (program: Program): Promise<void> => {
    while (!isOver()) {
      const id = await pay(program, `outage-${(sentCount += 1)}`, isOver);
      if (id !== undefined) acknowledged.push(id);
    }
  };
  const clients = programs.flatMap((program) => Array.from({ length: 6 }, () => client(program)));
  return {
    acknowledged,
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

test('recovers from a killed PostgreSQL within 5 s without losing money', async () => {
  const { acknowledged, stop } = await load([local, remote]);
  for (let kills = 0; kills < 2; kills += 1) {
    const before = acknowledged.length;
    await msUntil(async () => acknowledged.length > before + 5);
    const { pid } = await embeddedServer(pair.dataDir);
    process.kill(pid, 'SIGKILL');
    expect(await msUntil(async () => (await pair.isRestarted(pid)) && (await pair.bothReady()))).toBeLessThan(
      5000,
    );
  }
  const before = acknowledged.length;
  await msUntil(async () => acknowledged.length > before + 5);
  await stop();
  expect([local.child.exitCode, remote.child.exitCode]).toEqual([null, null]);
  const openIntents = () => owner`select 1 from processor_intent where state <> 'DONE'`;
  await msUntil(async () => (await openIntents()).length === 0);
  expect(await openIntents()).toHaveLength(0);

  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const stored = await owner`
    select 1 from txn where txn_id = any (${acknowledged}::bigint[]) and txn_status = 'SUCCESS'`;
  expect(stored.length).toBe(acknowledged.length);
  expect(
    await owner`select merch_ref from txn where merch_ref like 'outage-%' group by 1 having count(*) > 1`,
  ).toEqual([]);
  const unrecorded = await owner`
    select t.txn_id from txn t left join ledger_entry l using (txn_id, company_id)
    where t.merch_ref like 'outage-%' group by 1 having count(l.txn_id) <> (max(t.txn_status) = 'SUCCESS')::int`;
  expect(unrecorded).toEqual([]);
  const apart = await owner`
    select * from (select txn_id::text as reference from txn where merch_ref like 'outage-%' and txn_status = 'SUCCESS') t
    full join (
      select split_part(reference, ':', 1) as reference from sandbox.operation
      where state = 'DONE' and response ->> 'result' = 'APPROVED'
    ) o using (reference) where t.reference is null or o.reference is null`;
  expect(apart).toEqual([]);
}, 180_000);

test('rejects requests within 2 s while PostgreSQL hangs', async () => {
  const server = (await embeddedServer(pair.dataDir)).pid;
  const { acknowledged, stop } = await load([local]);
  onTestFinished(stop);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
  // The server first: after that it starts no more processes for connections, so the list is complete.
  process.kill(server, 'SIGSTOP');
  const family = listProcessTree(server);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of family) {
      try {
        process.kill(pid, name);
      } catch {
        // A connection that has ended took its process with it.
      }
    }
  };
  onTestFinished(() => signal('SIGCONT'));
  signal('SIGSTOP');
  const ping = '/acceptor/rest/transactions/ping';
  const requests: [port: number, path: string][] = [
    [local.gateway, ping],
    [local.port, '/me'],
    [remote.port, '/initiation'],
    ...Array.from({ length: 20 }, (): [number, string] => [remote.gateway, ping]),
  ];
  const responses = await Promise.all(
    requests.map(([programPort, path]) =>
      sendRequest(programPort, path, path === '/me' ? { headers: { cookie: 'session=none' } } : {}),
    ),
  );
  expect(requests.filter((_request, index) => responses[index] === undefined)).toEqual([]);
  const refused = responses.filter((response) => response?.status === 503);
  for (const response of responses) expect(response?.ms).toBeLessThan(2000);
  expect(refused.length).toBeGreaterThan(15);
  expect(refused.every((response) => response?.headers['retry-after'] === '1')).toBe(true);
  expect(JSON.parse(refused.at(-1)?.body ?? '')).toMatchObject({ status: 'FAILED', reasonCode: 'E100' });
  const ready = await sendRequest(local.port, '/ready');
  expect(ready).toMatchObject({ status: 503 });
  expect(ready?.ms).toBeLessThan(500);
  // Also after the next rounds of the health check.
  for (const startedAt = performance.now(); performance.now() - startedAt < 1500;)
    expect((await sendRequest(local.gateway, ping))?.ms).toBeLessThan(500);

  signal('SIGCONT');
  expect(await msUntil(pair.bothReady)).toBeLessThan(5000);
  await stop();
}, 60_000);
