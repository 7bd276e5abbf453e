import type { ExportState } from '../export/export-state.ts';
import { columnFiltersOf } from '../fields/filter-params.ts';
import { intervalOf } from './statement-interval.ts';
import { daysOf, filtersOf, type StatementParams } from './statement-params.ts';

/** What the export screen opens with (spec 1 §2, its parameters beside the address). */
export function exportStateOf(params: StatementParams, timeZone: string): ExportState {
  const { from, to } = intervalOf(daysOf(params), timeZone);
  const { selectedNodes, ...filters } = filtersOf(params);
  const columnFilters = columnFiltersOf(params);
  return {
    fromDate: from.getTime(),
    toDate: to.getTime(),
    selectedNodes: selectedNodes.map(Number),
    ...filters,
    ...(Object.keys(columnFilters).length > 0 ? { columnFilters } : {}),
  };
}
