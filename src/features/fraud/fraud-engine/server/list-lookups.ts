import { emailDomain } from '#shared/email-address.ts';
import { networksOf } from '#shared/ip-address.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type ListHead,
  type ListMatch,
  type ListScan,
  type ListTexts,
  matchListValues,
  scanLists,
} from '#features/fraud/fraud-lists/server/match-lists.ts';
import { VersionedCache } from '#server/process-state.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { type FraudFacts, comparable } from '../facts.ts';
import type { ListLookup, Lookup } from '../lookups.ts';

/** Values to look up in a list. */
export interface ListValues {
  listId: number;
  values: readonly string[];
  /** A block or allow list, which decides without a rule. */
  isStandard: boolean;
}

/** The payment's values in the block and allow lists of its company. */
export function collectStandardListValues(
  lists: readonly ListHead[],
  facts: FraudFacts,
  skipsBlockLists: boolean,
): ListValues[] {
  return lists.flatMap(({ listId, kind, active, dataField }) => {
    if (kind === 'PARAMETER' || !active || (kind === 'NEGATIVE' && skipsBlockLists)) return [];
    const value = comparable(dataField, facts.values[dataField]);
    return value === null
      ? []
      : [{ listId, values: [value, ...widerValues(dataField, value)], isStandard: true }];
  });
}

/** What a list may have in the place of a value: the domain of an email, the networks of an address. */
function widerValues(dataField: string, value: string): string[] {
  if (dataField === 'customerEmail') return value.includes('@') ? [emailDomain(value)] : [];
  return dataField === 'customerIpAddress' ? networksOf(value) : [];
}

/** The values that rules look up. An inactive or deleted list counts as empty. */
export function collectRuleListValues(
  lists: readonly ListHead[],
  lookups: readonly Lookup[],
  facts: FraudFacts,
): ListValues[] {
  return lookups.flatMap((lookup) => {
    if (lookup.kind !== 'list') return [];
    const list = lists.find(({ listId, active }) => listId === lookup.listId && active);
    const value = comparable(lookup.field, facts.values[lookup.field]);
    if (!list || value === null || findScannedList(lists, lookup, facts)) return [];
    return [{ listId: list.listId, values: listCandidates(lookup, value, list), isStandard: false }];
  });
}

/** The values of rules' lists that payments have, outside the engine. */
export async function matchRuleLists(
  sql: TenantSql,
  { companyId, lists, today }: { companyId: number; lists: readonly ListHead[]; today: CalendarDay },
  lookups: readonly Lookup[],
  payments: readonly FraudFacts[],
): Promise<ListMatch[]> {
  const values = payments.flatMap((facts) => collectRuleListValues(lists, lookups, facts));
  const scans = payments.flatMap((facts) => collectRuleScans(lists, lookups, facts));
  const cache: ListTexts = new VersionedCache(lookups.length + 1);
  return [
    ...(await matchListValues(sql, companyId, values, today)),
    ...(await scanLists(sql, cache, companyId, scans, today)),
  ];
}

/** More parts of a text than this are not looked up one by one. */
const maxParts = 2000;

/** The texts in which a rule looks for values of a list, where their parts would be too many to look up. */
export function collectRuleScans(
  lists: readonly ListHead[],
  lookups: readonly Lookup[],
  facts: FraudFacts,
): ListScan[] {
  return lookups.flatMap((lookup) => {
    const list = findScannedList(lists, lookup, facts);
    const text = lookup.kind === 'list' ? comparable(lookup.field, facts.values[lookup.field]) : null;
    return list && text !== null ? [{ list, text }] : [];
  });
}

function findScannedList(
  lists: readonly ListHead[],
  lookup: Lookup,
  facts: FraudFacts,
): ListHead | undefined {
  if (lookup.kind !== 'list' || lookup.operator !== 'isInPartiallyMatching') return undefined;
  const list = lists.find(({ listId, active }) => listId === lookup.listId && active);
  const text = comparable(lookup.field, facts.values[lookup.field]);
  if (!list || text === null) return undefined;
  const lengths = list.valueLengths.filter((length) => length > 0 && length <= text.length);
  const parts = lengths.reduce((sum, length) => sum + text.length - length + 1, 0);
  return parts > maxParts ? list : undefined;
}

/** The parts of a value that a list could have: those of a length that occurs in it. */
function listCandidates(
  { operator, field }: ListLookup,
  value: string,
  { valueLengths }: Pick<ListHead, 'valueLengths'>,
): string[] {
  if (operator === 'isIn') return [value, ...widerValues(field, value)];
  const lengths = valueLengths.filter((length) => length > 0 && length <= value.length);
  if (operator === 'isInStartingWith') return lengths.map((length) => value.slice(0, length));
  if (operator === 'isInEndingWith') return lengths.map((length) => value.slice(value.length - length));
  const parts = new Set<string>();
  for (const length of lengths)
    for (let from = 0; from + length <= value.length; from += 1) parts.add(value.slice(from, from + length));
  return [...parts];
}

/** Whether the value of a payment is on the list, by the operator of the condition. */
export function isOnList(
  { operator, field }: ListLookup,
  value: string,
  matches: readonly { matchValue: string }[],
): boolean {
  switch (operator) {
    case 'isIn': {
      const values = [value, ...widerValues(field, value)];
      return matches.some(({ matchValue }) => values.includes(matchValue));
    }
    case 'isInStartingWith':
      return matches.some(({ matchValue }) => value.startsWith(matchValue));
    case 'isInEndingWith':
      return matches.some(({ matchValue }) => value.endsWith(matchValue));
    case 'isInPartiallyMatching':
      return matches.some(({ matchValue }) => value.includes(matchValue));
  }
}
