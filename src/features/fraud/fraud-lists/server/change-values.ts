import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import type { HandlerContext } from '#server/handler.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { cardField, findExpiryError } from '../list-item-rules.ts';
import type { ItemChangeResult, ItemResult } from '../list-shapes.ts';
import { authoriseList } from './authorise-list.ts';
import { auditList } from './change-list.ts';
import { type ItemInput, buildItemChecker } from './check-item.ts';
import { removeItems, setExpiry, insertItems } from './db/write-items.ts';
import type { NewItem } from './db/list-item.ts';
import type { StoredList } from './db/list-store.ts';

export interface ChangeContext extends Pick<HandlerContext<unknown>, 'sql' | 'caller' | 'request' | 'now'> {
  resource: Pick<OrganisationResource, 'path' | 'companyId'>;
}

const manualSource = 'Manual input';
const todayOf = (now: Date): CalendarDay => now.toISOString().slice(0, 10);

interface SourcedInput extends ItemInput {
  source?: string;
}

/** Adds one value. A value on the list gets the new expiry, because an import repeats earlier values. */
export async function addOrUpdate(
  ctx: ChangeContext,
  listId: number,
  input: SourcedInput,
  kind: 'simple' | 'card',
): Promise<ItemResult> {
  const list = await authoriseList(ctx, listId, 'editItems', { lock: true });
  if ((kind === 'card') !== (list.dataField === cardField)) throw problems.invalid('path.listId');
  const uiListItemModel = { value: input.value };
  const checked = await (await buildItemChecker(ctx.sql, list, todayOf(ctx.now)))(input);
  if (!checked.ok) {
    return { responseStatus: checked.code, message: checked.errors.join('|'), uiListItemModel };
  }
  const item = checked.value;
  const added = await insertItems(ctx.sql, list, [item], changeOf(ctx, input.source));
  if (added.size > 0) {
    await auditList(ctx, kind === 'card' ? 'addCardListItem' : 'addListItem', list, {}, { added: 1 });
    return { responseStatus: 'ADDED', uiListItemModel };
  }
  await updateExpiry(ctx, list, item);
  return { responseStatus: 'UPDATED', uiListItemModel };
}

/** Updates the expiry of a value. Writes nothing if the value has this expiry. */
async function updateExpiry(ctx: ChangeContext, list: StoredList, item: NewItem): Promise<void> {
  const [existing] = await ctx.sql<{ itemId: number }[]>`
    select item_id from fraud_list_item
    where company_id = ${list.companyId} and list_id = ${list.listId} and match_value = ${item.matchValue}
      and expiry_date is distinct from ${item.expiryDate}::date`;
  if (!existing) return;
  await setExpiry(ctx.sql, list, [existing.itemId], item.expiryDate, changeOf(ctx));
  await auditList(ctx, 'changeListItems', list, {}, { changed: 1, expiryDate: item.expiryDate });
}

/** Adds the valid values. A value that the list has is reported as a duplicate and not changed. */
export async function addValues(
  ctx: ChangeContext,
  listId: number,
  inputs: readonly SourcedInput[],
): Promise<ItemResult[]> {
  const list = await authoriseList(ctx, listId, 'editItems', { lock: true });
  const check = await buildItemChecker(ctx.sql, list, todayOf(ctx.now));
  const results: ItemResult[] = [];
  const bySource = new Map<string, Map<string, { item: NewItem; at: number }>>();
  const matchValues = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    const checked = await check(input);
    const uiListItemModel = { value: input.value };
    if (!checked.ok) {
      results[index] = { responseStatus: checked.code, message: checked.errors.join('|'), uiListItemModel };
      continue;
    }
    // The status until the value is added.
    results[index] = { responseStatus: 'duplicate_list_item', uiListItemModel };
    if (matchValues.has(checked.value.matchValue)) continue;
    matchValues.add(checked.value.matchValue);
    const source = input.source ?? manualSource;
    const group = bySource.get(source) ?? new Map<string, { item: NewItem; at: number }>();
    bySource.set(source, group.set(checked.value.matchValue, { item: checked.value, at: index }));
  }
  let count = 0;
  for (const [source, group] of bySource) {
    const items = [...group.values()].map(({ item }) => item);
    for (const value of await insertItems(ctx.sql, list, items, changeOf(ctx, source))) {
      const result = results[group.get(value)?.at ?? -1];
      if (result) result.responseStatus = 'ADDED';
      count += 1;
    }
  }
  await auditList(ctx, 'addListItems', list, {}, { added: count, rejected: inputs.length - count });
  return results;
}

export async function removeValues(
  ctx: ChangeContext,
  listId: number,
  itemIds: readonly number[],
): Promise<ItemChangeResult[]> {
  const list = await authoriseList(ctx, listId, 'editItems', { lock: true });
  const removed = await removeItems(ctx.sql, list, itemIds, changeOf(ctx));
  await auditList(ctx, 'removeListItems', list, {}, { removed: removed.size });
  return itemIds.map((itemIdentifier) => ({
    itemIdentifier,
    responseStatus: removed.has(itemIdentifier) ? 'REMOVED' : 'INVALID_LIST_ITEM_IDENTIFIER',
  }));
}

/**
 * Sets the expiry of values, of one list or of several. The id of a value on a list that the caller may not change is
 * as unknown as one that doesn't exist.
 */
export async function changeExpiries(
  ctx: ChangeContext,
  items: readonly { itemIdentifier: number; expiryDate?: string }[],
): Promise<ItemChangeResult[]> {
  const { sql, now } = ctx;
  const ids = items.map(({ itemIdentifier }) => itemIdentifier);
  const itemLists = await sql<{ itemId: number; listId: number }[]>`
    select item_id, list_id from fraud_list_item
    where company_id = ${ctx.resource.companyId} and item_id = any (${ids})`;
  const listOf = new Map(itemLists.map(({ itemId, listId }) => [itemId, listId]));
  const lists = await loadChangeableLists(
    ctx,
    [...new Set(listOf.values())].toSorted((a, b) => a - b),
  );
  const changed = new Set<number>();
  for (const list of lists) {
    const byDay = Map.groupBy(
      items.filter(
        ({ itemIdentifier, expiryDate }) =>
          listOf.get(itemIdentifier) === list.listId && !findExpiryError(expiryDate, todayOf(now)),
      ),
      ({ expiryDate }) => expiryDate || null,
    );
    for (const [day, group] of byDay) {
      const itemIds = group.map(({ itemIdentifier }) => itemIdentifier);
      for (const id of await setExpiry(sql, list, itemIds, day, changeOf(ctx))) changed.add(id);
      await auditList(ctx, 'changeListItems', list, {}, { changed: itemIds.length, expiryDate: day });
    }
  }
  return items.map(({ itemIdentifier, expiryDate }) => {
    const expiryError = findExpiryError(expiryDate, todayOf(now));
    if (expiryError)
      return { itemIdentifier, responseStatus: 'INVALID_LIST_ITEM_ERROR', message: expiryError };
    const isChanged = changed.has(itemIdentifier);
    return { itemIdentifier, responseStatus: isChanged ? 'UPDATED' : 'INVALID_LIST_ITEM_IDENTIFIER' };
  });
}

async function loadChangeableLists(ctx: ChangeContext, listIds: readonly number[]): Promise<StoredList[]> {
  const lists: StoredList[] = [];
  for (const listId of listIds) {
    try {
      lists.push(await authoriseList(ctx, listId, 'editItems', { lock: true }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return lists;
}

export const changeOf = ({ caller, now }: Pick<ChangeContext, 'caller' | 'now'>, source = manualSource) => ({
  source,
  changedBy: caller.name,
  now,
});
