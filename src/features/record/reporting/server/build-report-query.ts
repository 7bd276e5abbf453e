import { isCalendarDay } from '#shared/calendar-day.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { findCountry } from '#shared/countries.ts';
import { canonicalEmail } from '#shared/email-address.ts';
import { equivalentIpAddresses } from '#shared/ip-address.ts';
import { problems } from '#shared/problem.ts';
import type { SearchRequest } from '../search-schema.ts';
import { outcomeNames } from '../fields/risk-outcome.ts';
import { type Operation, type TransactionField, transactionField } from '../fields/transaction-fields.ts';
import type { Column } from './columns/postgres-column.ts';
import { daysAsTimes, instantIn, parseZone } from './report-zone.ts';
import type { MerchantScope } from './merchant-scope.ts';
import { findColumn } from './columns/transaction-columns.ts';

type RequestField = SearchRequest['fields'][number];
type Kind = Column['as'];

/** A valid filter: the field has the operation, and the column's type fits the values. */
export interface Condition {
  field: string;
  as: Kind;
  operation: Operation;
  /** An instant is a Date, everything else text in the form of its kind. */
  values: readonly (string | Date)[];
}

export interface SortTerm {
  field: string;
  as: Kind;
  direction: 'ASC' | 'DESC';
}

/** A query of transactions, independent of the store. Each store has a compiler for it. */
export interface ReportQuery {
  selected: readonly string[];
  conditions: readonly Condition[];
  /** Total: ends with the id, so that pages neither repeat nor skip a row. Missing values come last. */
  sort: readonly SortTerm[];
  offset: number;
  limit: number;
  scope: MerchantScope;
  /** The time zone of dates and times. */
  zone: string;
  /** The response includes the column names. */
  isNamed: boolean;
}

/** Validates the filters and completes the order. Throws 400 with the wrong field. */
export function buildReportQuery(
  request: SearchRequest,
  scope: MerchantScope,
  zone = parseZone(undefined),
): ReportQuery {
  const { fields } = daysAsTimes(request, zone);
  // Only a search aggregates, which takes these fields out first.
  const aggregated = fields.find(({ aggregation }) => aggregation !== undefined);
  if (aggregated) throw problems.invalid(`body.fields.${aggregated.field}`);
  return {
    selected: fields.filter(({ display }) => display !== false).map(({ field }) => field),
    conditions: fields.flatMap((field) => (field.filter ? [buildCondition(field, zone)] : [])),
    sort: buildSortTerms(fields),
    offset: request.startFrom - 1,
    limit: request.limit,
    scope,
    zone,
    isNamed: request.includeFieldNames !== false,
  };
}

function buildSortTerms(fields: readonly RequestField[]): SortTerm[] {
  const term = (field: string, direction: SortTerm['direction']): SortTerm => ({
    field,
    as: findColumn(field).as,
    direction,
  });
  const sortTerms = fields
    .filter(({ sort }) => sort !== undefined)
    .sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
    .map(({ field, sort }) => term(field, sort ?? 'DESC'));
  const [firstTerm = term('txn_datetime', 'DESC')] = sortTerms;
  return [...(sortTerms.length > 0 ? sortTerms : [firstTerm]), term('txn_id', firstTerm.direction)];
}

/** Number of values of an operation; undefined for one or more. */
const valueCounts: Readonly<Partial<Record<Operation, number>>> = {
  EQUALS: 1,
  NOT_EQUALS: 1,
  GT: 1,
  GTE: 1,
  LT: 1,
  LTE: 1,
  BETWEEN: 2,
};

function buildCondition({ field, filter }: RequestField, zone: string): Condition {
  const definition = transactionField(field);
  if (!definition || !filter || !definition.filters.includes(filter.operation)) {
    throw problems.invalid(`body.fields.${field}`);
  }
  const { as } = findColumn(field);
  const { operation } = filter;
  if (operation === 'IS_NULL' || operation === 'IS_NOT_NULL') return { field, as, operation, values: [] };
  const values = (filter.value ?? []).map((value) => parseFilterValue(definition, as, String(value), zone));
  const count = valueCounts[operation];
  // Amounts take two ranges too, because refunds and payouts are negative (docs/decisions/0053).
  const isTwoRanges = operation === 'BETWEEN' && as === 'decimal' && values.length === 4;
  if (count === undefined ? values.length === 0 : values.length !== count && !isTwoRanges) {
    throw problems.invalid(`body.fields.${field}`);
  }
  return withEquivalentValues({ field, as, operation, values });
}

const operationForSeveral: Readonly<Partial<Record<Operation, Operation>>> = {
  EQUALS: 'IN',
  NOT_EQUALS: 'NOT_IN',
};

const equivalentCodes = (value: string): string[] => [value, value.toUpperCase()];
const equivalentCountries = (value: string): string[] => [
  value,
  findCountry(value)?.alpha3 ?? value.toUpperCase(),
];

/** A value with several stored forms is searched in all of them. */
const equivalentValues: Readonly<Record<string, (value: string) => string[]>> = {
  // Codes are stored in capitals, imported rows in any case (docs/decisions/0053).
  ccy_code: equivalentCodes,
  GIFTCARD_PURCHASE_CURRENCY: equivalentCodes,
  payment_product: equivalentCodes,
  sales_channel: equivalentCodes,
  commerce_type: equivalentCodes,
  CONTINUOUS_AUTHORITY_TYPE: equivalentCodes,
  AUTHORISERSTATUS: equivalentCodes,
  customer_country: equivalentCountries,
  issuer_country: equivalentCountries,
  // A search by either name of a list finds both: payments have one or the other
  // (docs/domain.md#fraud-decisions).
  OPTIMIZE360_OUTCOME: outcomeNames,
  // Old payments have an address as the merchant wrote it (docs/decisions/0035).
  IP_address: equivalentIpAddresses,
  merch_ref: equivalentReferences,
  original_reference: equivalentReferences,
};

/** Copied references have blanks around them, and people type them in another letter case. The index finds each form. */
function equivalentReferences(value: string): string[] {
  const plain = value.trim().replaceAll(/\s+/g, ' ');
  return [value, value.trim(), plain, plain.toUpperCase(), plain.toLowerCase()];
}

const comparesWhole = new Set<Operation>(['EQUALS', 'NOT_EQUALS', 'IN', 'NOT_IN']);

function withEquivalentValues(condition: Condition): Condition {
  const { field, operation } = condition;
  const equivalentsOf = equivalentValues[field];
  if (equivalentsOf === undefined || !comparesWhole.has(operation)) return condition;
  const values = [...new Set(condition.values.flatMap((value) => equivalentsOf(String(value))))];
  const isUnchanged = values.length === condition.values.length;
  return {
    ...condition,
    values,
    operation: isUnchanged ? operation : (operationForSeveral[operation] ?? operation),
  };
}

/** The greatest number that both stores can compare. */
const aboveEveryNumber = '9223372036854775807';

/** The value in the column's type. Times may be ISO text or milliseconds (docs/domain.md#reporting). */
function parseFilterValue(
  definition: TransactionField,
  as: Kind,
  typed: string,
  zone: string,
): string | Date {
  const value = as === 'text' ? typed : typed.trim();
  const refuse = () => problems.invalid(`body.fields.${definition.field}`);
  if (value.includes('\0')) throw refuse();
  if (definition.values && !definition.values.includes(value)) throw refuse();
  switch (as) {
    case 'integer':
      if (!/^-?\d{1,320}$/.test(value)) throw refuse();
      // Above every stored number, for any comparison.
      if (/^-?0*[1-9]\d{18}/.test(value))
        return value.startsWith('-') ? `-${aboveEveryNumber}` : aboveEveryNumber;
      return value;
    case 'decimal':
      if (!/^-?\d{1,14}(\.\d{1,4})?$/.test(value)) throw refuse();
      return value;
    case 'instant': {
      const instant = instantIn(value, zone);
      if (!instant) throw refuse();
      return instant;
    }
    case 'date':
      if (!isCalendarDay(value)) throw refuse();
      return value;
    case 'time':
      if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/.test(value)) throw refuse();
      return value;
    case 'text':
      return toStoredValue(definition.field, value);
  }
}

/**
 * Texts are stored with masked card numbers (docs/domain.md#card-data). Masking the value finds them and logs
 * no number.
 */
function toStoredValue(field: string, value: string): string {
  const text = maskCardNumbers(value);
  if (field === 'customer_email') return canonicalEmail(text);
  return field === 'IP_address' ? text.trim() : text;
}

/** Found in a PostgreSQL index within milliseconds, however many rows there are. */
const indexedFields = new Set([
  'txn_id',
  'txn_root_id',
  'original_txn_id',
  'merch_ref',
  'original_reference',
  'customer_email',
  'IP_address',
  'card_fingerprint',
  'last_four',
]);
const maxExact = 20;

/** Whether an index finds the few matching rows. */
export const isSelective = ({ conditions }: ReportQuery): boolean =>
  conditions.some(
    ({ field, operation, values }) =>
      (indexedFields.has(field) || field === 'requested_amount') &&
      (operation === 'EQUALS' || (operation === 'IN' && values.length <= maxExact)),
  );
