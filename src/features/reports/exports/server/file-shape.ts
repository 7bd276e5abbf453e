import type { FileKind } from '#features/record/reporting/server/columns/field-columns.ts';
import { fileKind } from '#features/record/reporting/server/columns/transaction-columns.ts';
import type { ExportFormat } from '#shared/export-formats.ts';

/** The columns of each row and the time zone. */
export interface FileShape {
  format: ExportFormat;
  fields: readonly string[];
  /** IANA. */
  timezone: string;
}

export type TimeKind = 'instant' | 'date' | 'time';

export const isTime = (kind: FileKind): kind is TimeKind => kind in timeStyles;

/** Whether the values of a field are times in the zone of the file, not days or times of their own. */
const isInZone = (field: string): boolean =>
  field === 'txn_date' || field === 'txn_time' || fileKind(field) === 'instant';

/** The heading of a column. Two files of one search differ by their zone, so a time names it. */
export const headingOf = (field: string, timezone: string): string =>
  isInZone(field) ? `${field} (${timezone})` : field;

/** Styles by number from 7. 0 is text, 1 the heading, 2 to 6 numbers. */
export const timeStyles = { instant: '7', date: '8', time: '9' } as const;
