import { possibleFilters } from '../fields/column-filter.ts';
import { columnFiltersOf, filterParams } from '../fields/filter-params.ts';
import { askedOutcomes, outcomeNames } from '../fields/risk-outcome.ts';
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

/** The outcome as the query names it. */
export const queriedOutcome = (outcome: string): string => askedOutcomes(outcome).at(-1) ?? outcome;

/** The outcome filter is there at all only with the warehouse and the permission (spec 1 §2). */
export const hasOutcomes = ({ isWarehouse, seesFraudRules }: FilterSetting): boolean =>
  isWarehouse && seesFraudRules;

/** The values of the metadata that this person may tick (spec 1 §2). */
export function filterChoices(setting: FilterSetting): FilterChoices {
  return {
    status: statusesOf(setting),
    type: valuesOf(setting.fields, 'txn_type'),
    optimize360Outcome: outcomesOf(setting),
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
    // A link of old may name a list by its older name; what can be ticked is the other.
    optimize360Outcome: among([...new Set(optimize360Outcome.map(newerName))], outcomesOf(setting)),
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
  const isChosen = (value: string): boolean => newerName(value) === value;
  return hasOutcomes(setting) ? valuesOf(setting.fields, 'OPTIMIZE360_OUTCOME').filter(isChosen) : [];
}

const newerName = (outcome: string): string => outcomeNames(outcome)[0] ?? outcome;

function valuesOf(fields: readonly MetadataField[], name: string): string[] {
  return [...(fields.find(({ field }) => field === name)?.values ?? [])];
}

const among = (values: readonly string[], known: readonly string[]): string[] =>
  values.filter((value) => known.includes(value));
