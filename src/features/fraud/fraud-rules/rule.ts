import { type CustomFieldType, customFieldPrefixes } from '#features/record/fraud-fields/field-catalogue.ts';

/** Actions of a rule and of a territory rule (docs/domain.md#fraud-rules). */
export const ruleActions = ['Accept', 'Block', 'Defer', 'Ignore'] as const;
export const territoryActions = ['TerritoryBlock', 'TerritoryDefer', 'Ignore'] as const;
type RuleAction = (typeof ruleActions)[number];
type TerritoryAction = (typeof territoryActions)[number];

/** The action that a rule with Ignore tests. */
export const testableActions = ['Accept', 'Block', 'Defer'] as const;
export type TestableAction = (typeof testableActions)[number];

export const deferFinalActions = ['capture', 'decline'] as const;
export const deferWaitPeriods = [
  '1 day',
  '2 days',
  '3 days',
  '4 days',
  '5 days',
  '6 days',
  '7 days',
] as const;

export const windows = [
  '5s',
  '1m',
  '5m',
  '1h',
  '3h',
  '6h',
  '12h',
  '24h',
  '3d',
  '7d',
  '15d',
  '30d',
  '45d',
  '60d',
  '90d',
] as const;
export type Window = (typeof windows)[number];

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export function windowMs(window: Window): number {
  return Number(window.slice(0, -1)) * unitMs[window.slice(-1) as keyof typeof unitMs];
}

export const aggregateScopes = ['company', 'branch', 'merchant', 'installation'] as const;
export type AggregateScope = (typeof aggregateScopes)[number];

/** Currencies of velocity sums, as rules write them. */
export const sumCurrencies = ['gbp', 'eur', 'usd'] as const;
export const sumTypes = ['attemptedSpend', 'payouts'] as const;

export const ageUnits = ['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const;
export type AgeUnit = (typeof ageUnits)[number];

/** Comparators of numbers: counts, sums, ages. */
export const comparators = [
  'equalTo',
  'notEqualTo',
  'lessThan',
  'lessThanOrEqualTo',
  'greaterThan',
  'greaterThanOrEqualTo',
] as const;
export type Comparator = (typeof comparators)[number];

export const ageOperators = [
  'equalTo',
  'greaterThan',
  'greaterThanOrEqualTo',
  'lessThan',
  'lessThanOrEqualTo',
  'between',
] as const;

export type AgeOperator = (typeof ageOperators)[number];

export const listOperators = [
  'isIn',
  'isNotIn',
  'isInPartiallyMatching',
  'isInStartingWith',
  'isInEndingWith',
] as const;
export type ListOperator = (typeof listOperators)[number];

/** The operator without its suffix, and whether letter case counts. */
export function parseOperator(text: string): { operator: string; ignoresCase: boolean } {
  const ignoresCase = text.endsWith('IgnoreCase');
  return { operator: ignoresCase ? text.slice(0, -'IgnoreCase'.length) : text, ignoresCase };
}

/** Names of places in geolocation conditions, and the field that each one reads. */
export const locationFields = {
  billingCountry: 'billingCountryCode',
  issuingCountry: 'cardIssuerCountryCode',
  ipCountry: 'ipCountryCode',
  shippingCountry: 'shippingCountryCode',
  billingCity: 'billingCity',
  ipCity: 'ipCity',
  transactionIpCity: 'ipCity',
  shippingCity: 'shippingCity',
} as const;
export type LocationType = keyof typeof locationFields;

export interface CustomFieldRef {
  descriptiveName: string;
  dataType: CustomFieldType;
  index: number;
}

export type ComparedField =
  | { type: 'simpleField'; name: string }
  | ({ type: 'customField' } & CustomFieldRef);

interface Velocity {
  field: string;
  operator: Comparator;
  value: number;
  window: Window;
}

/**
 * The ten types of conditions, as the screens send them. Two values of a range are one string, `low|high`; the values of a
 * multiple choice are separated by commas.
 */
export type Condition =
  | {
      type: 'simple';
      field: string;
      category?: string;
      operator: string;
      value: string;
      precision?: string;
    }
  | {
      type: 'customField';
      customField: CustomFieldRef;
      operator: string;
      value: string;
      precision?: string;
    }
  | { type: 'list'; field: string; operator: ListOperator; listId: number }
  | ({ type: 'velocityCount' } & Velocity)
  | ({
      type: 'velocitySum';
      sumTypeField: (typeof sumTypes)[number];
      currency: (typeof sumCurrencies)[number];
    } & Velocity)
  | {
      type: 'morphing';
      field1: string;
      field2: string;
      operator: Comparator;
      value: number;
      window: Window;
    }
  | {
      type: 'geolocation';
      locationType1: LocationType;
      operator: 'equalTo' | 'notEqualTo';
      locationType2: LocationType;
    }
  | {
      type: 'fieldComparison';
      firstField: ComparedField;
      operator: 'equalTo' | 'notEqualTo';
      secondField: ComparedField;
    }
  | { type: 'age'; field: string; operator: AgeOperator; value: string }
  | { type: 'generalAge'; field: string; operator: AgeOperator; value: string; precision: AgeUnit };

export type ConditionType = Condition['type'];

export interface JoinedConditions {
  logicalOperator: 'and' | 'or';
  conditions: Condition[];
  /** Whose attempts velocity conditions count. By default the company's. */
  scope?: AggregateScope;
}

export interface TerritoryCondition {
  type: 'territory';
  /** The field with the country: card issuer, IP address, billing or shipping. */
  territoryComparisonType: (typeof territoryFields)[number];
  territoryListOperator: 'isIn' | 'isNotIn';
  /** Country codes, alpha-3. */
  territories: string[];
}

export const territoryFields = [
  'cardIssuerCountryCode',
  'ipCountryCode',
  'billingCountryCode',
  'shippingCountryCode',
] as const;

/** The action of a rule on a matching payment. */
export interface Outcome {
  deferFinalAction?: (typeof deferFinalActions)[number];
  deferWaitPeriod?: (typeof deferWaitPeriods)[number];
  actionToTest?: TestableAction;
}

/** The conditions and the action of a rule. */
export type RuleCore =
  | { ruleType: 'rule'; action: RuleAction; joinedConditions: JoinedConditions }
  | { ruleType: 'territoryRule'; action: TerritoryAction; territoryCondition: TerritoryCondition };

interface RuleScope {
  name: string;
  merchantIds: number[];
  installationIds: number[];
}

/** A rule or territory rule as a user writes it. Each version stores one. */
export type RuleContent = RuleScope & { description: string } & Outcome & RuleCore;

/** A rule or territory rule as the engine evaluates it. */
export type EvaluatedRule = RuleScope & { ruleId: number; version: number } & Outcome & RuleCore;

/** The id of a custom field in facts: its stored name. */
export const customFieldId = ({ dataType, index }: CustomFieldRef): string =>
  `${customFieldPrefixes[dataType]}${index}`;
