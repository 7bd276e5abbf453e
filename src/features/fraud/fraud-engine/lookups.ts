import type {
  AggregateScope,
  Condition,
  JoinedConditions,
  ListOperator,
  Window,
} from '#features/fraud/fraud-rules/rule.ts';

/** Rules' reads from the database: whether a list has a value, and counts and sums of earlier attempts. */
export interface ListLookup {
  kind: 'list';
  field: string;
  listId: number;
  operator: Exclude<ListOperator, 'isNotIn'>;
}

export interface MeasureLookup {
  kind: 'measure';
  field: string;
  window: Window;
  scope: AggregateScope;
  aggregate:
    | { kind: 'count' }
    /** Minor units. */
    | { kind: 'sum'; sumType: 'attemptedSpend' | 'payouts'; currency: string }
    /** Different values of another field. */
    | { kind: 'distinct'; field: string };
}

export type Lookup = ListLookup | MeasureLookup;

/** The result of a lookup; undefined where the payment has no value to look up. */
export type LookupResult = boolean | number | undefined;

/** The same for two conditions with the same lookup. */
export function lookupKey(lookup: Lookup): string {
  if (lookup.kind === 'list') return `list ${lookup.listId} ${lookup.operator} ${lookup.field}`;
  const { field, window, scope, aggregate } = lookup;
  const measured =
    aggregate.kind === 'sum'
      ? `${aggregate.sumType} ${aggregate.currency}`
      : aggregate.kind === 'distinct'
        ? `distinct ${aggregate.field}`
        : 'count';
  return `${measured} ${field} ${window} ${scope}`;
}

/** The lookup of a condition in the database; undefined for one that reads the payment only. */
export function buildLookup(
  condition: Condition,
  { scope = 'company' }: Pick<JoinedConditions, 'scope'>,
): Lookup | undefined {
  switch (condition.type) {
    case 'list': {
      const { field, listId, operator } = condition;
      // An address has no parts: each operator looks for it and for the networks that it is in.
      const isWhole = operator === 'isNotIn' || field === 'customerIpAddress';
      return { kind: 'list', field, listId, operator: isWhole ? 'isIn' : operator };
    }
    case 'velocityCount':
      return {
        kind: 'measure',
        field: condition.field,
        window: condition.window,
        scope,
        aggregate: { kind: 'count' },
      };
    case 'velocitySum': {
      const { field, window, sumTypeField: sumType, currency } = condition;
      return {
        kind: 'measure',
        field,
        window,
        scope,
        aggregate: { kind: 'sum', sumType, currency: currency.toUpperCase() },
      };
    }
    case 'morphing':
      return {
        kind: 'measure',
        field: condition.field1,
        window: condition.window,
        scope,
        aggregate: { kind: 'distinct', field: condition.field2 },
      };
    default:
      return undefined;
  }
}
