import { possibleFilters } from '#features/record/reporting/filters/column-filter.ts';
import { readColumnFilters, filterParams } from '#features/record/reporting/filters/filter-params.ts';
import { outcomesWithAliases, outcomeNames } from '#features/record/reporting/fields/risk-outcome.ts';
import {
  type SourceLimits,
  hasOutcomes,
  sortableFields,
  statusesIn,
} from '#features/record/reporting/filters/source-limits.ts';
import { type StatementParams, readFilters, listed } from './statement-params.ts';

/** A column as the metadata describe it to this user. */
interface MetadataField {
  field: string;
  values?: readonly string[];
}

export interface FilterSetting extends SourceLimits {
  fields: readonly MetadataField[];
  /** Organisations below the selected one; undefined until loaded. */
  nodes?: ReadonlySet<string>;
}

/** The choices of the filters. */
export interface FilterChoices {
  status: string[];
  type: string[];
  optimize360Outcome: string[];
}

const commonTypes = new Set(['PAYMENT', 'PREAUTH', 'CAPTURE', 'REFUND', 'PAYOUT', 'REPEAT', 'VERIFY']);

/** Whether most merchants have transactions of the type. The filter shows the others on request. */
export const isCommonType = (type: string): boolean => commonTypes.has(type);

/** The outcome in the query parameter. */
export const queriedOutcome = (outcome: string): string => outcomesWithAliases(outcome).at(-1) ?? outcome;

/** The metadata's values that the user may select (docs/domain.md#statements). */
export function filterChoices(setting: FilterSetting): FilterChoices {
  return {
    status: selectedStatuses(setting),
    type: metadataValues(setting.fields, 'txn_type'),
    optimize360Outcome: selectedOutcomes(setting),
  };
}

/**
 * The parameters without values that the metadata do not list. The same object when nothing was dropped, so
 * that the route does not load again.
 */
export function withinMetadata(params: StatementParams, setting: FilterSetting): StatementParams {
  const { selectedNodes, status, type, optimize360Outcome } = readFilters(params);
  const permitted = {
    // After a change of organisation the address may still have nodes of the previous one.
    selectedNodes: selectedNodes.filter((id) => setting.nodes?.has(id) !== false),
    status: intersect(status, selectedStatuses(setting)),
    type: intersect(type, metadataValues(setting.fields, 'txn_type')),
    // An old link may have a list's older name. The filter offers the new one.
    optimize360Outcome: intersect([...new Set(optimize360Outcome.map(newerName))], selectedOutcomes(setting)),
  };
  const { offset, pageSize, date, field, direction } = params;
  const isSorted =
    field !== undefined && direction !== undefined && sortableFields(setting.fields, setting).has(field);
  const clean: StatementParams = {
    offset,
    pageSize,
    date,
    ...listed(permitted),
    ...(isSorted ? { field, direction } : {}),
    ...filterParams(
      possibleFilters(
        readColumnFilters(params),
        new Set(setting.fields.map((field) => field.field)),
        setting,
      ),
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

const intersect = (values: readonly string[], allowed: readonly string[]): string[] =>
  values.filter((value) => allowed.includes(value));
