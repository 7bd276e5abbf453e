import { type KeyObject, createHmac, hash } from 'node:crypto';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

/** A batch of sealed lines (table audit_seal). */
export interface Seal {
  batch: number;
  lastSeq: number;
  lineSeqs: readonly number[];
  /** 32 bytes per line, in the order of lineSeqs. */
  lineHashes: Buffer;
  seal: Buffer;
}

export interface Line {
  seq: number;
  text: string;
}

const hashBytes = 32;

/** Every column of a line as text, independent of machine and time zone. */
export function canonicalLine(sql: TenantSql): Fragment {
  return sql`
    json_build_array(seq, (extract(epoch from at) * 1000000)::bigint, company_id, organisation_id, actor_kind,
                     actor, ip, user_agent, act, object_kind, object_id, outcome, refused, before, after,
                     detail, request_id)::text`;
}

export const hashLine = (text: string): Buffer => hash('sha256', text, 'buffer');

/** The hash of the line at `index` of the batch. */
export function hashAt(seal: Seal, index: number): Buffer {
  return seal.lineHashes.subarray(index * hashBytes, (index + 1) * hashBytes);
}

export function sealLines(key: KeyObject, before: Seal | undefined, lines: readonly Line[]): Seal {
  const lineSeqs = lines.map(({ seq }) => seq);
  const unsealed = {
    batch: (before?.batch ?? 0) + 1,
    lastSeq: lineSeqs.at(-1) ?? 0,
    lineSeqs,
    lineHashes: Buffer.concat(lines.map(({ text }) => hashLine(text))),
  };
  return { ...unsealed, seal: computeSeal(key, before, unsealed) };
}

/** Keyed, so that a database owner cannot seal changed lines again. */
export function computeSeal(key: KeyObject, before: Seal | undefined, seal: Omit<Seal, 'seal'>): Buffer {
  return createHmac('sha256', key)
    .update(before?.seal ?? Buffer.alloc(hashBytes))
    .update(`|${seal.batch}|${seal.lastSeq}|${seal.lineSeqs.join(',')}|`)
    .update(seal.lineHashes)
    .digest();
}

/** The seals after the batch in order; the last one is `latest`. */
export async function readSeals(
  sql: TenantSql,
  { after, limit }: { after: number; limit: number },
): Promise<Seal[]> {
  return sql<Seal[]>`
    select batch, last_seq, line_seqs, line_hashes, seal
    from audit_seal where batch > ${after} order by batch limit ${limit}`;
}

export async function loadLatestSeal(sql: TenantSql): Promise<Seal | undefined> {
  const [seal] = await sql<Seal[]>`
    select batch, last_seq, line_seqs, line_hashes, seal
    from audit_seal order by batch desc limit 1`;
  return seal;
}
