import type { ExportFormat, ExportRequest, SearchRequest } from '../calls.ts';
import { exportFileName } from '../export/export-request.ts';
import type { ExportState } from '../export/export-state.ts';
import { columnFiltersOf } from '../fields/filter-params.ts';
import { intervalOf } from './statement-interval.ts';
import { daysOf, filtersOf, type StatementParams } from './statement-params.ts';

/** The rows of the statement as a file: the grid's columns, order and snapshot, all pages. */
export function statementExportOf(
  params: StatementParams,
  page: SearchRequest,
  timeZone: string,
  outputFormat: ExportFormat,
): ExportRequest {
  const { limit: _page, ...question } = page;
  return {
    ...question,
    startFrom: 1,
    outputFormat,
    outputFileName: exportFileName(intervalOf(daysOf(params), timeZone), timeZone),
    timezone: timeZone,
  };
}

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
