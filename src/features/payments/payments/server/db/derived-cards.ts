import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import type { KeyRing } from '#server/keys.ts';
import { chainLinks } from './card-identities.ts';

/** A card of before `card_identity`: its id is a hash of its number. */
export interface DerivedCard {
  companyId: number;
  card: string;
}

/** A new id of a card. */
export interface CardChange {
  companyId: number;
  from: string;
  to: string;
}

/** How far the tables have been looked through. */
interface Position extends DerivedCard {
  step: number;
}

const start: Position = { step: 0, companyId: 0, card: '' };

interface ReplacementState {
  requestedAt: Date;
  requestedBy: string;
  /** Null: not every stored card has its row yet. */
  begunAt: Date | null;
  doneAt: Date | null;
}

/** Undefined where no operator has requested it. */
export async function readReplacement(sql: Sql): Promise<ReplacementState | undefined> {
  const [state] = await sql<ReplacementState[]>`
    select requested_at, requested_by, begun_at, done_at from random_card_ids`;
  return state;
}

/** In the transaction of its audit event. False where it was requested before. */
export async function requestReplacement(owner: TenantSql, operator: string): Promise<boolean> {
  const [added] = await owner<{ at: Date }[]>`
    insert into random_card_ids (requested_at, requested_by) values (clock_timestamp(), ${operator})
    on conflict do nothing returning requested_at as at`;
  if (added) await auditReplacement(owner, 'requestCardIdReplacement', added.at, `operator: ${operator}`);
  return added !== undefined;
}

/** An event above all companies. */
const auditReplacement = (sql: TenantSql, act: string, at: Date, actor = 'system'): Promise<void> =>
  writeAuditEvent(sql, {
    at,
    actorKind: 'system',
    actor,
    ip: '',
    userAgent: '',
    act,
    outcome: 'allowed',
    requestId: '',
  });

/** New cards have random ids from now on. */
export async function beginRandomIds(sql: Sql): Promise<void> {
  await sql`update random_card_ids set begun_at = clock_timestamp(), position = null where begun_at is null`;
}

/** The tables are looked through once more. */
export async function restartAdoption(sql: Sql): Promise<void> {
  await sql`update random_card_ids set position = null`;
}

/** No earlier id is left. Recorded once. */
export async function endReplacement(sql: TenantSql): Promise<void> {
  const [row] = await sql<{ at: Date }[]>`
    update random_card_ids set done_at = clock_timestamp(), position = null where done_at is null returning done_at as at`;
  if (row) await auditReplacement(sql, 'endCardIdReplacement', row.at);
}

/** What a replacement changes, for the operator. Reads every row. */
export async function countEarlierCards(
  sql: TenantSql,
): Promise<{ cards: number; transactions: number; storedCards: number; listItems: number }> {
  const isEarlier = sql`
    not exists (select from card_identity i where i.company_id = c.company_id and i.card_id = c.card and not i.derived)`;
  const [row] = await sql<{ cards: number; transactions: number; storedCards: number; listItems: number }[]>`
    select
      (select count(distinct (company_id, card)) from (
        select company_id, fingerprint as card from card_token where fingerprint is not null) c where ${isEarlier})::int as cards,
      (select count(*) from (select company_id, card_correlation_id as card from txn where card_correlation_id is not null) c
        where ${isEarlier})::int as transactions,
      (select count(*) from (select company_id, fingerprint as card from card_token where fingerprint is not null) c
        where ${isEarlier})::int as stored_cards,
      (select count(*) from (
        select i.company_id, i.match_value as card from fraud_list_item i join fraud_list l using (company_id, list_id)
        where l.data_field = 'cardCorrelationId') c where ${isEarlier})::int as list_items`;
  if (!row) throw new Error('a select without from returns one row');
  return row;
}

interface FoundCard extends DerivedCard {
  isKnown: boolean;
}

const sliceSize = 2000;

/** The distinct cards of a table after a position, by an index that has the id. */
const walks: readonly ((sql: TenantSql, after: Position) => Promise<FoundCard[]>)[] = [
  (sql, { companyId, card }) => sql<FoundCard[]>`
    with recursive cards as (
      (select company_id, fingerprint as card from card_token
       where (company_id, fingerprint) > (${companyId}, ${card}) order by company_id, fingerprint limit 1)
      union all
      select next.company_id, next.card from cards c cross join lateral (
        select t.company_id, t.fingerprint as card from card_token t
        where (t.company_id, t.fingerprint) > (c.company_id, c.card) order by t.company_id, t.fingerprint limit 1) next
    )
    select company_id, card, ${isKnown(sql)} as is_known from (select * from cards limit ${sliceSize}) c`,
  (sql, { card }) => sql<FoundCard[]>`
    with recursive cards as (
      (select company_id, card_correlation_id as card from txn
       where card_correlation_id > ${card} order by card_correlation_id limit 1)
      union all
      select next.company_id, next.card from cards c cross join lateral (
        select t.company_id, t.card_correlation_id as card from txn t
        where t.card_correlation_id > c.card order by t.card_correlation_id limit 1) next
    )
    select company_id, card, ${isKnown(sql)} as is_known from (select * from cards limit ${sliceSize}) c`,
  // Rows whose transactions are gone. Those that have got their row in card_identity are not found again.
  (sql) => sql<FoundCard[]>`
    select distinct company_id, card, false as is_known from (
      select company_id, fingerprint as card from known_card
      union all select company_id, card_correlation_id from schedule where card_correlation_id is not null
      union all select company_id, card_correlation_id from schedule_episode where card_correlation_id is not null
      union all select i.company_id, i.match_value from fraud_list_item i join fraud_list l using (company_id, list_id)
        where l.data_field = 'cardCorrelationId'
    ) c where not ${isKnown(sql)} limit ${sliceSize}`,
];

const isKnown = (sql: TenantSql) => sql`
  exists (select from card_identity i where i.company_id = c.company_id and i.card_id = c.card)`;

interface Slice {
  isLast: boolean;
  /** Rows that still have the earlier id of a card: a program of before has written them. */
  stale: CardChange[];
}

/**
 * Looks through the next cards, and gives each without a row in card_identity one with the id that it has. In one transaction with
 * the position, so that a crash repeats one slice.
 */
export async function adoptCards(sql: TenantSql, ring: KeyRing): Promise<Slice> {
  const [state] = await sql<{ position: Position | null }[]>`select position from random_card_ids for update`;
  const after = state?.position ?? start;
  const walk = walks[after.step];
  if (!walk) return { isLast: true, stale: [] };
  const found = await walk(sql, after);
  const stale = await adopt(
    sql,
    ring,
    found.filter((one) => !one.isKnown),
  );
  const last = found.at(-1);
  const isOver = found.length < sliceSize;
  const next = isOver ? { ...start, step: after.step + 1 } : { ...after, ...last };
  await sql`update random_card_ids set position = ${sql.json({ ...next })}`;
  return { isLast: false, stale };
}

async function adopt(sql: TenantSql, ring: KeyRing, cards: readonly DerivedCard[]): Promise<CardChange[]> {
  const rows = cards.map(({ companyId, card }) => {
    const links = chainLinks(ring, card);
    return { company_id: companyId, card, links, hash: links[ring.generation - 1] ?? card };
  });
  const stale = await sql<CardChange[]>`
    select c.company_id, c.card as "from", i.card_id as "to"
    from jsonb_to_recordset(${sql.json(rows)}) as c (company_id integer, card text, links text[])
    join card_identity i on i.company_id = c.company_id and i.hash = any (c.links) and i.card_id <> c.card`;
  await sql`
    insert into card_identity (company_id, hash, key_generation, card_id, derived)
    select c.company_id, c.hash, ${ring.generation}, c.card, true
    from jsonb_to_recordset(${sql.json(rows)}) as c (company_id integer, card text, links text[], hash text)
    where not exists (select from card_identity i where i.company_id = c.company_id and i.hash = any (c.links))
    on conflict do nothing`;
  return stale;
}

/** The next cards whose id is to be replaced. */
export const listDerivedCards = (
  sql: TenantSql,
  { companyId, card }: DerivedCard,
  limit: number,
): Promise<DerivedCard[]> =>
  sql<DerivedCard[]>`
    select company_id, card_id as card from card_identity
    where derived and (company_id, card_id) > (${companyId}, ${card}) order by company_id, card_id limit ${limit}`;

export async function countDerivedCards(sql: TenantSql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(company_id)::int as count from card_identity where derived`;
  return row?.count ?? 0;
}

/** Takes the card for its new id: payments with it wait. False where another program was first. */
export async function renameCard(sql: TenantSql, { companyId, from, to }: CardChange): Promise<boolean> {
  const renamed = await sql`
    update card_identity set card_id = ${to}, derived = false
    where company_id = ${companyId} and card_id = ${from} and derived returning 1`;
  return renamed.length > 0;
}

/**
 * Locks the charges of the card, whose follow-ups and repeats copy its id. Those that were under way may have left others, so it
 * looks again until it finds no more.
 */
export async function lockChargesOf(sql: TenantSql, { companyId, from }: CardChange): Promise<number[]> {
  for (let locked = -1; ;) {
    const rows = await sql<{ rootId: number }[]>`
      select root_id from payment
      where company_id = ${companyId} and root_id in (
        select root_id from txn where company_id = ${companyId} and card_correlation_id = ${from})
      order by root_id for update`;
    if (rows.length === locked) return rows.map(({ rootId }) => rootId);
    locked = rows.length;
  }
}

/**
 * Whether something still goes on with the card that has its id in memory: a payment under way, or the minute in which a payment
 * of the same reference is a duplicate.
 */
export async function isCardBusy(
  sql: TenantSql,
  { companyId, from }: CardChange,
  now: Date,
): Promise<boolean> {
  const [row] = await sql<{ busy: boolean }[]>`
    select exists (
      select from txn t where t.company_id = ${companyId} and t.card_correlation_id = ${from}
        and (t.txn_status like 'SUSPENDED%' or exists (
          select from duplicate_guard g where g.txn_id = t.txn_id and g.company_id = ${companyId}
            and g.at between ${now}::timestamptz - interval '2 minutes' and ${now}::timestamptz + interval '2 minutes'))
    ) as busy`;
  return row?.busy ?? false;
}

/** Gives the card its new id in transactions and stored cards. Returns the transactions. */
export async function replaceInPayments(
  sql: TenantSql,
  { companyId, from, to }: CardChange,
): Promise<number[]> {
  // Replication sends them again; nothing of the payment itself has changed.
  const rows = await sql<{ txnId: number }[]>`
    update txn set card_correlation_id = ${to}, changed_in = pg_current_xact_id()::text::bigint
    where company_id = ${companyId} and card_correlation_id = ${from} returning txn_id`;
  await sql`
    update card_token set fingerprint = ${to} where company_id = ${companyId} and fingerprint = ${from}`;
  await sql`
    with gone as (
      delete from known_card where company_id = ${companyId} and fingerprint = ${from} returning company_id
    )
    insert into known_card (company_id, fingerprint) select company_id, ${to} from gone on conflict do nothing`;
  return rows.map(({ txnId }) => txnId);
}
