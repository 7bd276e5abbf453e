import { createHmac } from 'node:crypto';
import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { KeyRing } from '#server/keys.ts';
import { hashLine, lineColumns } from './seal/seal-chain.ts';

/** What erased values are replaced by. */
const erasedText = '[erased]';

interface Event {
  seq: number;
  text: string;
  actorKind: string;
  ip: string;
  userAgent: string | null;
  before: JSONValue;
  after: JSONValue;
  detail: JSONValue;
}

interface AuditErasure {
  companyId: number;
  requestId: string;
  /** The objects whose events can name the person. */
  objects: readonly { kind: string; ids: readonly string[] }[];
  /** Emails, telephone numbers, names and addresses of the person, as they were stored. */
  values: readonly string[];
  now: Date;
}

/** An event that is seconds old has no seal yet. */
export class NotSealedYet extends Error {}

/**
 * Erases a person's values in the audit events of their objects, and the address and browser of payers. Who did what, when and to
 * which object stays. The chain stays whole: a proof replaces the event's hash (docs/decisions/0300). Returns how many events
 * were changed.
 */
export async function eraseAuditValues(
  sql: TenantSql,
  ring: KeyRing,
  erasure: AuditErasure,
): Promise<number> {
  let changed = 0;
  for (const { kind, ids } of erasure.objects) {
    if (ids.length === 0) continue;
    const events = await sql<Event[]>`
      select ${lineColumns(sql)}, actor_kind, ip, user_agent, before, after, detail from audit_event
      where object_kind = ${kind} and object_id = any (${[...ids]}) and company_id = ${erasure.companyId}`;
    for (const event of events) if (await eraseEvent(sql, ring, erasure, event)) changed += 1;
  }
  return changed;
}

async function eraseEvent(
  sql: TenantSql,
  ring: KeyRing,
  { companyId, requestId, values, now }: AuditErasure,
  event: Event,
): Promise<boolean> {
  // A payer's address and browser. Those of users and API keys are not the payer's.
  const isPayers =
    event.actorKind === 'system' || event.actorKind === 'anonymous' || values.includes(event.ip);
  const erased = {
    ip: isPayers ? '' : event.ip,
    userAgent: isPayers && event.userAgent !== null ? '' : event.userAgent,
    before: eraseIn(event.before, values),
    after: eraseIn(event.after, values),
    detail: eraseIn(event.detail, values),
  };
  const before = { ...erased, ip: event.ip, userAgent: event.userAgent };
  const isSame =
    erased.ip === before.ip &&
    erased.userAgent === before.userAgent &&
    JSON.stringify([erased.before, erased.after, erased.detail]) ===
      JSON.stringify([event.before, event.after, event.detail]);
  if (isSame) return false;
  const json = (value: JSONValue) => (value === null ? null : sql.json(value));
  const [done] = await sql<{ done: boolean | null }[]>`
    select erase_audit_values(${event.seq}, ${companyId}, ${erased.ip}, ${erased.userAgent}, ${json(erased.before)},
                              ${json(erased.after)}, ${json(erased.detail)}) as done`;
  if (done?.done !== true) throw new NotSealedYet();
  const [line] = await sql<{ text: string }[]>`
    select ${lineColumns(sql)} from audit_event where seq = ${event.seq}`;
  if (!line) throw new Error('an audit event vanished');
  const generation = ring.generation;
  const [earlier] = await sql<{ oldHash: Buffer }[]>`
    select old_hash from audit_erasure where seq = ${event.seq}`;
  const oldHash = earlier?.oldHash ?? hashLine(event.text);
  const newHash = hashLine(line.text);
  const proof = proveErasure(ring, { seq: event.seq, oldHash, newHash, keyGeneration: generation });
  await sql`
    insert into audit_erasure ${sql({ seq: event.seq, companyId, requestId, erasedAt: now, oldHash, newHash, keyGeneration: generation, proof })}
    on conflict (seq) do update set request_id = excluded.request_id, erased_at = excluded.erased_at,
      new_hash = excluded.new_hash, key_generation = excluded.key_generation, proof = excluded.proof`;
  return true;
}

/** Replaces every text that contains one of the values. */
function eraseIn(value: JSONValue, values: readonly string[]): JSONValue {
  if (typeof value === 'string') return containsOne(value, values) ? erasedText : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => eraseIn(item as JSONValue, values));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, eraseIn(item as JSONValue, values)]),
  );
}

function containsOne(text: string, values: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return values.some((value) => folded.includes(value.toLowerCase()));
}

/** An event whose values were erased. */
export interface ProvenErasure {
  seq: number;
  oldHash: Buffer;
  newHash: Buffer;
  keyGeneration: number;
}

/** Keyed, as the seals are: the owner of the database cannot make one. */
export function proveErasure(ring: KeyRing, { seq, oldHash, newHash, keyGeneration }: ProvenErasure): Buffer {
  return createHmac('sha256', ring.of(keyGeneration))
    .update(`erased|${seq}|`)
    .update(oldHash)
    .update(newHash)
    .digest();
}
