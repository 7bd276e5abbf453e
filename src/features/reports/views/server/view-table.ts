import type { TenantSql } from '#database/tenant.ts';
import type { ViewParams } from '../view-address.ts';

export interface StoredView {
  companyId: number;
  viewId: number;
  organisationId: number;
  organisationName: string;
  organisationPath: string;
  ownerId: string;
  ownerName: string;
  name: string;
  params: ViewParams;
  columns: string[];
  isShared: boolean;
  version: number;
  isPinned: boolean;
  /** Of every user for the owner, otherwise of the reader. */
  schedules: number;
}

export interface ViewContent {
  name: string;
  params: ViewParams;
  columns: string[];
  isShared: boolean;
}

/** Whose views: those of the user, and those shared with the organisation on `path`. */
export interface Reader {
  companyId: number;
  userId: string;
  path: string;
}

const visible = (sql: TenantSql, { companyId, userId, path }: Reader) => sql`
  v.company_id = ${companyId}
  and (v.owner_id = ${userId}
       or v.is_shared and (o.path = ${path} or starts_with(${path}, o.path || '/')))`;

const columns = (sql: TenantSql, { userId }: Reader) => sql`
  v.company_id, v.view_id, v.organisation_id, o.name as organisation_name, o.path as organisation_path, v.owner_id,
  v.owner_name, v.name, v.params, v.columns, v.is_shared, v.version,
  exists (select from transaction_view_pin p where p.company_id = v.company_id and p.view_id = v.view_id
          and p.user_id = ${userId}) as is_pinned,
  (select count(*) from view_subscription s where s.company_id = v.company_id and s.view_id = v.view_id
     and s.ended_at is null and (v.owner_id = ${userId} or s.user_id = ${userId})) as schedules`;

/** By name. */
export function listVisibleViews(sql: TenantSql, reader: Reader): Promise<StoredView[]> {
  return sql<StoredView[]>`
    select ${columns(sql, reader)} from transaction_view v join organisation o on o.id = v.organisation_id
    where ${visible(sql, reader)} order by lower(v.name), v.view_id`;
}

/** The pinned ones that the user still sees, oldest pin first. */
export function listPinnedViews(sql: TenantSql, reader: Reader): Promise<StoredView[]> {
  return sql<StoredView[]>`
    select ${columns(sql, reader)} from transaction_view v join organisation o on o.id = v.organisation_id
    join transaction_view_pin pin on pin.company_id = v.company_id and pin.view_id = v.view_id
      and pin.user_id = ${reader.userId}
    where ${visible(sql, reader)} order by pin.pinned_at, v.view_id`;
}

export async function findVisibleView(
  sql: TenantSql,
  reader: Reader,
  viewId: number,
): Promise<StoredView | undefined> {
  const [view] = await sql<StoredView[]>`
    select ${columns(sql, reader)} from transaction_view v join organisation o on o.id = v.organisation_id
    where v.view_id = ${viewId} and ${visible(sql, reader)} for update of v`;
  return view;
}

/** Until the end of the transaction no other one counts or adds views of the company. */
export async function lockViews(sql: TenantSql, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views:${companyId}`}, 0))`;
}

export async function countViews(
  sql: TenantSql,
  companyId: number,
  userId: string,
): Promise<{ own: number; shared: number }> {
  const [counts] = await sql<{ own: number; shared: number }[]>`
    select count(*) filter (where owner_id = ${userId}) as own, count(*) filter (where is_shared) as shared
    from transaction_view where company_id = ${companyId}`;
  return { own: counts?.own ?? 0, shared: counts?.shared ?? 0 };
}

export async function insertView(
  sql: TenantSql,
  view: ViewContent & {
    companyId: number;
    organisationId: number;
    ownerId: string;
    ownerName: string;
    now: Date;
  },
): Promise<number> {
  const [row] = await sql<{ viewId: number }[]>`
    insert into transaction_view (company_id, organisation_id, owner_id, owner_name, name, params, columns, is_shared,
                                  created_at, changed_at)
    values (${view.companyId}, ${view.organisationId}, ${view.ownerId}, ${view.ownerName}, ${view.name},
            ${sql.json({ ...view.params })}, ${view.columns}, ${view.isShared}, ${view.now}, ${view.now})
    returning view_id`;
  if (!row) throw new Error('a view was not inserted');
  return row.viewId;
}

export async function updateView(
  sql: TenantSql,
  { companyId, viewId }: Pick<StoredView, 'companyId' | 'viewId'>,
  content: ViewContent,
  now: Date,
): Promise<void> {
  await sql`
    update transaction_view set name = ${content.name}, params = ${sql.json({ ...content.params })},
      columns = ${content.columns}, is_shared = ${content.isShared}, version = version + 1, changed_at = ${now}
    where company_id = ${companyId} and view_id = ${viewId}`;
}

export async function removeView(
  sql: TenantSql,
  { companyId, viewId }: Pick<StoredView, 'companyId' | 'viewId'>,
): Promise<void> {
  await sql`delete from transaction_view where company_id = ${companyId} and view_id = ${viewId}`;
}

export async function insertPin(sql: TenantSql, reader: Reader, viewId: number, now: Date): Promise<void> {
  await sql`
    insert into transaction_view_pin (company_id, user_id, view_id, pinned_at)
    values (${reader.companyId}, ${reader.userId}, ${viewId}, ${now}) on conflict do nothing`;
}

export async function removePin(sql: TenantSql, reader: Reader, viewId: number): Promise<void> {
  await sql`
    delete from transaction_view_pin
    where company_id = ${reader.companyId} and user_id = ${reader.userId} and view_id = ${viewId}`;
}
