import { possibleFilters } from '#features/reporting/filters/column-filter.ts';
import { readColumnFilters, filterParams } from '#features/reporting/filters/filter-params.ts';
import { outcomesWithAliases, outcomeNames } from '#features/reporting/fields/risk-outcome.ts';
import {
  type SourceLimits,
  hasOutcomes,
  sortableFields,
  statusesIn,
} from '#features/reporting/filters/source-limits.ts';
import type { StatementParams } from './statement-params.ts';
import { readFilters, listed } from './statement-params.ts';

/** A column as the metadata describe it to this person. */
export interface MetadataField {
  field: string;
  values?: readonly string[] | undefined;
}

export interface FilterSetting extends SourceLimits {
  fields: readonly MetadataField[];
  /** What stands below the organisation one works under; undefined while it is not known. */
  nodes?: ReadonlySet<string> | undefined;
}

/** What may be ticked. */
export interface FilterChoices {
  status: string[];
  type: string[];
  optimize360Outcome: string[];
}

/** The outcome as the query names it. */
export const queriedOutcome = (outcome: string): string => outcomesWithAliases(outcome).at(-1) ?? outcome;

/** The values of the metadata that this person may tick (docs/domain.md#statements). */
export function filterChoices(setting: FilterSetting): FilterChoices {
  return {
    status: selectedStatuses(setting),
    type: metadataValues(setting.fields, 'txn_type'),
    optimize360Outcome: selectedOutcomes(setting),
  };
}

/**
 * The parameters without what the metadata do not list: the same object when nothing had to go, so that nobody
 * loads the route again for nothing.
 */
export function withinMetadata(params: StatementParams, setting: FilterSetting): StatementParams {
  const { selectedNodes, status, type, optimize360Outcome } = readFilters(params);
  const kept = {
    // Whoever comes back from another organisation has its nodes in the address still.
    selectedNodes: selectedNodes.filter((id) => setting.nodes?.has(id) !== false),
    status: among(status, selectedStatuses(setting)),
    type: among(type, metadataValues(setting.fields, 'txn_type')),
    // A link of old may name a list by its older name; what can be ticked is the other.
    optimize360Outcome: among([...new Set(optimize360Outcome.map(newerName))], selectedOutcomes(setting)),
  };
  const { offset, pageSize, date, field, direction } = params;
  const isSorted =
    field !== undefined && direction !== undefined && sortableFields(setting.fields, setting).has(field);
  const clean: StatementParams = {
    offset,
    pageSize,
    date,
    ...listed(kept),
    ...(isSorted ? { field, direction } : {}),
    ...filterParams(
      possibleFilters(readColumnFilters(params), new Set(setting.fields.map((one) => one.field)), setting),
    ),
  };
  return JSON.stringify(ordered(clean)) === JSON.stringify(ordered(params)) ? params : clean;
}

const ordered = (params: StatementParams): unknown => [
  params.offset,
  params.pageSize,
  params.date,
  readFilters(params),
  readColumnFilters(params),
  params.field,
  params.direction,
];

const selectedStatuses = (setting: FilterSetting): string[] =>
  statusesIn(metadataValues(setting.fields, 'txn_status'), setting);

function selectedOutcomes(setting: FilterSetting): string[] {
  const isChosen = (value: string): boolean => newerName(value) === value;
  return hasOutcomes(setting) ? metadataValues(setting.fields, 'OPTIMIZE360_OUTCOME').filter(isChosen) : [];
}

const newerName = (outcome: string): string => outcomeNames(outcome)[0] ?? outcome;

function metadataValues(fields: readonly MetadataField[], name: string): string[] {
  return [...(fields.find(({ field }) => field === name)?.values ?? [])];
}

const among = (values: readonly string[], known: readonly string[]): string[] =>
  values.filter((value) => known.includes(value));
