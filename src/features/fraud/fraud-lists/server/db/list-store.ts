import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { FraudList } from '../../list-shapes.ts';
import { type ListSort, type SortDirection } from '../../list-search.ts';
import { type ListKind, listTypeOf } from '../../standard-lists.ts';

export interface StoredList {
  companyId: number;
  listId: number;
  organisationId: number;
  organisationName: string;
  /** The path of its organisation. */
  path: string;
  kind: ListKind;
  name: string;
  description: string;
  dataField: string;
  /** The name of a custom field. */
  displayName: string | null;
  active: boolean;
  hidden: boolean;
  hotList: boolean;
  itemCount: number;
  historyCount: number;
  createdBy: string;
  createdAt: Date;
  lastUpdatedBy: string;
  lastUpdatedAt: Date;
  lastAction: string;
  rulesCount: number;
  activeRulesCount: number;
}

/** A list with its organisation and the numbers of rules that refer to it. */
const columns = (sql: TenantSql): Fragment => sql`
  l.company_id, l.list_id, l.organisation_id, o.name as organisation_name, o.path, l.kind, l.name, l.description,
  l.data_field, c.display_name, l.active, l.hidden, l.hot_list, l.item_count, l.history_count, l.created_by, l.created_at,
  l.last_updated_by, l.last_updated_at, l.last_action, r.rules_count, r.active_rules_count`;

const joins = (sql: TenantSql): Fragment => sql`
  join organisation o on o.id = l.organisation_id
  left join custom_field c on c.company_id = l.company_id and c.stored_name = l.data_field
  left join lateral (
    select count(*) as rules_count, count(*) filter (where fraud_rule.active) as active_rules_count
    from fraud_rule
    where fraud_rule.company_id = l.company_id and not fraud_rule.hidden
      and fraud_rule.list_ids @> array[l.list_id]
  ) r on true`;

export async function readList(sql: TenantSql, listId: number): Promise<StoredList | undefined> {
  const [row] = await sql<StoredList[]>`
    select ${columns(sql)} from fraud_list l ${joins(sql)} where l.list_id = ${listId}`;
  return row;
}

/** Lists of one company as they are read: with their values whose last day is over, counted from the index. */
export async function toReadLists(
  sql: TenantSql,
  lists: readonly StoredList[],
  now: Date,
): Promise<FraudList[]> {
  const expired = await sql<{ listId: number; expired: number }[]>`
    select list_id, count(*)::int as expired from fraud_list_item
    where company_id = ${lists[0]?.companyId ?? 0} and list_id = any (${lists.map(({ listId }) => listId)}::integer[])
      and expiry_date < ${now.toISOString().slice(0, 10)}::date
    group by list_id`;
  const counts = new Map(expired.map((row) => [row.listId, row.expired]));
  return lists.map((list) => ({ ...toWireList(list), expiredCount: counts.get(list.listId) ?? 0 }));
}

/** Other changes of the list wait until the transaction ends. */
export async function lockList(sql: TenantSql, listId: number): Promise<void> {
  await sql`select 1 from fraud_list where list_id = ${listId} for update`;
}

export function toWireList(list: StoredList): FraudList {
  return {
    listId: list.listId,
    listType: listTypeOf[list.kind],
    name: list.name,
    description: list.description,
    active: list.active,
    dataField: list.dataField,
    dataFieldName: list.displayName ?? undefined,
    orgId: list.organisationId,
    orgName: list.organisationName,
    hidden: list.hidden,
    hotList: list.hotList,
    itemCount: list.itemCount,
    rulesCount: list.rulesCount,
    activeRulesCount: list.activeRulesCount,
    auditData: {
      lastUpdatedBy: list.lastUpdatedBy,
      lastUpdatedTime: list.lastUpdatedAt.toISOString(),
      creationTime: list.createdAt.toISOString(),
      createdBy: list.createdBy,
      lastAction: list.lastAction,
    },
  };
}

/** Which lists are found. Only those of organisations where the caller holds one of the permissions. */
export interface ListQuery {
  kind: ListKind;
  caller: Caller;
  anyOf: readonly Permission[];
  /** Lists of organisations on this path: the organisation itself, those above and those below it. */
  path: string;
  hotList?: boolean;
  /** Part of the name, in any letter case. */
  name?: string;
  dataField?: string;
  /** Changed on the day that ends then. */
  updatedUntil?: Date;
}

interface ListOrder {
  sort: ListSort;
  direction: SortDirection;
  limit: number;
  offset: number;
}

/** A page of lists, and how many there are. */
export async function findLists(
  sql: TenantSql,
  query: ListQuery,
  { sort, direction, limit, offset }: ListOrder,
): Promise<{ lists: StoredList[]; total: number }> {
  const order = {
    name: sql`lower(l.name)`,
    dataField: sql`l.data_field`,
    active: sql`l.active`,
    'auditData.lastUpdatedTime': sql`l.last_updated_at`,
  }[sort];
  const sqlDirection = direction === 'ASC' ? sql`asc` : sql`desc`;
  const lists = await sql<StoredList[]>`
    select ${columns(sql)} from fraud_list l ${joins(sql)} where ${matchesQuery(sql, query)}
    order by ${order} ${sqlDirection}, l.list_id ${sqlDirection} limit ${limit} offset ${offset}`;
  if (offset === 0 && lists.length < limit) return { lists, total: lists.length };
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from fraud_list l join organisation o on o.id = l.organisation_id
    where ${matchesQuery(sql, query)}`;
  return { lists, total: row?.total ?? 0 };
}

function matchesQuery(sql: TenantSql, query: ListQuery): Fragment {
  const { caller, anyOf, path, hotList, name, dataField, updatedUntil } = query;
  const grants = caller.held.filter((grant) => anyOf.includes(grant.name));
  return sql`
    l.kind = ${query.kind} and not l.hidden
    and (o.path = ${path} or starts_with(o.path, ${path} || '/') or starts_with(${path}, o.path || '/'))
    and exists (
      select from unnest(${grants.map(({ scope }) => scope)}::text[], ${grants.map(({ cascade }) => cascade)}::boolean[])
        as held (scope, cascade)
      where o.path = held.scope or (held.cascade and starts_with(o.path, held.scope || '/')))
    ${hotList === undefined ? sql`` : sql`and l.hot_list = ${hotList}`}
    ${name === undefined ? sql`` : sql`and strpos(lower(l.name), lower(${name})) > 0`}
    ${dataField === undefined ? sql`` : sql`and l.data_field = ${dataField}`}
    ${
      updatedUntil === undefined
        ? sql``
        : sql`and l.last_updated_at > ${updatedUntil}::timestamptz - interval '1 day' and l.last_updated_at <= ${updatedUntil}`
    }`;
}
