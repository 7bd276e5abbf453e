import type { FileKind } from '#features/reporting/server/columns/field-columns.ts';
import type { ExportFormat } from '../../endpoints.ts';

/** What is to be written of each row, and by whose clock. */
export interface FileShape {
  format: ExportFormat;
  fields: readonly string[];
  /** IANA. */
  timezone: string;
}

export type TimeKind = 'instant' | 'date' | 'time';

export const isTime = (kind: FileKind): kind is TimeKind => kind in timeStyles;

/** Styles that a row may name, in the order of their number from 7; 0 is text, 1 the heading, 2 to 6 numbers. */
export const timeStyles = { instant: '7', date: '8', time: '9' } as const;
