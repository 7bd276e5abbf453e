import type { ExportFormat } from '../../../endpoints.ts';

/** What is to be written of each row, and by whose clock. */
export interface FileShape {
  format: ExportFormat;
  fields: readonly string[];
  /** IANA. */
  timezone: string;
}
