import type { FileKind } from '#features/reporting/server/columns/field-columns.ts';
import type { ExportFormat } from '../../endpoints.ts';

/** The columns of each row and the time zone. */
export interface FileShape {
  format: ExportFormat;
  fields: readonly string[];
  /** IANA. */
  timezone: string;
}

export type TimeKind = 'instant' | 'date' | 'time';

export const isTime = (kind: FileKind): kind is TimeKind => kind in timeStyles;

/** Styles by number from 7. 0 is text, 1 the heading, 2 to 6 numbers. */
export const timeStyles = { instant: '7', date: '8', time: '9' } as const;
