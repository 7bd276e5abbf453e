import { randomText } from './random-text.ts';
import type { Fragment, Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { type CardNumber, cardFacts } from '../../request/parse-card.ts';
import type { WalletCard } from '#integrations/processors/adapter.ts';
import type { Customer } from '../../request/parse-payment.ts';
import { isCustomer } from './customers.ts';

/** Registered cards that one customer can have in use at once (A122). */
export const cardLimit = 20;

/** A card as it is stored: no number, no CV2 (docs/domain.md#cards). */
export interface VaultCard extends StoredCard {
  /** The id of the card number for its company (card-identities.ts). */
  fingerprint: string;
  masked: string;
  bin: string;
  lastFour: string;
  expiry: string;
  type: string;
  scheme: string;
}

/** The same, or the card of a wallet: what is null then only its processor can read (docs/domain.md#wallets). */
export interface StoredCard {
  token: string;
  registered: boolean;
  fingerprint: string | null;
  masked: string | null;
  bin: string | null;
  lastFour: string | null;
  expiry: string | null;
  holderName: string | null;
  type: string | null;
  scheme: string | null;
  usage: string | null;
  issuer: string | null;
  issuerCountry: string | null;
  /** The processor's own reference to the card. */
  credential: string | null;
  /** The processor that keeps it; null: of before connections. */
  connectionId: number | null;
  customerId: number | null;
  nickname: string | null;
  /** As in CardNumber: undefined leaves the stored value, null removes it. */
  validFrom?: string | null;
  issueNumber?: string | null;
  makeDefault?: boolean;
}

const vaultColumns = `t.token, t.registered, t.fingerprint, t.masked_pan as masked, t.bin,
  t.last_four, t.expiry_date as expiry, t.holder_name, t.card_type as type,
  t.card_scheme as scheme, t.card_usage as usage, t.issuer, t.issuer_country, t.credential,
  t.connection_id, t.customer_id, t.nickname`;

/** A registered card of this merchant's customers, by its token: A123 when it was removed, else A109. */
export async function findCardByToken(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  token: string,
): Promise<Result<VaultCard, { code: 'A109' | 'A123' }>> {
  const [row] = await sql<(VaultCard & { isDeleted: boolean })[]>`
    select ${sql.unsafe(vaultColumns)}, t.deleted_at is not null as is_deleted
    from card_token t
    join customer c on c.company_id = t.company_id and c.customer_id = t.customer_id
    where t.company_id = ${companyId} and t.token = ${token} and t.registered
      and c.merchant_id = ${merchantId} and t.credential is not null`;
  if (!row) return refuse('A109');
  const { isDeleted, ...card } = row;
  return isDeleted ? refuse('A123') : ok(card);
}

/** The customer's default card: A108 for an unknown customer, A107 for one without a card. */
export async function findDefaultCard(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  customer: Pick<Customer, 'id' | 'merchantRef'>,
): Promise<Result<VaultCard, { code: 'A107' | 'A108' }>> {
  const [card] = await sql<(Omit<VaultCard, 'token'> & { token: string | null })[]>`
    select ${sql.unsafe(vaultColumns)}
    from customer c
    left join card_token t on t.company_id = c.company_id and t.customer_id = c.customer_id and t.is_default
      and t.registered and t.credential is not null and t.deleted_at is null
    where c.company_id = ${companyId} and c.merchant_id = ${merchantId} and ${isCustomer(sql, customer)}`;
  if (!card) return refuse('A108');
  const { token, ...columns } = card;
  return token === null ? refuse('A107') : ok({ ...columns, token });
}

/** A119 when the card is explicitly registered a second time for the customer, A122 above the limit. */
export async function checkRegistration(
  sql: TenantSql,
  companyId: number,
  customerId: number,
  card: Pick<StoredCard, 'fingerprint' | 'expiry'>,
  isExplicit: boolean,
): Promise<Result<undefined, { code: 'A119' | 'A122' }>> {
  // The lock keeps two new cards at once from both being the last one.
  await sql`
    select 1 from customer where company_id = ${companyId} and customer_id = ${customerId} for no key update`;
  const [registered] = await sql<{ isKnown: boolean; number: number }[]>`
    select coalesce(bool_or(fingerprint = ${card.fingerprint} and expiry_date = ${card.expiry}), false) as is_known,
           count(*)::integer as number
    from card_token
    where company_id = ${companyId} and customer_id = ${customerId} and registered and deleted_at is null
      and credential is not null`;
  if (registered?.isKnown) return isExplicit ? refuse('A119') : ok(undefined);
  return (registered?.number ?? 0) >= cardLimit ? refuse('A122') : ok(undefined);
}

export interface SavedCard {
  token: string;
  /** The customer has this card registered from now on. */
  isNewlyRegistered: boolean;
}

/** Stores a card. A card that this customer used before with the same expiry keeps its token. */
export async function saveCard(
  sql: TenantSql,
  companyId: number,
  card: StoredCard,
  customerId: number | null,
  now: Date,
): Promise<SavedCard> {
  const stored = await upsertCard(sql, companyId, card, customerId, now);
  const { token } = stored;
  if (customerId !== null && card.registered) {
    await updateDefault(sql, companyId, customerId, token, card.makeDefault ?? false);
  }
  const isNewlyRegistered = customerId !== null && card.registered && !stored.wasRegistered;
  return { token, isNewlyRegistered };
}

/** One statement: updates the card that the customer has, or inserts it. */
async function upsertCard(
  sql: TenantSql,
  companyId: number,
  card: StoredCard,
  customerId: number | null,
  now: Date,
): Promise<{ token: string; wasRegistered: boolean }> {
  const [stored] = await sql<{ token: string; wasRegistered: boolean }[]>`
    with known as (
      update card_token c set registered = c.registered or ${card.registered},
        holder_name = coalesce(${card.holderName}, c.holder_name), nickname = coalesce(${card.nickname}, c.nickname),
        credential = coalesce(${card.credential}, c.credential),
        connection_id = case when ${card.credential}::text is null then c.connection_id else ${card.connectionId} end,
        valid_date = ${card.validFrom === undefined ? sql`c.valid_date` : sql`${card.validFrom}`},
        issue_number = ${card.issueNumber === undefined ? sql`c.issue_number` : sql`${card.issueNumber}`}
      from card_token was
      where c.company_id = ${companyId} and c.fingerprint = ${card.fingerprint} and c.expiry_date = ${card.expiry}
        and c.customer_id = ${customerId}::integer and c.deleted_at is null
        and was.company_id = c.company_id and was.token = c.token
      returning c.token, was.registered as was_registered
    ), added as (
      insert into card_token (company_id, token, customer_id, registered, fingerprint, masked_pan, bin, last_four,
        expiry_date, holder_name, card_type, card_scheme, card_usage, card_category, issuer, issuer_country,
        credential, connection_id, created_at, nickname, valid_date, issue_number)
      select ${companyId}, ${card.token}, ${customerId}, ${card.registered}, ${card.fingerprint}, ${card.masked},
        ${card.bin}, ${card.lastFour}, ${card.expiry}, ${card.holderName}, ${card.type}, ${card.scheme},
        ${card.usage}, ${card.usage}, ${card.issuer}, ${card.issuerCountry}, ${card.credential}, ${card.connectionId}, ${now}::timestamptz,
        ${card.nickname}, ${card.validFrom ?? null}, ${card.issueNumber ?? null}
      where not exists (select from known)
      returning token
    )
    select token, was_registered from known union all select token, false from added limit 1`;
  if (!stored) throw new Error('a card is updated or inserted');
  return stored;
}

/** Makes the card its customer's default on request, or when the customer has no other usable default. */
async function updateDefault(
  sql: TenantSql,
  companyId: number,
  customerId: number,
  token: string,
  isRequested: boolean,
): Promise<void> {
  await sql`
    with usable as (
      select 1 from card_token
      where company_id = ${companyId} and customer_id = ${customerId} and is_default and token <> ${token}
        and credential is not null and deleted_at is null
    )
    update card_token set is_default = false
    where company_id = ${companyId} and customer_id = ${customerId} and is_default and token <> ${token}
      and (${isRequested} or not exists (select from usable))`;
  await sql`
    update card_token set is_default = true
    where company_id = ${companyId} and token = ${token} and registered and not is_default
      and not exists (
        select from card_token o where o.company_id = ${companyId} and o.customer_id = ${customerId} and o.is_default)`;
}

/** The processor's reference to the card, from an approved response. */
export async function saveCredential(
  sql: TenantSql,
  companyId: number,
  token: string,
  { credential, connectionId }: { credential: string; connectionId: number | null },
): Promise<void> {
  await sql`
    update card_token set credential = ${credential}, connection_id = ${connectionId}
    where company_id = ${companyId} and token = ${token}
      and (credential, connection_id) is distinct from (${credential}, ${connectionId}::integer)`;
}

/**
 * Removes a registered card of a customer; undefined when there is none. The row stays: transactions refer to it, and a deferred payout to the card can still be completed.
 */
export async function removeCard(
  sql: TenantSql,
  card: { companyId: number; customerId: number; token: string },
  now: Date,
): Promise<{ masked: string } | undefined> {
  const [removed] = await sql<{ masked: string }[]>`
    update card_token set deleted_at = ${now}, is_default = false
    where company_id = ${card.companyId} and token = ${card.token} and customer_id = ${card.customerId}
      and registered and deleted_at is null
    returning masked_pan as masked`;
  return removed;
}

/**
 * Part of the statement that settles: from then on, payouts to the card of an authorised payment are allowed
 * (docs/decisions/0034). Expects `changed` (whole rows of txn).
 */
export function insertKnownCard(sql: TenantSql): Fragment {
  return sql`
    insert into known_card (company_id, fingerprint)
    select company_id, card_correlation_id from changed
    where txn_status = 'SUCCESS' and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and card_correlation_id is not null
    on conflict do nothing`;
}

/** What the processor has stated about the card of a wallet, from an approved response. */
export async function saveWalletCard(
  sql: TenantSql,
  companyId: number,
  token: string,
  { scheme, usage, lastFour, expiry }: WalletCard,
): Promise<void> {
  await sql`
    update card_token set card_scheme = ${scheme ?? null}, card_usage = ${usage ?? null}, card_category = ${usage ?? null},
      last_four = ${lastFour ?? null}, masked_pan = ${maskLastFour(lastFour)}, expiry_date = ${expiry ?? null}
    where company_id = ${companyId} and token = ${token} and fingerprint is null`;
}

/** A wallet's card has no first digits. */
export const maskLastFour = (lastFour: string | undefined): string | null =>
  lastFour === undefined ? null : `************${lastFour}`;

/** Whether a payment with this card was ever authorised for the company. */
export async function isKnownCard(sql: TenantSql, companyId: number, fingerprint: string): Promise<boolean> {
  const rows = await sql`
    select 1 from known_card where company_id = ${companyId} and fingerprint = ${fingerprint}`;
  return rows.length > 0;
}

/** For payments that were loaded without the pipeline. */
export async function insertKnownCards(sql: Sql, companyId: number): Promise<void> {
  await sql`
    insert into known_card (company_id, fingerprint)
    select distinct company_id, card_correlation_id from txn
    where company_id = ${companyId} and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT')
      and txn_status in ('SUCCESS', 'VOIDED', 'EXPIRED') and authoriser_status = 'AUTHORISED'
      and card_correlation_id is not null
    on conflict do nothing`;
}

/** What is stored of a wallet's card before its processor has stated anything. Touches no table. */
export const buildWalletCard = (): StoredCard => ({
  token: newToken(),
  registered: false,
  fingerprint: null,
  masked: null,
  bin: null,
  lastFour: null,
  expiry: null,
  holderName: null,
  type: null,
  scheme: null,
  usage: null,
  issuer: null,
  issuerCountry: null,
  credential: null,
  connectionId: null,
  customerId: null,
  nickname: null,
});

const newToken = (): string => `MT_${randomText(16, 'base64url')}`;

/** What is stored of a card that is used for the first time. Touches no table. */
export function buildVaultCard(card: CardNumber, registered: boolean, fingerprint: string): VaultCard {
  const binFacts = cardFacts(card.pan);
  if (!binFacts) throw new Error('a card of an unknown brand passed validation');
  return {
    token: newToken(),
    registered,
    fingerprint,
    masked: binFacts.masked,
    bin: binFacts.bin,
    lastFour: binFacts.lastFour,
    expiry: card.expiry,
    holderName: card.holderName ?? null,
    type: binFacts.type,
    scheme: binFacts.scheme,
    usage: binFacts.usage ?? null,
    issuer: binFacts.issuer ?? null,
    issuerCountry: binFacts.issuerCountry ?? null,
    credential: null,
    connectionId: null,
    customerId: null,
    nickname: card.nickname ?? null,
    makeDefault: card.makeDefault,
    validFrom: card.validFrom,
    issueNumber: card.issueNumber,
  };
}
