import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { foldCase, matchValue } from '#features/record/fraud-fields/match-value.ts';
import type { HistoryEntry } from '../../list-shapes.ts';
import type { HistoryAction, HistorySort, SortDirection } from '../../list-search.ts';
import { cardField } from '../../list-item-rules.ts';
import type { ListKey } from './list-item.ts';
import type { StoredList } from './list-store.ts';
import { allOf, beginsWith, findPage, onDayUntil } from './page-of.ts';

/** Records a change of the list itself. */
export async function writeListHistory(
  sql: TenantSql,
  { companyId, listId }: ListKey,
  actions: readonly HistoryAction[],
  { changedBy, now }: { changedBy: string; now: Date },
): Promise<void> {
  if (actions.length === 0) return;
  const rows = actions.map((action) => ({ companyId, listId, action, changedBy, changedAt: now }));
  await sql`insert into fraud_list_history ${sql(rows)}`;
  await sql`
    update fraud_list set history_count = history_count + ${rows.length}
    where company_id = ${companyId} and list_id = ${listId}`;
}

export interface HistoryFilter {
  from?: Date;
  to?: Date;
  /** The beginnings of a value and of a source text. */
  value?: string;
  source?: string;
  /** Last four digits, or the beginning of a masked number. */
  maskedPan?: string;
  /** Part of a name, in any letter case. */
  user?: string;
  dayUntil?: Date;
  expiryDate?: CalendarDay;
}

export interface StoredEntry {
  entryId: number;
  action: HistoryAction;
  value: string | null;
  maskedPan: string | null;
  source: string | null;
  changedBy: string;
  changedAt: Date;
  expiryDate: CalendarDay | null;
}

const sortColumns: Readonly<Record<HistorySort, string>> = {
  value: 'match_value',
  source: 'source',
  date: 'changed_at',
  expiryDate: 'expiry_date',
  user: 'changed_by',
};

/** A page of the history of a list, and how many entries match. */
export async function findHistory(
  sql: TenantSql,
  list: StoredList,
  filter: HistoryFilter,
  page: { sort: HistorySort; direction: SortDirection; limit: number; offset: number },
): Promise<{ entries: HistoryEntry[]; total: number }> {
  const users = await findUsersLike(sql, list, filter.user);
  const { ids, total } = await findPage(sql, {
    ...page,
    table: 'fraud_list_history',
    id: 'entry_id',
    sort: sortColumns[page.sort],
    where: buildHistoryCondition(sql, list, filter, users),
    knownTotal: isUnfiltered(list, filter) ? list.historyCount : undefined,
  });
  if (ids.length === 0) return { entries: [], total };
  const rows = await sql<StoredEntry[]>`
    select ${columns(sql)} from fraud_list_history
    where company_id = ${list.companyId} and entry_id = any (${ids})`;
  const byId = new Map(rows.map((row) => [row.entryId, row]));
  return { entries: ids.flatMap((id) => byId.get(id) ?? []).map(toWireEntry), total };
}

/** Without a filter, and with a period since before the list was created: its length is known. */
const isUnfiltered = (
  { createdAt, lastUpdatedAt }: StoredList,
  { from, to, ...otherFilters }: HistoryFilter,
): boolean =>
  Object.values(otherFilters).every((value) => value === undefined || value === '') &&
  (from === undefined || from <= createdAt) &&
  (to === undefined || to >= lastUpdatedAt);

const columns = (sql: TenantSql): Fragment =>
  sql`entry_id, action, value, masked_pan, source, changed_by, changed_at, expiry_date`;

function buildHistoryCondition(
  sql: TenantSql,
  list: StoredList,
  filter: HistoryFilter,
  users: string[] | undefined,
): Fragment {
  const { from, to, value, source, maskedPan, dayUntil, expiryDate } = filter;
  const { companyId, listId, dataField } = list;
  const isCard = dataField === cardField;
  const pan = (maskedPan ?? (isCard ? value : undefined))?.replaceAll(/\s/g, '');
  const parts = [
    [sql`company_id = ${companyId} and list_id = ${listId}`],
    from ? [sql`changed_at >= ${from}`] : [],
    to ? [sql`changed_at <= ${to}`] : [],
    value && !isCard ? [beginsWith(sql, 'match_value', matchValue(dataField, value) ?? foldCase(value))] : [],
    source ? [beginsWith(sql, 'source', source)] : [],
    pan
      ? [/^\d{4}$/.test(pan) ? sql`right(masked_pan, 4) = ${pan}` : sql`starts_with(masked_pan, ${pan})`]
      : [],
    users ? [sql`changed_by = any (${users})`] : [],
    dayUntil ? [onDayUntil(sql, 'changed_at', dayUntil)] : [],
    expiryDate ? [sql`expiry_date = ${expiryDate}`] : [],
  ];
  return allOf(sql, parts.flat());
}

/** Users of the list's history whose name contains a text: each name is read once, from the index. */
async function findUsersLike(
  sql: TenantSql,
  { companyId, listId }: ListKey,
  part: string | undefined,
): Promise<string[] | undefined> {
  if (!part) return undefined;
  const rows = await sql<{ name: string }[]>`
    with recursive names (name) as (
      (select changed_by from fraud_list_history where company_id = ${companyId} and list_id = ${listId}
       order by changed_by limit 1)
      union all
      select (select h.changed_by from fraud_list_history h
              where h.company_id = ${companyId} and h.list_id = ${listId} and h.changed_by > names.name
              order by h.changed_by limit 1)
      from names where names.name is not null
    )
    select name from names where strpos(lower(name), lower(${part})) > 0`;
  return rows.map(({ name }) => name);
}

function toWireEntry({ changedAt, changedBy, ...entry }: StoredEntry): HistoryEntry {
  return { ...entry, date: changedAt.toISOString(), user: changedBy };
}

/** The entries that match, newest first, after one; for files. */
export async function loadHistoryAfter(
  sql: TenantSql,
  list: StoredList,
  filter: HistoryFilter,
  after: StoredEntry | undefined,
  limit: number,
): Promise<StoredEntry[]> {
  const where = buildHistoryCondition(sql, list, filter, await findUsersLike(sql, list, filter.user));
  const afterCursor = after
    ? sql`and (changed_at, entry_id) < (${after.changedAt}, ${after.entryId})`
    : sql``;
  return sql<StoredEntry[]>`
    select ${columns(sql)} from fraud_list_history where ${where} ${afterCursor}
    order by changed_at desc, entry_id desc limit ${limit}`;
}
