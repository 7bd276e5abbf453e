import { randomText } from './random-text.ts';
import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type KeyRing, type Keys, keyedHash } from '#server/keys.ts';

/** A card number of a company, by its hashes under the root secrets (decision 0360). */
interface CardHashes {
  companyId: number;
  /** One of each root secret that the program has, the oldest first: each is the keyed hash of the one before it. */
  links: readonly string[];
  /** The generation under which new values are written. */
  writing: number;
}

/** The link of a generation, from the link of the one before it. */
export const hashLink = (ring: KeyRing, generation: number, text: string): string =>
  keyedHash(ring.of(generation), text).subarray(0, 20).toString('base64');

/** The hashes of a card number: the first one of two rounds, so that one card of two companies has two. */
export function hashCard(
  pan: string,
  { companyId, keys: { fingerprint } }: { companyId: number; keys: Pick<Keys, 'fingerprint'> },
): CardHashes {
  const first = hashLink(fingerprint, 1, `${companyId}:${hashLink(fingerprint, 1, pan)}`);
  return { companyId, links: chainLinks(fingerprint, first), writing: fingerprint.generation };
}

/** The links that follow from the first one, with it. */
export function chainLinks(ring: KeyRing, first: string): string[] {
  const links = [first];
  for (let next = 2; ring.has(next); next += 1) links.push(hashLink(ring, next, links.at(-1) ?? ''));
  return links;
}

export const newCardId = (): string => randomText(20, 'base64');

/**
 * The id of the card; of one that the company does not have, the id that it is to get. Locks nothing. The hashes are parameters of
 * their own: PostgreSQL keeps no plan for an array whose length it does not know.
 */
export async function findCardId(sql: TenantSql, { companyId, links }: CardHashes): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select coalesce(
      (select card_id from card_identity where company_id = ${companyId} and hash in ${sql(links)}),
      case when exists (select from random_card_ids where begun_at is not null) then ${newCardId()} else ${links[0] ?? null} end) as id`;
  if (!row) throw new Error('a select without from returns one row');
  return row.id;
}

/**
 * The id of the card, which stays the same until the transaction ends. A card that the company does not have gets the id
 * `proposed`. Payments that are stored with an id hold it.
 */
export async function claimCard(
  sql: TenantSql,
  { companyId, links, writing }: CardHashes,
  proposed: string,
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select claim_card(${companyId}, ${[...links]}, ${writing}, ${proposed}, false) as id`;
  if (!row) throw new Error('a function returns one row');
  return row.id;
}

/** The same for a stored card, whose id may have been replaced since it was read. */
export async function holdCard(
  sql: TenantSql,
  { companyId, keys: { fingerprint } }: { companyId: number; keys: Pick<Keys, 'fingerprint'> },
  known: string,
): Promise<string> {
  const links = chainLinks(fingerprint, known);
  const [row] = await sql<{ id: string }[]>`
    select hold_card(${companyId}, ${links}, ${fingerprint.generation}, ${known}) as id`;
  if (!row) throw new Error('a function returns one row');
  return row.id;
}

/** Deletes the hashes of cards that no transaction and no stored card has any more. A card that a payment holds is used again. */
export async function forgetIdentities(
  sql: TenantSql,
  companyId: number,
  cards: readonly string[],
): Promise<void> {
  if (cards.length === 0) return;
  await sql`
    delete from card_identity where company_id = ${companyId} and card_id in (
      select card_id from card_identity i where i.company_id = ${companyId} and i.card_id = any (${[...new Set(cards)]})
        and not exists (select from txn t where t.card_correlation_id = i.card_id and t.company_id = i.company_id)
        and not exists (select from card_token c where c.fingerprint = i.card_id and c.company_id = i.company_id)
      for update of i skip locked)`;
}

/** For payments that were loaded without the pipeline: their cards have the first link as their id. */
export async function insertDerivedIdentities(sql: Sql, companyId: number): Promise<void> {
  await sql`
    insert into card_identity (company_id, hash, key_generation, card_id, derived)
    select distinct company_id, fingerprint, 1, fingerprint, true from card_token
    where company_id = ${companyId} and fingerprint is not null
    on conflict do nothing`;
}
