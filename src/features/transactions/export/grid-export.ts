import type { ExportFormat, ExportRequest, SearchRequest } from '../endpoints.ts';
import type { Interval } from './export-interval.ts';
import { exportFileName } from './export-request.ts';

/** The rows of a grid as a file: its columns, order, filters and snapshot, all pages; named by the days of the interval. */
export function buildGridExport(
  { limit: _page, ...question }: SearchRequest,
  interval: Interval,
  timeZone: string,
  outputFormat: ExportFormat,
): ExportRequest {
  return {
    ...question,
    startFrom: 1,
    outputFormat,
    outputFileName: exportFileName(interval, timeZone),
    timezone: timeZone,
  };
}
