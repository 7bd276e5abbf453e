import type { ListHead } from '#features/fraud-lists/server/match-lists.ts';
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
    return value === null ? [] : [{ listId, values: [value], isStandard: true }];
  });
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
    if (!list || value === null) return [];
    return [{ listId: list.listId, values: listCandidates(lookup, value, list), isStandard: false }];
  });
}

/** The parts of a value that a list could have: those of a length that occurs in it. */
function listCandidates(
  { operator }: ListLookup,
  value: string,
  { valueLengths }: Pick<ListHead, 'valueLengths'>,
): string[] {
  if (operator === 'isIn') return [value];
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
  { operator }: ListLookup,
  value: string,
  matches: readonly { matchValue: string }[],
): boolean {
  switch (operator) {
    case 'isIn':
      return matches.some(({ matchValue }) => value === matchValue);
    case 'isInStartingWith':
      return matches.some(({ matchValue }) => value.startsWith(matchValue));
    case 'isInEndingWith':
      return matches.some(({ matchValue }) => value.endsWith(matchValue));
    case 'isInPartiallyMatching':
      return matches.some(({ matchValue }) => value.includes(matchValue));
  }
}
