import type { Column } from './postgres-column.ts';
import type { Stored } from './warehouse-column.ts';

/** A field in a file. Text is checked for formulas; `safeText` is written by this product alone, so it is not. */
export type FileKind = 'text' | 'safeText' | 'money' | 'number' | 'instant' | 'date' | 'time';

/** Everything the server knows of a field beside its definition. */
export interface FieldColumns {
  /** English, for the metadata. */
  description: string;
  postgres: Column;
  warehouse: Stored;
  file: FileKind;
}

export const field = (
  description: string,
  postgres: Column,
  warehouse: Stored,
  file: FileKind,
): FieldColumns => ({ description, postgres, warehouse, file });
