import { createHmac, hash } from 'node:crypto';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { KeyRing } from '#server/keys.ts';

/** A batch of sealed lines (table audit_seal). */
export interface Seal {
  batch: number;
  lastSeq: number;
  /** 1: the two times below are not sealed. */
  format: 1 | 2;
  /** Microseconds since 1970. */
  sealedAt: number;
  /** A line above this number got it after `sealedAt`, so an older one was added later; null in format 1. */
  settledSeq: number | null;
  lineSeqs: readonly number[];
  /** 32 bytes per line, in the order of lineSeqs. */
  lineHashes: Buffer;
  /** Of the key, never lower than that of the batch before. */
  keyGeneration: number;
  seal: Buffer;
}

export interface Line {
  seq: number;
  text: string;
  /** Microseconds since 1970. */
  at: number;
}

const hashBytes = 32;

/** The columns of `Line`. Its text has every column of the event, independent of machine and time zone. */
export function lineColumns(sql: TenantSql): Fragment {
  return sql`
    seq, (extract(epoch from at) * 1000000)::bigint as at,
    json_build_array(seq, (extract(epoch from at) * 1000000)::bigint, company_id, organisation_id, actor_kind,
                     actor, ip, user_agent, act, object_kind, object_id, outcome, refused, before, after,
                     detail, request_id)::text as text`;
}

export const hashLine = (text: string): Buffer => hash('sha256', text, 'buffer');

/** The hash of the line at `index` of the batch. */
export function hashAt(seal: Seal, index: number): Buffer {
  return seal.lineHashes.subarray(index * hashBytes, (index + 1) * hashBytes);
}

export function sealLines(
  ring: KeyRing,
  before: Seal | undefined,
  lines: readonly Line[],
  run: { sealedAt: Date; settledSeq: number },
): Seal {
  const lineSeqs = lines.map(({ seq }) => seq);
  const unsealed = {
    batch: (before?.batch ?? 0) + 1,
    lastSeq: lineSeqs.at(-1) ?? 0,
    format: 2 as const,
    sealedAt: run.sealedAt.getTime() * 1000,
    settledSeq: run.settledSeq,
    lineSeqs,
    lineHashes: Buffer.concat(lines.map(({ text }) => hashLine(text))),
    // Another worker may have gone on to the next generation already.
    keyGeneration: Math.max(ring.generation, before?.keyGeneration ?? 1),
  };
  return { ...unsealed, seal: computeSeal(ring, before, unsealed) };
}

/** Keyed, so that a database owner cannot seal changed lines again. */
export function computeSeal(ring: KeyRing, before: Seal | undefined, seal: Omit<Seal, 'seal'>): Buffer {
  const times = seal.format === 1 ? '' : `2|${seal.sealedAt}|${seal.settledSeq}|`;
  return createHmac('sha256', ring.of(seal.keyGeneration))
    .update(before?.seal ?? Buffer.alloc(hashBytes))
    .update(`|${seal.batch}|${seal.lastSeq}|${seal.lineSeqs.join(',')}|${times}`)
    .update(seal.lineHashes)
    .digest();
}

export async function insertSeal(sql: TenantSql, seal: Seal): Promise<void> {
  await sql`
    insert into audit_seal (batch, last_seq, line_seqs, line_hashes, format, sealed_at, settled_seq, key_generation, seal)
    values (${seal.batch}, ${seal.lastSeq}, ${seal.lineSeqs as number[]}::bigint[], ${seal.lineHashes},
            ${seal.format}, ${new Date(seal.sealedAt / 1000)}, ${seal.settledSeq}, ${seal.keyGeneration}, ${seal.seal})`;
}

const sealColumns = (sql: TenantSql): Fragment => sql`
  batch, last_seq, format, (extract(epoch from sealed_at) * 1000000)::bigint as sealed_at, settled_seq,
  line_seqs, line_hashes, key_generation, seal`;

/** The seals after the batch in order; the last one is `latest`. */
export async function readSeals(
  sql: TenantSql,
  { after, limit }: { after: number; limit: number },
): Promise<Seal[]> {
  return sql<Seal[]>`
    select ${sealColumns(sql)} from audit_seal where batch > ${after} order by batch limit ${limit}`;
}

export async function loadLatestSeal(sql: TenantSql): Promise<Seal | undefined> {
  const [seal] = await sql<Seal[]>`select ${sealColumns(sql)} from audit_seal order by batch desc limit 1`;
  return seal;
}
