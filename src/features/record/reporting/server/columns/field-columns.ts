import type { Column } from './postgres-column.ts';
import type { Stored } from './warehouse-column.ts';

/**
 * A field in a file. Text is escaped against formulas. `safeText` is written by this product, so it is not.
 */
export type FileKind = 'text' | 'safeText' | 'money' | 'number' | 'instant' | 'date' | 'time';

/** Server-side properties of a field besides its definition. */
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
