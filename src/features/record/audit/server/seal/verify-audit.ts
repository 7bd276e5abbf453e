import type { Database } from '#database/connection.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { type ProvenErasure, proveErasure } from '../erase-values.ts';
import { type Line, type Seal, hashAt, hashLine, lineColumns, readSeals, computeSeal } from './seal-chain.ts';
import { type StoredSeal, isSameSeal } from './seal-head.ts';
import { minuteMs } from '#server/clock.ts';
import type { KeyRing } from '#server/keys.ts';

/** A difference between the lines and their seals. */
export interface Finding {
  kind: 'changed' | 'deleted' | 'inserted' | 'late' | 'seal-broken' | 'batch-missing' | 'cut-off';
  /** Number of the line, or of the batch for the last three. */
  at: number;
}

export interface VerifyResult {
  batches: number;
  lines: number;
  /** Lines with erased values, each with the product's proof (docs/domain.md#a-persons-data). */
  erased: number;
  /** Lines after the last seal, which are not yet protected. */
  unsealed: number;
  oldestUnsealed: Date | undefined;
  findings: number;
  last: Seal | undefined;
}

interface VerifyOptions {
  database: Database;
  keys: KeyRing;
  /** Starts after this batch, which must be unchanged. */
  since?: StoredSeal;
  /** The newest batch ever seen, from outside the database. */
  head?: StoredSeal;
  onFinding(finding: Finding): void;
  onProgress?(lines: number): void;
}

/** Batches read at once: a few megabytes with their lines, independent of the size of the audit. */
const group = 10;
const linesAtOnce = 2000;
/**
 * A line is written some time after its event: in a long transaction, or by a program whose clock is slow. An older line was
 * added later.
 */
const maxDelayMicroseconds = 15 * minuteMs * 1000;

/**
 * Compares every line with its seal and every seal with its predecessor. Memory use is constant. Changes
 * nothing.
 */
export async function verifyAudit(options: VerifyOptions): Promise<VerifyResult> {
  const { database, onProgress } = options;
  const check = new Check(options);
  await check.begin();
  for (;;) {
    const count = await inTenant(database, 'all-tenants', (sql) => check.next(sql));
    if (count === 0) break;
    onProgress?.(check.result.lines);
  }
  await inTenant(database, 'all-tenants', (sql) => check.end(sql));
  return check.result;
}

class Check {
  readonly result: VerifyResult = {
    batches: 0,
    lines: 0,
    erased: 0,
    unsealed: 0,
    oldestUnsealed: undefined,
    findings: 0,
    last: undefined,
  };
  readonly #options: VerifyOptions;
  #before: Seal | undefined;
  /** Runs whose last number is above the lines that are read next. */
  readonly #runs: Run[] = [];
  /** Microseconds: lines after the batches so far are not older. */
  #earliest = Number.NEGATIVE_INFINITY;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  /** The batch to start after must exist unchanged. */
  async begin(): Promise<void> {
    const { since, database } = this.#options;
    if (!since) return;
    const [seal] = await inTenant(database, 'all-tenants', (sql) =>
      readSeals(sql, { after: since.batch - 1, limit: 1 }),
    );
    if (seal && isSameSeal(seal, since)) {
      this.#before = seal;
      this.#passRun(seal);
    } else this.#find('seal-broken', since.batch);
    this.result.last = this.#before;
  }

  /** Checks the next batches with their lines and returns their number. */
  async next(sql: TenantSql): Promise<number> {
    const seals = await readSeals(sql, { after: this.#before?.batch ?? 0, limit: group });
    const [first] = seals;
    const last = seals.at(-1);
    if (!first || !last) return 0;
    for (const seal of seals) {
      const expected = (this.#before?.batch ?? 0) + 1;
      if (seal.batch !== expected) this.#find('batch-missing', expected);
      else if (!this.#isSealed(seal)) this.#find('seal-broken', seal.batch);
      this.#before = seal;
    }
    const from = this.result.last;
    await this.#compare(sql, seals, from?.lastSeq, last.lastSeq);
    this.result.batches += seals.length;
    this.result.last = last;
    return seals.length;
  }

  /** A later batch under an earlier key was made by someone who has only that key. */
  #isSealed(seal: Seal): boolean {
    const { keys } = this.#options;
    const isLater = seal.keyGeneration >= (this.#before?.keyGeneration ?? 1);
    return isLater && keys.has(seal.keyGeneration) && computeSeal(keys, this.#before, seal).equals(seal.seal);
  }

  /** Whether the product has replaced the line by this one. */
  async #isErased(sql: TenantSql, line: Omit<ProvenErasure, 'keyGeneration'>): Promise<boolean> {
    const { keys } = this.#options;
    const [row] = await sql<{ keyGeneration: number; proof: Buffer }[]>`
      select key_generation, proof from audit_erasure
      where seq = ${line.seq} and old_hash = ${line.oldHash} and new_hash = ${line.newHash}`;
    if (!row || !keys.has(row.keyGeneration)) return false;
    return proveErasure(keys, { ...line, keyGeneration: row.keyGeneration }).equals(row.proof);
  }

  async #compare(
    sql: TenantSql,
    seals: readonly Seal[],
    after: number | undefined,
    upTo: number,
  ): Promise<void> {
    const sealed = readSealedLines(seals, (seal) => this.#passRun(seal));
    let expected = sealed.next();
    for (let read = after ?? Number.MIN_SAFE_INTEGER; ;) {
      const lines = await sql<Line[]>`
        select ${lineColumns(sql)} from audit_event
        where seq > ${read} and seq <= ${upTo} order by seq limit ${linesAtOnce}`;
      for (const { seq, at, text } of lines) {
        read = seq;
        for (; !expected.done && expected.value.seq < seq; expected = sealed.next()) {
          this.#find('deleted', expected.value.seq);
        }
        if (expected.done || expected.value.seq !== seq) {
          this.#find('inserted', seq);
          continue;
        }
        const hash = hashLine(text);
        if (!hash.equals(expected.value.hash)) {
          if (await this.#isErased(sql, { seq, oldHash: expected.value.hash, newHash: hash }))
            this.result.erased += 1;
          else this.#find('changed', seq);
        } else if (at < this.#earliest) this.#find('late', seq);
        this.result.lines += 1;
        expected = sealed.next();
      }
      if (lines.length < linesAtOnce) break;
    }
    for (; !expected.done; expected = sealed.next()) this.#find('deleted', expected.value.seq);
  }

  /** Lines after a batch have numbers above those that its run could read, or belong to the same run. */
  #passRun({ settledSeq, sealedAt, lastSeq }: Seal): void {
    if (settledSeq !== null && this.#runs.at(-1)?.settledSeq !== settledSeq)
      this.#runs.push({ settledSeq, sealedAt });
    for (let [run] = this.#runs; run && run.settledSeq <= lastSeq; [run] = this.#runs) {
      this.#earliest = Math.max(this.#earliest, run.sealedAt - maxDelayMicroseconds);
      this.#runs.shift();
    }
  }

  /** Reports lines after the last seal, lines that were added late among them, and whether the chain was longer before. */
  async end(sql: TenantSql): Promise<void> {
    const { head } = this.#options;
    const last = this.result.last;
    if (head) {
      const [seal] = await readSeals(sql, { after: head.batch - 1, limit: 1 });
      if (!seal || seal.batch !== head.batch) this.#find('cut-off', head.batch);
      else if (!isSameSeal(seal, head)) this.#find('seal-broken', head.batch);
    }
    const late = await sql<{ seq: number }[]>`
      select seq from audit_event
      where seq > ${last?.lastSeq ?? 0} and at < to_timestamp(${Math.max(this.#earliest, 0) / 1_000_000})
      order by seq limit ${linesAtOnce}`;
    for (const { seq } of late) this.#find('late', seq);
    const [tail] = await sql<{ count: number; oldest: Date | null }[]>`
      select count(*), min(at) as oldest from audit_event where seq > ${last?.lastSeq ?? 0}`;
    this.result.unsealed = tail?.count ?? 0;
    this.result.oldestUnsealed = tail?.oldest ?? undefined;
  }

  #find(kind: Finding['kind'], at: number): void {
    this.result.findings += 1;
    this.#options.onFinding({ kind, at });
  }
}

interface Run {
  settledSeq: number;
  sealedAt: number;
}

/** Calls `onEnd` after the lines of each batch. */
function* readSealedLines(
  seals: readonly Seal[],
  onEnd: (seal: Seal) => void,
): Generator<{ seq: number; hash: Buffer }, undefined> {
  for (const seal of seals) {
    for (const [index, seq] of seal.lineSeqs.entries()) yield { seq, hash: hashAt(seal, index) };
    onEnd(seal);
  }
  return undefined;
}
