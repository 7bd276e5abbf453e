import { refuseForTestClock } from '#server/time/test-clock.ts';
import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { CheckView } from '../../schemas.ts';
import type { StoredConnection } from './load-setup.ts';

/** A connection with its owner. */
export interface OwnedConnection extends StoredConnection {
  /** null: the operator. */
  organisationId: number | null;
  /** Of the owner in the tree; null: the operator's. */
  path: string | null;
  companyIds: number[];
  version: number;
  testedAt: Date | null;
  testResult: TestResult | null;
}

export interface TestResult {
  hasPassed: boolean;
  checks: CheckView[];
}

/** `lock`: until the end of the transaction. */
export async function findConnection(
  sql: Sql,
  connectionId: number,
  lock = false,
): Promise<OwnedConnection | undefined> {
  const [row] = await sql<OwnedConnection[]>`
    select k.connection_id, k.organisation_id, o.path, k.company_ids, k.adapter, k.name, k.mode, k.acquirer, k.settings,
           k.state, k.event_key, k.version, k.tested_at, k.test_result
    from processor_connection k left join organisation o on o.id = k.organisation_id
    where k.connection_id = ${connectionId} ${lock ? sql`for update of k` : sql``}`;
  return row;
}

export interface ListRow {
  connectionId: number;
  organisationId: number | null;
  organisationName: string | null;
  path: string | null;
  adapter: string;
  name: string;
  mode: StoredConnection['mode'];
  acquirer: string;
  state: StoredConnection['state'];
  testedAt: Date | null;
  hasPassed: boolean | null;
  downSince: Date | null;
  downReason: string | null;
  routes: number;
}

/**
 * The connections of organisations at and below `path`, and those that an organisation on it may use. Closed ones come last,
 * and the operator's before an organisation's.
 */
export function listConnections(
  sql: Sql,
  { path, companyId }: { path: string; companyId: number | null },
): Promise<ListRow[]> {
  return sql<ListRow[]>`
    select k.connection_id, k.organisation_id, o.name as organisation_name, o.path, k.adapter, k.name, k.mode, k.acquirer,
           k.state, k.tested_at, (k.test_result ->> 'hasPassed')::boolean as has_passed, b.opened_at as down_since,
           b.reason as down_reason,
           (select count(*) from processor_route r where r.connection_id = k.connection_id) as routes
    from processor_connection k
    left join organisation o on o.id = k.organisation_id
    left join processor_breaker b on b.connection_id = k.connection_id
    where starts_with(o.path, ${path} || '/') or ${isUsable(sql, { path, companyId })}
    order by k.state = 'CLOSED', o.path nulls first, lower(k.name), k.connection_id limit 500`;
}

/**
 * Whether an organisation on `path` may name connection `k` of owner `o` in its routes: the operator's, its own, its
 * company's, and its provider's where that allows the company.
 */
const isUsable = (sql: Sql, { path, companyId }: { path: string; companyId: number | null }) => sql`
  (k.organisation_id is null or o.path = ${path}
    or (starts_with(${path}, o.path || '/')
        and (o.type = 'GROUP' or ${companyId}::integer is null or ${companyId}::integer = any (k.company_ids))))`;

/** The connection, if an organisation on `path` may name it in its routes. */
export async function findUsable(
  sql: Sql,
  connectionId: number,
  place: { path: string; companyId: number | null },
): Promise<{ connectionId: number; state: StoredConnection['state'] } | undefined> {
  const [row] = await sql<{ connectionId: number; state: StoredConnection['state'] }[]>`
    select k.connection_id, k.state
    from processor_connection k left join organisation o on o.id = k.organisation_id
    where k.connection_id = ${connectionId} and ${isUsable(sql, place)}`;
  return row;
}

/** The usable connection of this name that no closer owner hides; the nearest owner's first. */
export async function findNamed(
  sql: Sql,
  name: string,
  place: { path: string; companyId: number | null },
): Promise<number | undefined> {
  const [row] = await sql<{ connectionId: number }[]>`
    select k.connection_id
    from processor_connection k left join organisation o on o.id = k.organisation_id
    where lower(k.name) = lower(${name}) and k.state <> 'CLOSED' and ${isUsable(sql, place)}
    order by length(o.path) desc nulls last limit 1`;
  return row?.connectionId;
}

type NewRow = Pick<
  OwnedConnection,
  'organisationId' | 'companyIds' | 'adapter' | 'name' | 'mode' | 'acquirer' | 'settings' | 'eventKey'
>;

/** Fails with a duplicate key when the owner has another connection of this name. */
export async function insertConnection(sql: Sql, row: NewRow, now: Date): Promise<number> {
  const [inserted] = await sql<{ connectionId: number }[]>`
    insert into processor_connection (organisation_id, company_ids, adapter, name, mode, acquirer, settings, state,
                                      event_key, created_at, updated_at)
    values (${row.organisationId}, ${row.companyIds}, ${row.adapter}, ${row.name}, ${row.mode}, ${row.acquirer},
            ${sql.json(row.settings)}, 'DRAFT', ${row.eventKey}, ${now}, ${now})
    returning connection_id`.catch(refuseForTestClock);
  if (!inserted) throw new Error('no connection was inserted');
  return inserted.connectionId;
}

/** The connection's next version. */
export async function updateConnection(
  sql: Sql,
  { connectionId, companyIds, name, acquirer, settings, state, testedAt, testResult }: OwnedConnection,
  now: Date,
): Promise<void> {
  await sql`
    update processor_connection
    set company_ids = ${companyIds}, name = ${name}, acquirer = ${acquirer}, settings = ${sql.json(settings)},
        state = ${state}, tested_at = ${testedAt},
        test_result = ${testResult ? sql.json({ ...testResult }) : null}, version = version + 1, updated_at = ${now}
    where connection_id = ${connectionId}`.catch(refuseForTestClock);
}

export async function countConnections(sql: Sql, organisationId: number | null): Promise<number> {
  const [row] = await sql<{ number: number }[]>`
    select count(*) as number from processor_connection
    where organisation_id is not distinct from ${organisationId}::integer and state <> 'CLOSED'`;
  return row?.number ?? 0;
}

export interface SecretRow {
  field: string;
  slot: 'CURRENT' | 'NEXT';
  version: number;
  sealed: Buffer;
  lastFour: string;
  setAt: Date;
  setBy: string;
}

export function loadSecrets(sql: Sql, connectionId: number): Promise<SecretRow[]> {
  return sql<SecretRow[]>`
    select field, slot, version, sealed, last_four, set_at, set_by from processor_secret
    where connection_id = ${connectionId} order by field, slot`;
}

/** Replaces the secret that waits for a test. */
export async function writeNextSecret(
  sql: Sql,
  connectionId: number,
  secret: Omit<SecretRow, 'slot'>,
): Promise<void> {
  const { field, version, sealed, lastFour, setAt, setBy } = secret;
  await sql`
    insert into processor_secret (connection_id, field, slot, version, sealed, last_four, set_at, set_by)
    values (${connectionId}, ${field}, 'NEXT', ${version}, ${sealed}, ${lastFour}, ${setAt}, ${setBy})
    on conflict (connection_id, field, slot) do update set
      version = excluded.version, sealed = excluded.sealed, last_four = excluded.last_four, set_at = excluded.set_at,
      set_by = excluded.set_by`;
}

/** Uses tested secrets from now on. The version is part of what a value is sealed for, so it stays. */
export async function promoteSecrets(
  sql: Sql,
  connectionId: number,
  tested: readonly Pick<SecretRow, 'field' | 'version'>[],
): Promise<void> {
  for (const { field, version } of tested) {
    const [next] = await sql`
      select from processor_secret
      where connection_id = ${connectionId} and field = ${field} and slot = 'NEXT' and version = ${version}`;
    // Replaced while the test ran.
    if (!next) continue;
    await sql`
      delete from processor_secret
      where connection_id = ${connectionId} and field = ${field} and slot = 'CURRENT'`;
    await sql`
      update processor_secret set slot = 'CURRENT'
      where connection_id = ${connectionId} and field = ${field} and slot = 'NEXT'`;
  }
}

export async function deleteSecrets(sql: Sql, connectionId: number): Promise<void> {
  await sql`delete from processor_secret where connection_id = ${connectionId}`;
}

/** The organisations whose routes name a connection. */
export function listNamingOrganisations(
  sql: Sql,
  connectionId: number,
): Promise<{ organisationId: number | null; organisationName: string; companyId: number | null }[]> {
  return sql<{ organisationId: number | null; organisationName: string; companyId: number | null }[]>`
    select distinct r.organisation_id, coalesce(o.name, '') as organisation_name, o.company_id
    from processor_route r left join organisation o on o.id = r.organisation_id
    where r.connection_id = ${connectionId} order by 2 limit 100`;
}

/** What still needs a connection. `sql` must see all companies. */
export async function countUse(
  sql: TenantSql,
  connectionId: number,
  now: Date,
): Promise<{ openIntents: number; liveHolds: number }> {
  const [row] = await sql<{ openIntents: number; liveHolds: number }[]>`
    select
      (select count(*) from processor_intent
       where connection_id = ${connectionId} and state <> 'DONE') as open_intents,
      (select count(*) from payment p join txn t on t.txn_id = p.root_id and t.company_id = p.company_id
       where t.connection_id = ${connectionId} and p.expires_at > ${now} and p.authorised_minor > 0
         and p.captured_by is null and p.voided_by is null) as live_holds`;
  return row ?? { openIntents: 0, liveHolds: 0 };
}

export async function loadBreaker(
  sql: Sql,
  connectionId: number,
): Promise<{ openedAt: Date; reason: string } | undefined> {
  const [row] = await sql<{ openedAt: Date; reason: string }[]>`
    select opened_at, reason from processor_breaker where connection_id = ${connectionId}`;
  return row;
}

/** Companies below a provider, of a list. */
export function findCompanies(
  sql: Sql,
  path: string,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return sql<{ id: number; name: string }[]>`
    select id, name from organisation
    where id = any (${ids as number[]}) and type = 'GROUP' and starts_with(path, ${path} || '/') order by lower(name), id`;
}

/** Companies below a provider, by name; at most a thousand. */
export function listCompanies(sql: Sql, path: string): Promise<{ id: number; name: string }[]> {
  return sql<{ id: number; name: string }[]>`
    select id, name from organisation
    where type = 'GROUP' and starts_with(path, ${path} || '/') order by lower(name), id limit 1000`;
}

export interface AccountRow {
  installationId: number;
  installationName: string;
  merchantName: string;
  settings: Record<string, string> | null;
}

/** Installations at and below an owner that could use its connection, of `companyIds` where the owner is a provider. */
export function listAccounts(
  sql: Sql,
  connectionId: number,
  { path, companyIds }: { path: string; companyIds: readonly number[] | undefined },
): Promise<AccountRow[]> {
  return sql<AccountRow[]>`
    select i.installation_id, o.name as installation_name, m.name as merchant_name, a.settings
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    left join processor_account a on a.installation_id = i.installation_id and a.connection_id = ${connectionId}
    where starts_with(o.path, ${path} || '/')
      and (${companyIds === undefined} or i.company_id = any (${(companyIds ?? []) as number[]}))
    order by lower(m.name), lower(o.name), i.installation_id limit 1000`;
}

/** The account values with which a connection is tested: those of one installation, if any has some. */
export async function findTestAccount(
  sql: Sql,
  connectionId: number,
): Promise<Record<string, string> | undefined> {
  const [account] = await sql<{ settings: Record<string, string> }[]>`
    select settings from processor_account where connection_id = ${connectionId} order by installation_id limit 1`;
  return account?.settings;
}

export async function writeAccount(
  sql: Sql,
  connectionId: number,
  installationId: number,
  settings: Record<string, string>,
): Promise<void> {
  await sql`
    insert into processor_account (connection_id, installation_id, settings)
    values (${connectionId}, ${installationId}, ${sql.json(settings)})
    on conflict (connection_id, installation_id) do update set settings = excluded.settings`;
}

export async function deleteAccount(
  sql: Sql,
  connectionId: number,
  installationId: number,
): Promise<Record<string, string> | undefined> {
  const [deleted] = await sql<{ settings: Record<string, string> }[]>`
    delete from processor_account where connection_id = ${connectionId} and installation_id = ${installationId}
    returning settings`;
  return deleted?.settings;
}
