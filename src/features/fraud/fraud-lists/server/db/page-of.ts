import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { SortDirection } from '../../list-search.ts';

/** A page in the order of an index that ends with the row's id. */
interface PageQuery {
  table: 'fraud_list_item' | 'fraud_list_history';
  /** Ids in the order of creation. */
  id: 'item_id' | 'entry_id';
  /** Sort column, the middle of the index. A list has each `match_value` once, so that one needs no id after it. */
  sort: string;
  direction: SortDirection;
  limit: number;
  offset: number;
  where: Fragment;
  /** Without filters the total is known before. */
  knownTotal: number | undefined;
}

const opposite = { ASC: 'desc', DESC: 'asc' } as const;

/**
 * The ids of a page in order, and the total. Reads an index only, from its nearer end, so that the last page of a million
 * rows costs what the first one does.
 */
export async function findPage(sql: TenantSql, query: PageQuery): Promise<{ ids: number[]; total: number }> {
  const { table, id, sort, direction, where, limit, offset } = query;
  // A plan for any value reads the whole index for a rare one.
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`;
  const total = query.knownTotal ?? (await countRows(sql, query));
  if (offset >= total) return { ids: [], total };
  const isNearEnd = offset > total / 2;
  const sqlDirection = isNearEnd ? opposite[direction] : (direction.toLowerCase() as 'asc' | 'desc');
  const order = sql.unsafe(sqlDirection === 'asc' ? 'asc' : 'desc');
  const rows = await sql<{ id: number }[]>`
    select ${sql(id)} as id from ${sql(table)} where ${where}
    order by ${sql(sort)} ${order} ${table === 'fraud_list_item' && sort === 'match_value' ? sql`` : sql`, ${sql(id)} ${order}`}
    limit ${isNearEnd ? Math.min(limit, total - offset) : limit}
    offset ${isNearEnd ? Math.max(0, total - offset - limit) : offset}`;
  const ids = rows.map((row) => row.id);
  return { ids: isNearEnd ? ids.toReversed() : ids, total };
}

async function countRows(sql: TenantSql, { table, where }: PageQuery): Promise<number> {
  const [row] = await sql<{ total: number }[]>`select count(*) as total from ${sql(table)} where ${where}`;
  return row?.total ?? 0;
}

/** The conditions joined by `and`. */
export function allOf(sql: TenantSql, [first = sql`true`, ...rest]: readonly Fragment[]): Fragment {
  return rest.reduce((all, condition) => sql`${all} and ${condition}`, first);
}

/** A text that begins so, in byte order, through the index. */
export const beginsWith = (sql: TenantSql, column: string, prefix: string): Fragment =>
  sql`${sql(column)} >= ${prefix} and ${sql(column)} <= ${`${prefix}\u{10FFFF}`}`;

/** On the day that ends then. */
export const onDayUntil = (sql: TenantSql, column: string, end: Date): Fragment =>
  sql`${sql(column)} > ${end}::timestamptz - interval '1 day' and ${sql(column)} <= ${end}`;
