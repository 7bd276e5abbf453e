import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { problems } from '#shared/problem.ts';
import { type HandlerContext, handle, handleWithoutTransaction } from '#server/handler.ts';
import { mayOn } from '#server/auth/caller.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { fieldsWithUse } from '#features/record/fraud-fields/field-catalogue.ts';
import { textOfDay } from '#shared/calendar-day.ts';
import * as endpoints from '../endpoints.ts';
import { parameterListPermissions, standardListPermissions, rulePermissions } from '../list-permissions.ts';
import * as schemas from '../schemas.ts';
import { expiryUnits, findContradiction, maxExpiry } from '../auto-add.ts';
import type { ListKind } from '../standard-lists.ts';
import { authoriseList, isOnPath, unknownList } from './authorise-list.ts';
import { createParameterList, deleteList, setActive, updateList } from './change-list.ts';
import { addOrUpdate, addValues, changeExpiries, removeValues } from './change-values.ts';
import { readAutoAdd, writeAutoAdd } from './db/auto-add-store.ts';
import { findItems, type StoredItem, loadItemsAfter } from './db/find-items.ts';
import { findHistory, type StoredEntry, loadHistoryAfter } from './db/list-history.ts';
import { type ListQuery, findLists, toReadLists } from './db/list-store.ts';
import { readHistoryFilter } from './history-filter.ts';
import { loadPredefinedValues } from './check-item.ts';
import { listDownload, buildTimeWriter } from './list-download.ts';
import { cardField } from '../list-item-rules.ts';

const defaultPage = 50;
/** Every list of a company. */
const maxNames = 1000;

export const createList = handle(endpoints.createList, schemas.createList, createParameterList);

export const editList = handle(endpoints.editList, schemas.editList, (ctx) =>
  ctx.path.editAction === 'DELETE' ? deleteList(ctx, ctx.path.listId) : updateList(ctx, ctx.path.listId),
);

export const activateList = handle(endpoints.activateList, schemas.activateList, (ctx) =>
  setActive(ctx, ctx.path.listId),
);

export const addListItem = handle(endpoints.addListItem, schemas.addListItem, (ctx) =>
  addOrUpdate(ctx, ctx.path.listId, ctx.body.uiListItemModel, 'simple'),
);

export const addCardListItem = handle(endpoints.addCardListItem, schemas.addCardListItem, (ctx) =>
  addOrUpdate(ctx, ctx.path.listId, ctx.body.uiListItemModel, 'card'),
);

export const addListItems = handle(endpoints.addListItems, schemas.addListItems, (ctx) =>
  addValues(ctx, ctx.path.listId, ctx.body.uiListItemModels),
);

export const removeListItem = handle(endpoints.removeListItem, schemas.removeListItem, async (ctx) => {
  const [result] = await removeValues(ctx, ctx.path.listId, [ctx.path.itemId]);
  if (result?.responseStatus !== 'REMOVED') throw unknownList();
  return result;
});

export const removeListItems = handle(endpoints.removeListItems, schemas.removeListItems, (ctx) =>
  removeValues(ctx, ctx.path.listId, ctx.body.listItemIdentifiers),
);

export const changeListItems = handle(endpoints.changeListItems, schemas.changeListItems, (ctx) =>
  changeExpiries(ctx, ctx.body.listItems),
);

export const getList = handle(endpoints.getList, schemas.getList, async (ctx) => {
  const list = await authoriseList(ctx, ctx.path.listId, 'view');
  const [read] = await toReadLists(ctx.sql, [list], ctx.now);
  if (!read) throw unknownList();
  return read;
});

type ItemsContext = HandlerContext<typeof endpoints.getListItems>;

async function loadItemPage(ctx: ItemsContext): Promise<ResponseInputOf<typeof endpoints.getListItems>> {
  const { sql, path, query } = ctx;
  const list = await authoriseList(ctx, path.listId, 'view');
  const { items, total } = await findItems(
    sql,
    list,
    {
      value: query['listItemSearch.value'],
      source: query['listItemSearch.source'],
      addedUntil: readInstant(query['listItemSearch.addedDate']),
      expiryDate: query['listItemSearch.expiryDate'],
      maskedPan: query['listItemSearch.maskedPan'],
    },
    {
      sort: query['sortField.field'] ?? 'addedDate',
      direction: query['sortField.sort'] ?? 'DESC',
      limit: query.limit ?? defaultPage,
      offset: offsetOf(query),
    },
  );
  return { data: items, resultsReturned: items.length, resultsAvailable: total };
}

export const getListItems = handle(endpoints.getListItems, schemas.getListItems, loadItemPage);
export const getCardListItems = handle(endpoints.getCardListItems, schemas.getCardListItems, loadItemPage);

export const getRemainingValues = handle(
  endpoints.getRemainingValues,
  schemas.getRemainingValues,
  async (ctx) => {
    const list = await authoriseList(ctx, ctx.path.listId, 'view');
    const values = (await loadPredefinedValues(ctx.sql, list.companyId, list.dataField)) ?? [];
    const existing = await ctx.sql<{ value: string }[]>`
      select value from fraud_list_item where company_id = ${list.companyId} and list_id = ${list.listId}
        and match_value = any (${values.map((value) => value.toLowerCase())})`;
    const existingValues = new Set(existing.map(({ value }) => value));
    return values.filter((value) => !existingValues.has(value));
  },
);

export const getListDataFields = handle(
  endpoints.getListDataFields,
  schemas.getListDataFields,
  async ({ sql, resource }) => {
    const custom = await sql<{ dataField: string; displayName: string }[]>`
      select stored_name as data_field, display_name from custom_field
      where company_id = ${resource.companyId} and in_rules and not hidden and data_type in ('string', 'longString')
      order by display_name`;
    return [...fieldsWithUse('list').map((dataField) => ({ dataField })), ...custom];
  },
);

export const searchParameterLists = handle(
  endpoints.searchParameterLists,
  schemas.searchParameterLists,
  async ({ sql, caller, resource, query, now }) => {
    const hotList = query['listSearch.hotList'];
    const { lists, total } = await findLists(
      sql,
      {
        ...filterVisible(caller, resource, 'PARAMETER'),
        hotList: hotList === undefined ? undefined : hotList === 'true',
        name: query['listSearch.name'] || undefined,
        dataField: query['listSearch.fieldType'] || undefined,
        updatedUntil: readInstant(query['listSearch.lastUpdatedTime']),
      },
      {
        sort: query['sortField.field'] ?? 'auditData.lastUpdatedTime',
        direction: query['sortField.sort'] ?? 'DESC',
        limit: query.limit ?? defaultPage,
        offset: offsetOf(query),
      },
    );
    const data = await toReadLists(sql, lists, now);
    return { data, resultsReturned: lists.length, resultsAvailable: total };
  },
);

type NamesContext = Pick<
  HandlerContext<typeof endpoints.getParameterLists>,
  'sql' | 'caller' | 'resource' | 'now'
>;

const byName = { sort: 'name', direction: 'ASC', limit: maxNames, offset: 0 } as const;

function filterVisible(
  caller: NamesContext['caller'],
  resource: NamesContext['resource'],
  kind: ListKind,
): ListQuery {
  const anyOf = kind === 'PARAMETER' ? parameterListPermissions : standardListPermissions;
  return { kind, caller, anyOf, path: resource.path };
}

const listNames = async ({ sql, caller, resource }: NamesContext, kind: ListKind) => {
  const { lists } = await findLists(sql, filterVisible(caller, resource, kind), byName);
  return lists.map(({ listId, name, dataField, active }) => ({ listId, name, dataField, active }));
};

const loadExtendedLists = async ({ sql, caller, resource, now }: NamesContext, kind: ListKind) => {
  const { lists } = await findLists(sql, filterVisible(caller, resource, kind), byName);
  const data = await toReadLists(sql, lists, now);
  return { data, resultsReturned: lists.length, resultsAvailable: lists.length };
};

export const getParameterLists = handle(endpoints.getParameterLists, schemas.getParameterLists, (ctx) =>
  listNames(ctx, 'PARAMETER'),
);
export const getBlockLists = handle(endpoints.getBlockLists, schemas.getBlockLists, (ctx) =>
  listNames(ctx, 'NEGATIVE'),
);
export const getAllowLists = handle(endpoints.getAllowLists, schemas.getAllowLists, (ctx) =>
  listNames(ctx, 'POSITIVE'),
);
export const getExtendedBlockLists = handle(
  endpoints.getExtendedBlockLists,
  schemas.getExtendedBlockLists,
  (ctx) => loadExtendedLists(ctx, 'NEGATIVE'),
);
export const getExtendedAllowLists = handle(
  endpoints.getExtendedAllowLists,
  schemas.getExtendedAllowLists,
  (ctx) => loadExtendedLists(ctx, 'POSITIVE'),
);

/** Rules that one response names. */
const maxLinkedRules = 200;

/** Rules of organisations where the caller may view rules. */
export const getLinkedRules = handle(endpoints.getLinkedRules, schemas.getLinkedRules, async (ctx) => {
  const { sql, caller, resource } = ctx;
  const list = await authoriseList(ctx, ctx.path.listId, 'view');
  const rules = await sql<
    { ruleIdentifier: number; name: string; ruleType: string; active: boolean; path: string }[]
  >`
    select r.rule_id as rule_identifier, r.name, r.rule_type, r.active, o.path
    from fraud_rule r join organisation o on o.id = r.organisation_id
    where r.company_id = ${list.companyId} and not r.hidden and r.list_ids @> array[${list.listId}::integer]
    order by r.active desc, lower(r.name), r.rule_id limit ${maxLinkedRules}`;
  return rules
    .filter(({ path }) => isOnPath(resource.path, path))
    .filter(({ path }) => rulePermissions.some((name) => mayOn(caller, name, path)))
    .map(({ path: _path, ...rule }) => rule);
});

export const getListHistory = handle(endpoints.getListHistory, schemas.getListHistory, async (ctx) => {
  const { sql, path, query } = ctx;
  const list = await authoriseList(ctx, path.listId, 'history');
  const { entries, total } = await findHistory(sql, list, readHistoryFilter(query), {
    sort: query['sortField.field'] ?? 'date',
    direction: query['sortField.sort'] ?? 'DESC',
    limit: query.limit ?? defaultPage,
    offset: offsetOf(query),
  });
  return { data: entries, resultsReturned: entries.length, resultsAvailable: total };
});

/** The configuration belongs to the company: the permission counts there. */
async function findCompanyPath(
  { sql, caller, resource }: NamesContext,
  name: 'VIEW' | 'EDIT',
): Promise<number> {
  const { companyId } = resource;
  const [company] = await sql<{ path: string }[]>`select path from organisation where id = ${companyId}`;
  if (
    !company ||
    companyId === null ||
    !mayOn(caller, `P_${name}_AUTO_ADD_TO_BLACKLIST_CONFIG`, company.path)
  )
    throw problems.forbidden();
  return companyId;
}

export const getAutoAdd = handle(endpoints.getAutoAdd, schemas.getAutoAdd, async (ctx) =>
  readAutoAdd(ctx.sql, await findCompanyPath(ctx, 'VIEW')),
);

export const saveAutoAdd = handle(endpoints.saveAutoAdd, schemas.saveAutoAdd, async (ctx) => {
  const { sql, caller, request, now } = ctx;
  const companyId = await findCompanyPath(ctx, 'EDIT');
  const { expiry } = ctx.body;
  const after = {
    ...ctx.body,
    sourceTypes: [...new Set(ctx.body.sourceTypes)],
    targetTypes: [...new Set(ctx.body.targetTypes)],
  };
  const contradiction = findContradiction(after);
  if (contradiction) throw problems.invalid(`body.${contradiction.side}Types`, 'not_allowed');
  if (after.active && after.sourceTypes.length === 0) throw problems.invalid('body.sourceTypes', 'missing');
  if (after.active && after.targetTypes.length === 0) throw problems.invalid('body.targetTypes', 'missing');
  if (
    expiry &&
    expiryUnits.some((unit) => unit === expiry.expiryPeriodicity && expiry.value > maxExpiry[unit])
  )
    throw problems.invalid('body.expiry.value', 'too_large');
  const before = await readAutoAdd(sql, companyId);
  await writeAutoAdd(sql, companyId, after, now);
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: companyId,
    act: endpoints.saveAutoAdd.name,
    before,
    after,
  });
  return after;
});

/** Rows count from 1, as in reports; 0 is read as 1. */
const offsetOf = ({ startFrom = 1 }: { startFrom?: number }): number => Math.max(0, startFrom - 1);

const readInstant = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

// Longer handlers are in separate files.
export { uploadListItems } from './upload-list-items.ts';

/** The entries of the search, newest first. */
export const exportListHistory = handleWithoutTransaction(
  endpoints.exportListHistory,
  schemas.exportListHistory,
  async (ctx) => {
    const { path, query } = ctx;
    const time = buildTimeWriter(query.timezone);
    const list = await ctx.inTenant((sql) => authoriseList({ ...ctx, sql }, path.listId, 'history'));
    const filter = readHistoryFilter(query);
    return listDownload<StoredEntry>(ctx, {
      format: query.format,
      name: `ListHistory_${list.name}`,
      loadAfter: (sql, last, limit) => loadHistoryAfter(sql, list, filter, last, limit),
      toCells: (entry) => [
        entry.action,
        entry.maskedPan ?? entry.value,
        entry.source,
        time(entry.changedAt),
        entry.changedBy,
        entry.expiryDate === null ? null : textOfDay(entry.expiryDate),
      ],
    });
  },
);

/** Named after the list. Card lists show the masked number and the known properties of the card. */
export const exportListItems = handleWithoutTransaction(
  endpoints.exportListItems,
  schemas.exportListItems,
  async (ctx) => {
    const { path, query } = ctx;
    const time = buildTimeWriter(query.timezone);
    const list = await ctx.inTenant((sql) => authoriseList({ ...ctx, sql }, path.listId, 'exportItems'));
    const isCard = list.dataField === cardField;
    return listDownload<StoredItem>(ctx, {
      format: query.format,
      name: list.name,
      loadAfter: (sql, last, limit) => loadItemsAfter(sql, list, last, limit),
      toCells: (item) => [
        isCard ? item.maskedPan : item.value,
        item.source,
        time(item.addedAt),
        item.expiryDate === null ? null : textOfDay(item.expiryDate),
        ...(isCard
          ? [
              item.cardIssuerName,
              item.cardBrand,
              item.cardScheme,
              item.cardUsageType,
              item.cardIssuerCountryCode,
            ]
          : []),
      ],
    });
  },
);
