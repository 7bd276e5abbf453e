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
import { type ResultField, resultFields } from '../../schedule-fields.ts';

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
  /** The time of creation in UTC with microseconds, as text: the next page begins after it. */
  cursor: string;
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
}

export interface Page {
  limit: number;
  offset?: number;
  after?: Pick<ListRow, 'cursor' | 'scheduleId'> | undefined;
}

/** One page of the schedules that match a search, in its order. */
export async function listSchedules(
  sql: TenantSql,
  scope: ScheduleScope,
  query: ScheduleQuery,
  page: Page,
): Promise<ListRow[]> {
  const isAscending = query.sortBy?.creationDate === 'ASC';
  const order = isAscending
    ? sql`order by s.created_at, s.schedule_id`
    : sql`order by s.created_at desc, s.schedule_id desc`;
  const { after } = page;
  const afterCursor = !after
    ? sql``
    : isAscending
      ? sql`and (s.created_at, s.schedule_id) > (${after.cursor}::timestamptz, ${after.scheduleId})`
      : sql`and (s.created_at, s.schedule_id) < (${after.cursor}::timestamptz, ${after.scheduleId})`;
  return sql<ListRow[]>`
    select ${listColumns(sql)}
    from (
      select s.* from schedule s where ${buildWhere(sql, scope, query)} ${afterCursor}
      ${order} limit ${page.limit} offset ${page.offset ?? 0}
    ) s
    join organisation m on m.id = s.merchant_id ${nextAttempt(sql)}
    ${order}`;
}

const listColumns = (sql: TenantSql): Fragment => sql`
  s.schedule_id, s.merchant_id, m.name as owner_name, s.status, s.type,
  s.created_at, to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor,
  s.ccy_code as currency,
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
      select ${listColumns(sql)}
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
  const { status = [], creationDate, scheduleId } = query.searchFields ?? {};
  const { customerMerchantRef, customerEmail, lastFour } = query.metaDataFields ?? {};
  const start = parseBound(creationDate?.start, '00:00:00.000');
  const end = parseBound(creationDate?.end, '23:59:59.999');
  const conditions = [
    scope.installationId === undefined ? sql`` : sql`and s.installation_id = ${scope.installationId}`,
    status.length > 0 ? sql`and s.status = any (${status})` : sql``,
    start ? sql`and s.created_at >= ${start}` : sql``,
    end ? sql`and s.created_at <= ${end}` : sql``,
    scheduleId === undefined ? sql`` : sql`and s.schedule_id = ${scheduleId.toLowerCase()}`,
    customerMerchantRef === undefined
      ? sql``
      : sql`and ${folded(sql, sql`s.customer_ref`)} = ${folded(sql, sql`${customerMerchantRef}::text`)}`,
    customerEmail === undefined ? sql`` : sql`and s.customer_email = ${canonicalEmail(customerEmail)}`,
    lastFour === undefined ? sql`` : sql`and s.last_four = ${lastFour}`,
  ];
  return sql`s.merchant_id = any (${scope.merchants}) and s.status <> 'PLANNED' ${conditions}`;
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
  };
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}
