import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { secondMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { type Line, type Seal, canonicalLine, loadLatestSeal, sealLines } from '../seal/seal-chain.ts';
import { storeSeal } from '../seal/seal-head.ts';

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
    const upTo = await findSettledSeq(services.database);
    if (upTo === undefined) return;
    let last: Seal | undefined;
    for (let seal = await sealBatch(services, upTo); seal; seal = await sealBatch(services, upTo))
      last = seal;
    if (!last) return;
    await storeSeal(services.config.dataDir, 'head', last).catch((err: unknown) =>
      services.log.warn({ err }, 'the head of the audit could not be written beside the database'),
    );
  },
};

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

async function sealBatch({ database, keys, clock }: Services, upTo: number): Promise<Seal | undefined> {
  return inTenant(database, 'all-tenants', async (sql) => {
    const [lock] = await sql<{ ours: boolean }[]>`select pg_try_advisory_xact_lock(${sealLock}) as ours`;
    if (!lock?.ours) return undefined;
    const before = await loadLatestSeal(sql);
    const lines = await sql<Line[]>`
      select seq, ${canonicalLine(sql)} as text from audit_event
      where seq <= ${upTo} ${before ? sql`and seq > ${before.lastSeq}` : sql``}
      order by seq limit ${batchSize}`;
    if (lines.length === 0) return undefined;
    const seal = sealLines(keys.auditSeal, before, lines);
    await sql`
      insert into audit_seal (batch, last_seq, line_seqs, line_hashes, sealed_at, seal)
      values (${seal.batch}, ${seal.lastSeq}, ${seal.lineSeqs as number[]}::bigint[], ${seal.lineHashes},
              ${clock.now()}, ${seal.seal})`;
    return seal;
  });
}
