import { canonicalEmail } from '#shared/email-address.ts';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { formatMinor } from '#shared/money.ts';
import { problems } from '#shared/problem.ts';
import { reaches } from '#shared/scoped-permission.ts';
import type { Fragment } from '#database/connection.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, inScope } from '#server/auth/caller.ts';
import type { CoreServices } from '#server/core-services.ts';
import type { ScheduleQuery } from '../../schemas.ts';
import { type ResultField, type SortField, resultFields, sortFields } from '../../schedule-fields.ts';

interface ScheduleScope {
  tenantIds: number[];
  merchants: number[];
  /** Only the schedules of one installation. */
  installationId?: number;
}

/**
 * The merchants at and below the owners on which the caller holds the permission; without owners, all merchants.
 * Throws 403 when an owner is outside the caller's scope, or when the caller holds the permission on none
 * (docs/domain.md#access-decisions). No merchants yet: none.
 */
export async function scheduleScope(
  { database, clock, state }: CoreServices,
  caller: Caller,
  owners: readonly string[],
  permission: 'P_VIEW_SCHEDULE' | 'P_MANAGE_SCHEDULE' = 'P_VIEW_SCHEDULE',
): Promise<ScheduleScope> {
  const requestedIds = [...new Set(owners.map((owner) => Number(owner.replace('merchant:', ''))))];
  const now = clock.now().getTime();
  const trees = await state.organisationTrees.loadAll(database, caller.tenantIds, now);
  const requestedPaths: string[] = [];
  for (const id of requestedIds) {
    const ownPath = caller.organisation.id === id ? caller.organisation.path : undefined;
    const path =
      ownPath ?? trees.find(({ organisations }) => organisations.has(id))?.organisations.get(id)?.path;
    if (path === undefined || !inScope(caller, path)) throw problems.forbidden();
    requestedPaths.push(path);
  }
  const roots = requestedIds.length > 0 ? requestedIds : caller.tenantIds;
  const merchantsBelow = trees.flatMap((tree) => roots.flatMap((root) => tree.merchantsBelow(root)));
  const grants = caller.held.filter(({ name }) => name === permission);
  const merchants = merchantsBelow.filter(({ path }) => grants.some((grant) => reaches(grant, path)));
  const isAllowed =
    requestedIds.length === 0
      ? grants.length > 0
      : requestedPaths.some((path) => grants.some((grant) => reaches(grant, path)));
  if (merchants.length === 0 && !isAllowed) throw problems.forbidden();
  return { tenantIds: [...caller.tenantIds], merchants: [...new Set(merchants.map(({ id }) => id))] };
}

export interface ListRow {
  scheduleId: string;
  merchantId: number;
  ownerName: string;
  status: string;
  type: string;
  createdAt: Date;
  /** The sorted value as text, of the creation with microseconds: the next page begins after it. */
  cursor: string | null;
  currency: string;
  maskedPan: string | null;
  customerName: string | null;
  customerEmail: string | null;
  customerMerchantRef: string | null;
  lastOn: string | null;
  lastMinor: number | null;
  lastState: string | null;
  nextRetry: number | null;
  nextOn: string | null;
  nextMinor: number | null;
  txnId: number;
}

export interface Page {
  limit: number;
  offset?: number;
  /** The last row before the page. */
  after?: { cursor: string | null; scheduleId: string } | undefined;
}

interface Order {
  field: SortField;
  key: Fragment;
  type: 'timestamptz' | 'date' | 'text';
  isAscending: boolean;
  /** Schedules without a value come last in both directions. */
  mayBeMissing: boolean;
  /** Of those without a value. */
  isMissing?: boolean;
}

function orderOf(sql: TenantSql, { sortBy }: ScheduleQuery): Order {
  const field = sortFields.find((name) => sortBy?.[name] !== undefined) ?? 'creationDate';
  const keys: Record<SortField, Pick<Order, 'key' | 'type' | 'mayBeMissing'>> = {
    creationDate: { key: sql`s.created_at`, type: 'timestamptz', mayBeMissing: false },
    nextEpisodeDate: { key: sql`s.next_charge_on`, type: 'date', mayBeMissing: true },
    lastEpisodeDate: { key: sql`s.last_episode_on`, type: 'date', mayBeMissing: true },
    status: { key: sql`s.status`, type: 'text', mayBeMissing: false },
  };
  return { field, ...keys[field], isAscending: sortBy?.[field] === 'ASC' };
}

/** One page of the schedules that match a search, in its order. Those without a sorted value are read last, apart. */
export async function listSchedules(
  sql: TenantSql,
  scope: ScheduleScope,
  query: ScheduleQuery,
  page: Page,
): Promise<ListRow[]> {
  const order = orderOf(sql, query);
  const { limit, offset = 0, after } = page;
  if (!order.mayBeMissing) return readRows(sql, scope, query, order, page);
  const isAfterMissing = after?.cursor === null;
  const known = isAfterMissing ? [] : await readRows(sql, scope, query, order, page);
  if (known.length === limit) return known;
  const isPastKnown = known.length === 0 && offset > 0;
  const before = isPastKnown ? await countKnown(sql, scope, query, order) : offset;
  const missing = await readRows(
    sql,
    scope,
    query,
    { ...order, isMissing: true },
    {
      limit: limit - known.length,
      offset: offset - before,
      after: isAfterMissing ? after : undefined,
    },
  );
  return [...known, ...missing];
}

async function readRows(
  sql: TenantSql,
  scope: ScheduleScope,
  query: ScheduleQuery,
  { field, key, type, isAscending, mayBeMissing, isMissing }: Order,
  { limit, offset = 0, after }: Page,
): Promise<ListRow[]> {
  const direction = isAscending ? sql`asc` : sql`desc`;
  const ordering = isMissing
    ? sql`order by s.schedule_id ${direction}`
    : sql`order by ${key} ${direction}, s.schedule_id ${direction}`;
  const sign = isAscending ? sql`>` : sql`<`;
  const presence = isMissing ? sql`and ${key} is null` : mayBeMissing ? sql`and ${key} is not null` : sql``;
  const afterCursor = !after
    ? sql``
    : isMissing
      ? sql`and s.schedule_id ${sign} ${after.scheduleId}`
      : sql`and (${key}, s.schedule_id) ${sign} (${after.cursor}::${sql(type)}, ${after.scheduleId})`;
  return sql<ListRow[]>`
    select ${listColumns(sql, field)}
    from (
      select s.* from schedule s where ${buildWhere(sql, scope, query)} ${presence} ${afterCursor}
      ${ordering} limit ${limit} offset ${offset}
    ) s
    join organisation m on m.id = s.merchant_id ${nextAttempt(sql)}
    ${ordering}`;
}

/** The number of schedules that have the sorted value. */
async function countKnown(
  sql: TenantSql,
  scope: ScheduleScope,
  query: ScheduleQuery,
  { key }: Order,
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::integer as n from schedule s
    where ${buildWhere(sql, scope, query)} and ${key} is not null`;
  return row?.n ?? 0;
}

const listColumns = (sql: TenantSql, sortedBy: SortField): Fragment => sql`
  s.schedule_id, s.merchant_id, m.name as owner_name, s.status, s.type,
  s.created_at,
  case ${sortedBy}::text
    when 'nextEpisodeDate' then s.next_charge_on::text
    when 'lastEpisodeDate' then s.last_episode_on::text
    when 'status' then s.status
    else to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  end as cursor,
  s.ccy_code as currency, s.txn_id,
  s.masked_pan, s.customer_name, s.customer_email,
  s.customer_ref as customer_merchant_ref, s.last_episode_on::text as last_on, s.last_minor,
  s.last_state, n.due_on::text as next_on, n.amount_minor as next_minor, n.retry_index as next_retry`;

/** The next attempt, which may be a retry. */
const nextAttempt = (sql: TenantSql): Fragment => sql`
  left join lateral (
    select e.due_on, e.amount_minor, e.retry_index from schedule_episode e
    where s.status = 'ACTIVE' and e.company_id = s.company_id and e.schedule_id = s.schedule_id
      and e.state in ('DUE', 'HELD', 'RUNNING') and e.state <> 'RUNNING'
    order by e.state = 'HELD', e.due_on, e.episode_index, e.retry_index limit 1
  ) n on true`;

/** A page of the schedules with the same root transaction, live ones first. */
export async function loadRelatedSchedules(
  sql: TenantSql,
  { companyId, installationId, scheduleId }: ScheduleRef,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListRow[]; total: number }> {
  const family = sql`
    s.company_id = ${companyId} and s.installation_id = ${installationId} and s.status <> 'PLANNED'
    and s.schedule_id <> ${scheduleId} and s.root_id = (
      select root_id from schedule where company_id = ${companyId} and schedule_id = ${scheduleId})`;
  const [rows, [counted]] = await pipelined(sql, [
    () => sql<ListRow[]>`
      select ${listColumns(sql, 'creationDate')}
      from schedule s join organisation m on m.id = s.merchant_id ${nextAttempt(sql)}
      where ${family}
      order by s.status in ('ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED') desc, s.created_at desc, s.schedule_id
      limit ${limit} offset ${offset}`,
    () => sql<{ total: number }[]>`select count(*)::integer as total from schedule s where ${family}`,
  ]);
  return { rows, total: counted?.total ?? 0 };
}

interface ScheduleRef {
  companyId: number;
  installationId: number;
  scheduleId: string;
}

export async function countSchedules(
  sql: TenantSql,
  scope: ScheduleScope,
  query: ScheduleQuery,
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::integer as n from schedule s where ${buildWhere(sql, scope, query)}`;
  return row?.n ?? 0;
}

/** People type references in another letter case, and with blanks around and between. */
const folded = (sql: TenantSql, reference: Fragment): Fragment =>
  sql`lower(regexp_replace(btrim(${reference}), '\\s+', ' ', 'g'))`;

function buildWhere(sql: TenantSql, scope: ScheduleScope, query: ScheduleQuery): Fragment {
  const {
    status = [],
    creationDate,
    scheduleId,
    nextEpisodeDate,
    lastEpisodeState,
  } = query.searchFields ?? {};
  const { customerMerchantRef, customerEmail, lastFour } = query.metaDataFields ?? {};
  const start = parseBound(creationDate?.start, '00:00:00.000');
  const end = parseBound(creationDate?.end, '23:59:59.999');
  const conditions = [
    scope.installationId === undefined ? sql`` : sql`and s.installation_id = ${scope.installationId}`,
    status.length > 0 ? sql`and s.status = any (${status})` : sql``,
    start ? sql`and s.created_at >= ${start}` : sql``,
    end ? sql`and s.created_at <= ${end}` : sql``,
    scheduleId === undefined ? sql`` : sql`and s.schedule_id = ${scheduleId.toLowerCase()}`,
    nextEpisodeDate?.start === undefined ? sql`` : sql`and s.next_charge_on >= ${nextEpisodeDate.start}`,
    nextEpisodeDate?.end === undefined ? sql`` : sql`and s.next_charge_on <= ${nextEpisodeDate.end}`,
    lastEpisodeState === undefined ? sql`` : sql`and s.last_state = ${lastEpisodeState}`,
    customerMerchantRef === undefined
      ? sql``
      : sql`and ${folded(sql, sql`s.customer_ref`)} = ${folded(sql, sql`${customerMerchantRef}::text`)}`,
    customerEmail === undefined ? sql`` : sql`and s.customer_email = ${canonicalEmail(customerEmail)}`,
    lastFour === undefined ? sql`` : sql`and s.last_four = ${lastFour}`,
  ];
  // With the company named, an index has the order of all its merchants.
  const [company, ...others] = scope.tenantIds;
  const ofCompany = company !== undefined && others.length === 0 ? sql`and s.company_id = ${company}` : sql``;
  return sql`s.merchant_id = any (${scope.merchants}) and s.status <> 'PLANNED' ${ofCompany} ${conditions}`;
}

/** A bare day is in UTC. The portal sends instants of the user's own days. */
export function parseBound(value: string | undefined, time: string): Date | undefined {
  if (value === undefined) return undefined;
  return new Date(isCalendarDay(value) ? `${value}T${time}Z` : value);
}

/** A row under the API's names, which are also the columns of the CSV file. */
export function toWireRow(
  row: ListRow,
  fields: readonly ResultField[] = resultFields,
): Record<string, string | null> {
  const money = (minor: number | null) => (minor === null ? null : formatMinor(minor, row.currency));
  const all: Record<ResultField, string | null> = {
    scheduleId: row.scheduleId,
    owner: `merchant:${row.merchantId}`,
    status: row.status,
    type: row.type,
    creationDate: row.createdAt.toISOString(),
    maskedPan: row.maskedPan,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerMerchantRef: row.customerMerchantRef,
    lastEpisodeDate: row.lastOn,
    lastEpisodeAmount: money(row.lastMinor),
    nextEpisodeDate: row.nextOn,
    nextEpisodeAmount: money(row.nextMinor),
    currencyCode: row.currency,
    ownerName: row.ownerName,
    lastEpisodeState: row.lastState,
    nextEpisodeRetry: row.nextRetry === null ? null : String(row.nextRetry),
    transactionId: String(row.txnId),
  };
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}
