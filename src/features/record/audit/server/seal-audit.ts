import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { secondMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import {
  type Line,
  type Seal,
  insertSeal,
  lineColumns,
  loadLatestSeal,
  sealLines,
  readSeals,
} from './seal/seal-chain.ts';
import { headPlace, type SealPlace, type StoredSeal, isSameSeal, toStored } from './seal/seal-head.ts';

/** Lines of one batch at most. */
const batchSize = 1000;
/** Advisory lock: one worker seals at a time, others skip their run. */
const sealLock = 7_310_443;
const maxWaitMs = 2 * secondMs;
const pollMs = 50;

/**
 * Seals committed lines into the chain a second or two later, so that no payment waits for it. A crash leaves
 * whole batches. Several workers take turns.
 */
export const sealAudit: Job = {
  name: 'seal-audit',
  everySeconds: 1,
  async run(services) {
    const run = await beginRun(services);
    if (!run) return;
    let isSealed = false;
    while (await sealBatch(services, run)) isSealed = true;
    if (isSealed) await writeHead(services);
  },
};

/** The head that was reported last, so that a log does not repeat it every second. */
let reportedHead: string | undefined;

async function writeHead({ database, config, log }: Services): Promise<void> {
  try {
    const place = headPlace(config, process.env);
    const kept = await storeHead(database, place);
    if (kept && kept.seal !== reportedHead) {
      log.error(
        { place: place.name, batch: kept.batch, sealedAt: kept.sealedAt },
        'the audit does not contain its newest known seal: its end was cut off or rewritten, or an older backup was restored',
      );
    }
    reportedHead = kept?.seal;
  } catch (err) {
    log.warn({ err }, 'the head of the audit could not be written outside the database');
  }
}

/** A run seals the lines up to `settledSeq`, a number that was read after `sealedAt`: later lines are not older. */
interface Run {
  sealedAt: Date;
  settledSeq: number;
}

async function beginRun({ database, clock }: Services): Promise<Run | undefined> {
  const sealedAt = clock.now();
  const settledSeq = await findSettledSeq(database);
  return settledSeq === undefined ? undefined : { sealedAt, settledSeq };
}

/**
 * The highest number below which no line can still appear. A writer gets its transaction id before the line's
 * number (migration 0007), so once every older transaction has ended, its lines are visible.
 */
async function findSettledSeq(database: Database): Promise<number | undefined> {
  const newest = await inTenant(database, 'all-tenants', async (sql) => {
    const [ends] = await sql<{ last: number | null; sealed: number }[]>`
      select (select max(seq) from audit_event) as last,
             (select coalesce(max(last_seq), 0) from audit_seal) as sealed`;
    if (!ends?.last || ends.last <= ends.sealed) return undefined;
    const [mark] = await sql<{ last: number; xid: string }[]>`
      select max(seq) as last, pg_current_xact_id()::text as xid from audit_event`;
    return mark;
  });
  if (!newest) return undefined;
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollMs) {
    const [row] = await database<{ settled: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${newest.xid}::xid8 as settled`;
    if (row?.settled) return newest.last;
    await sleep(pollMs);
  }
  // A long transaction is open. The next run checks again.
  return undefined;
}

async function sealBatch({ database, keys }: Services, run: Run): Promise<Seal | undefined> {
  return inTenant(database, 'all-tenants', async (sql) => {
    const [lock] = await sql<{ ours: boolean }[]>`select pg_try_advisory_xact_lock(${sealLock}) as ours`;
    if (!lock?.ours) return undefined;
    const before = await loadLatestSeal(sql);
    const lines = await sql<Line[]>`
      select ${lineColumns(sql)} from audit_event
      where seq <= ${run.settledSeq} ${before ? sql`and seq > ${before.lastSeq}` : sql``}
      order by seq limit ${batchSize}`;
    if (lines.length === 0) return undefined;
    const seal = sealLines(keys.auditSeal, before, lines, run);
    await insertSeal(sql, seal);
    return seal;
  });
}

/** Advisory lock: workers write the head one after the other, so that it never goes back. */
const headLock = 7_310_444;

/**
 * Writes the newest seal to the place of the head. Returns the present head and writes nothing when the chain does not
 * contain it: its end was cut off, or rewritten, and the head is the proof.
 */
export async function storeHead(database: Database, place: SealPlace): Promise<StoredSeal | undefined> {
  return inTenant(database, 'all-tenants', async (sql) => {
    await sql`select pg_advisory_xact_lock(${headLock})`;
    const latest = await loadLatestSeal(sql);
    const head = await place.read();
    if (head) {
      const [seal] = await readSeals(sql, { after: head.batch - 1, limit: 1 });
      if (!seal || !isSameSeal(seal, head)) return head;
    }
    if (latest && latest.batch !== head?.batch) await place.write(toStored(latest));
    return undefined;
  });
}
