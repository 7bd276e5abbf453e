import type { ExportState } from '../export/export-state.ts';
import { readColumnFilters } from '../fields/filter-params.ts';
import { toInterval } from './statement-interval.ts';
import { parseDays, readFilters, type StatementParams } from './statement-params.ts';

/** What the export screen opens with (docs/domain.md#exports). */
export function toExportState(params: StatementParams, timeZone: string): ExportState {
  const { from, to } = toInterval(parseDays(params), timeZone);
  const { selectedNodes, ...filters } = readFilters(params);
  const columnFilters = readColumnFilters(params);
  return {
    fromDate: from.getTime(),
    toDate: to.getTime(),
    selectedNodes: selectedNodes.map(Number),
    ...filters,
    ...(Object.keys(columnFilters).length > 0 ? { columnFilters } : {}),
  };
}
