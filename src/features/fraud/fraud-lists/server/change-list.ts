import { isNameTaken } from '#shared/label.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { HandlerContext } from '#server/handler.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type * as endpoints from '../endpoints.ts';
import { isListField } from '../list-item-rules.ts';
import type { HistoryAction } from '../list-search.ts';
import type { FraudList } from '../list-shapes.ts';
import { listTypeOf } from '../standard-lists.ts';
import { authoriseList } from './authorise-list.ts';
import { writeListHistory } from './db/list-history.ts';
import { type StoredList, readList, toWireList } from './db/list-store.ts';

/** Parameter lists of a company. The rules engine reads their heads for each payment. */
const maxLists = 1000;

type Context<E> = Pick<HandlerContext<E>, 'sql' | 'caller' | 'resource' | 'request' | 'now' | 'body'>;

const hasCustomField = async (sql: TenantSql, companyId: number, dataField: string): Promise<boolean> => {
  if (!dataField.startsWith('custom_')) return true;
  const rows = await sql`
    select 1 from custom_field
    where company_id = ${companyId} and stored_name = ${dataField} and in_rules`;
  return rows.length > 0;
};

export async function createParameterList(ctx: Context<typeof endpoints.createList>): Promise<FraudList> {
  const { sql, caller, resource, body, now } = ctx;
  const { companyId, organisationId } = resource;
  // A list belongs to a company, and the provider's own organisation is above all of them.
  if (companyId === null) throw problems.invalid('path.orgId');
  if (!isListField(body.dataField) || !(await hasCustomField(sql, companyId, body.dataField)))
    throw problems.invalid('body.dataField', 'not_allowed');
  const [count] = await sql<{ lists: number }[]>`
    select count(*) as lists from fraud_list
    where company_id = ${companyId} and kind = 'PARAMETER' and not hidden`;
  if ((count?.lists ?? 0) >= maxLists) throw new Problem(409, 'TOO_MANY_LISTS', 'too_many_lists');
  await refuseTakenName(sql, companyId, body.name);
  const row = {
    companyId,
    organisationId,
    kind: 'PARAMETER',
    name: body.name,
    description: body.description,
    dataField: body.dataField,
    active: true,
    hotList: body.hotList ?? false,
    createdBy: caller.name,
    createdAt: now,
    lastUpdatedBy: caller.name,
    lastUpdatedAt: now,
    lastAction: 'CREATE',
  };
  const [inserted] = await sql<{ listId: number }[]>`insert into fraud_list ${sql([row])} returning list_id`;
  const listId = inserted?.listId ?? 0;
  await writeListHistory(sql, { companyId, listId }, ['CREATE'], { changedBy: caller.name, now });
  const { name, description, dataField, hotList } = row;
  await auditList(
    ctx,
    'createList',
    { companyId, organisationId, listId, kind: 'PARAMETER', name },
    {},
    { name, description, dataField, hotList },
  );
  return toWireList((await readList(sql, listId)) as StoredList);
}

/** Rules show lists by their names, so two lists of a company never have one that people take for the other's. */
async function refuseTakenName(sql: TenantSql, companyId: number, name: string, ownId = 0): Promise<void> {
  const others = await sql<{ name: string }[]>`
    select name from fraud_list
    where company_id = ${companyId} and kind = 'PARAMETER' and not hidden and list_id <> ${ownId}`;
  const names = others.map((other) => other.name);
  if (isNameTaken(name, names)) throw new Problem(409, 'LIST_NAME_TAKEN', 'list_name_taken');
}

/** Changes name, description and hot flag. The names of block and allow lists come from their field. */
export async function updateList(
  ctx: Context<typeof endpoints.editList>,
  listId: number,
): Promise<FraudList> {
  const { body } = ctx;
  const list = await authoriseList(ctx, listId, 'edit', { lock: true });
  const isParameter = list.kind === 'PARAMETER';
  const before = toDetails(list);
  const after = {
    name: isParameter ? (body.name ?? list.name) : list.name,
    description: body.description ?? list.description,
    hotList: isParameter ? (body.hotList ?? list.hotList) : list.hotList,
  };
  if (after.name !== before.name) await refuseTakenName(ctx.sql, list.companyId, after.name, listId);
  if (isParameter && after.description === '') throw problems.invalid('body.description', 'missing');
  const actions: HistoryAction[] = [];
  if (after.name !== before.name || after.description !== before.description) actions.push('UPDATE');
  if (after.hotList !== before.hotList) actions.push(after.hotList ? 'HOTLIST_ENABLE' : 'HOTLIST_DISABLE');
  if (actions.length === 0) return toWireList(list);
  await writeChange(ctx, list, after, actions);
  await auditList(ctx, 'editList', list, before, after);
  return toWireList((await readList(ctx.sql, listId)) as StoredList);
}

/** Hides an inactive parameter list. Rules that refer to it treat it as empty. */
export async function deleteList(
  ctx: Context<typeof endpoints.editList>,
  listId: number,
): Promise<FraudList> {
  const list = await authoriseList(ctx, listId, 'edit', { lock: true });
  if (list.kind !== 'PARAMETER') throw problems.forbidden();
  if (list.active) throw new Problem(409, 'LIST_ACTIVE', 'list_active');
  await writeChange(ctx, list, { hidden: true }, ['UPDATE']);
  await auditList(ctx, 'deleteList', list, toDetails(list), {});
  return toWireList((await readList(ctx.sql, listId)) as StoredList);
}

export async function setActive(
  ctx: Context<typeof endpoints.activateList>,
  listId: number,
): Promise<FraudList> {
  const active = ctx.body;
  const list = await authoriseList(ctx, listId, 'edit', { lock: true });
  if (list.active === active) return toWireList(list);
  await writeChange(ctx, list, { active }, [active ? 'ACTIVATE' : 'DEACTIVATE']);
  await auditList(ctx, active ? 'activateList' : 'deactivateList', list, { active: !active }, { active });
  return toWireList((await readList(ctx.sql, listId)) as StoredList);
}

const toDetails = ({ name, description, hotList }: StoredList) => ({ name, description, hotList });

async function writeChange(
  { sql, caller, now }: Pick<Context<unknown>, 'sql' | 'caller' | 'now'>,
  list: StoredList,
  columns: Partial<Pick<StoredList, 'name' | 'description' | 'hotList' | 'hidden' | 'active'>>,
  actions: readonly HistoryAction[],
): Promise<void> {
  const { companyId, listId } = list;
  const change = { changedBy: caller.name, now };
  await sql`
    update fraud_list
    set ${sql({ ...columns, lastUpdatedBy: caller.name, lastUpdatedAt: now, lastAction: actions.at(-1) ?? 'UPDATE' })},
        version = version + 1
    where company_id = ${companyId} and list_id = ${listId}`;
  await writeListHistory(sql, list, actions, change);
}

/** Writes the audit event of a change of a list. Values are in the list's history, the audit has numbers. */
export async function auditList(
  { sql, caller, request, now }: Pick<Context<unknown>, 'sql' | 'caller' | 'request' | 'now'>,
  act: string,
  list: Pick<StoredList, 'companyId' | 'organisationId' | 'listId' | 'kind' | 'name'>,
  before: object,
  after: object,
): Promise<void> {
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: list.companyId,
    organisationId: list.organisationId,
    act,
    objectKind: 'fraudList',
    objectId: String(list.listId),
    before,
    after,
    detail: { listType: listTypeOf[list.kind], name: list.name },
  });
}
