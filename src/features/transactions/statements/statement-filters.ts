import { possibleFilters } from '../fields/column-filter.ts';
import { columnFiltersOf, filterParams } from '../fields/filter-params.ts';
import type { StatementParams } from './statement-params.ts';
import { filtersOf, listed } from './statement-params.ts';

/** A column as the metadata describe it to this person. */
export interface MetadataField {
  field: string;
  filters: readonly string[];
  values?: readonly string[] | undefined;
}

export interface FilterSetting {
  fields: readonly MetadataField[];
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  /** P_VIEW_FRAUD_RULES on any path. */
  seesFraudRules: boolean;
}

/** What may be ticked. */
export interface FilterChoices {
  status: string[];
  type: string[];
  optimize360Outcome: string[];
}

/** New names of two outcomes, and those that the reports know them by (spec 1 §2). */
const olderOutcomes: Readonly<Record<string, string>> = {
  NEGATIVE_LIST: 'BLACKLIST',
  POSITIVE_LIST: 'WHITELIST',
};
const listOutcomes = new Set(Object.entries(olderOutcomes).flat());

/** The outcome as the query names it. */
export const queriedOutcome = (outcome: string): string => olderOutcomes[outcome] ?? outcome;

/** The outcome filter is there at all only with the warehouse and the permission (spec 1 §2). */
export const hasOutcomes = ({ isWarehouse, seesFraudRules }: FilterSetting): boolean =>
  isWarehouse && seesFraudRules;

/** The values of the metadata that this person may tick (spec 1 §2). */
export function filterChoices(setting: FilterSetting): FilterChoices {
  return {
    status: statusesOf(setting),
    type: valuesOf(setting.fields, 'txn_type'),
    optimize360Outcome: outcomesOf(setting).filter((value) => !listOutcomes.has(value)),
  };
}

/** Columns that a click on their header sorts by: all with the warehouse, else those with filters (spec 1 §9). */
export function sortableColumns({ fields, isWarehouse }: FilterSetting): Set<string> {
  return new Set(fields.filter((one) => isWarehouse || one.filters.length > 0).map(({ field }) => field));
}

/**
 * The parameters without what the metadata do not list: the same object when nothing had to go, so that nobody
 * loads the route again for nothing.
 */
export function withinMetadata(params: StatementParams, setting: FilterSetting): StatementParams {
  const { selectedNodes, status, type, optimize360Outcome } = filtersOf(params);
  const kept = {
    selectedNodes,
    status: among(status, statusesOf(setting)),
    type: among(type, valuesOf(setting.fields, 'txn_type')),
    // The two lists cannot be ticked, but a link may name them.
    optimize360Outcome: among(optimize360Outcome, outcomesOf(setting)),
  };
  const { offset, pageSize, date, field, direction } = params;
  const isSorted = field !== undefined && direction !== undefined && sortableColumns(setting).has(field);
  const clean: StatementParams = {
    offset,
    pageSize,
    date,
    ...listed(kept),
    ...(isSorted ? { field, direction } : {}),
    ...filterParams(
      possibleFilters(columnFiltersOf(params), new Set(setting.fields.map((one) => one.field))),
    ),
  };
  return JSON.stringify(ordered(clean)) === JSON.stringify(ordered(params)) ? params : clean;
}

const ordered = (params: StatementParams): unknown => [
  params.offset,
  params.pageSize,
  params.date,
  filtersOf(params),
  columnFiltersOf(params),
  params.field,
  params.direction,
];

function statusesOf({ fields, isWarehouse }: FilterSetting): string[] {
  const statuses = valuesOf(fields, 'txn_status');
  return isWarehouse ? statuses.filter((value) => !/suspended/i.test(value)) : statuses;
}

function outcomesOf(setting: FilterSetting): string[] {
  return hasOutcomes(setting) ? valuesOf(setting.fields, 'OPTIMIZE360_OUTCOME') : [];
}

function valuesOf(fields: readonly MetadataField[], name: string): string[] {
  return [...(fields.find(({ field }) => field === name)?.values ?? [])];
}

const among = (values: readonly string[], known: readonly string[]): string[] =>
  values.filter((value) => known.includes(value));
