import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type ListHead,
  type ListMatch,
  loadListHeads,
  matchListValues,
} from '#features/fraud/fraud-lists/server/match-lists.ts';
import { type EvaluatedTransaction, buildFacts } from './build-facts.ts';
import { type ListValues, collectStandardListValues } from './list-lookups.ts';

/** The block list that matched a payment, for auto-add. */
export interface BlockMatch {
  field: string;
  expiryDate: string | null;
}

/** The values of a payment on block and allow lists, within their own time. */
export async function matchStandardLists(
  sql: TenantSql,
  budgetMs: number,
  { companyId, now }: { companyId: number; now: Date },
  values: readonly ListValues[],
): Promise<ListMatch[]> {
  if (values.length === 0) return [];
  return sql.savepoint(async (inner) => {
    const [, matches] = await pipelined(inner, [
      () => inner`select set_config('statement_timeout', ${String(budgetMs)}, true)`,
      () => matchListValues(inner, companyId, values, now.toISOString().slice(0, 10)),
      () => inner`set local statement_timeout to default`,
    ]);
    return matches;
  });
}

export function findMatchedList(
  lists: readonly ListHead[],
  listValues: readonly ListValues[],
  matchesByList: ReadonlyMap<number, readonly ListMatch[]>,
  kind: 'NEGATIVE' | 'POSITIVE',
): BlockMatch | undefined {
  for (const list of lists) {
    if (list.kind !== kind || !list.active) continue;
    const lookup = listValues.find(({ listId, isStandard }) => isStandard && listId === list.listId);
    const match = matchesByList
      .get(list.listId)
      ?.find(({ matchValue }) => lookup?.values.includes(matchValue));
    if (match) return { field: list.dataField, expiryDate: match.expiryDate };
  }
  return undefined;
}

/** The block list that has a value of a stored payment, as of today. Custom fields have no block list. */
export async function findBlockMatch(
  sql: TenantSql,
  companyId: number,
  txn: EvaluatedTransaction,
  now: Date,
): Promise<BlockMatch | undefined> {
  const lists = await loadListHeads(sql, companyId);
  const facts = buildFacts(txn, { now, dateOfBirth: null, customFields: new Map() });
  const listValues = collectStandardListValues(lists, facts, false);
  const matches = await matchListValues(sql, companyId, listValues, now.toISOString().slice(0, 10));
  return findMatchedList(lists, listValues, groupByList(matches), 'NEGATIVE');
}

export const groupByList = (matches: readonly ListMatch[]): Map<number, ListMatch[]> =>
  Map.groupBy(matches, ({ listId }) => listId);
