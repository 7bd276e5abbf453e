import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { Replica } from '#database/replica.ts';
import { bin, startServer, startStandby } from './debian-server.ts';
import { freePorts } from './free-ports.ts';

const port = await freePorts('replica');
const servers: { stop(): Promise<void> }[] = [];
let primary: Database;
let standby: Database;
beforeAll(() => {
  if (bin === undefined) return;
  const first = startServer('primary', port);
  first.createDatabase();
  const second = startStandby('standby', port + 1, port);
  servers.push(first, second);
  const options = { as: 'owner', max: 2 } as const;
  primary = openDatabase(first.url, options);
  standby = openDatabase(second.url, options);
});
afterAll(async () => {
  await primary?.end({ timeout: 1 });
  for (const server of servers.toReversed()) await server.stop();
});

test.skipIf(bin === undefined)('is complete as far as it has replayed', async () => {
  let now = new Date(1000);
  const replica = new Replica({ primary, database: standby, now: () => now });
  try {
    const completeAt = (ms: number) =>
      expect.poll(() => replica.completeUntil?.getTime(), { timeout: 15_000 }).toBe(ms);
    await completeAt(1000);
    await standby`select pg_wal_replay_pause()`;
    await primary`create table proof (id integer)`;
    now = new Date(2000);
    // Five looks of the watch, and none may count.
    for (let look = 0; look < 5; look += 1) await replica.check();
    expect(replica.completeUntil?.getTime()).toBe(1000);
    await standby`select pg_wal_replay_resume()`;
    await completeAt(2000);
    expect(await standby`select * from proof`).toEqual([]);
    await primary`create table more_proof (id integer)`;
    now = new Date(3000);
    await completeAt(3000);
    // What the primary has written before the moment is there.
    expect(await standby`select * from more_proof`).toEqual([]);
  } finally {
    await replica.end();
  }
});
