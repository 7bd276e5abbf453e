import type { Times } from '#web/format/use-times.ts';
import { codeText } from '#web/translate/code-text.ts';
import type { Translate } from '#web/translate/translator.ts';
import { flagFields } from '../fields/authentication-fields.ts';
import { codesFor } from '../filters/coded-values.ts';
import { columnFilterKind } from '../filters/column-filter.ts';

/** Custom fields by stored name, with the organisation's names. */
export type CustomNames = ReadonlyMap<string, string>;

/** The label of a field's column. */
export function columnName(field: string, t: Translate, custom?: CustomNames): string {
  return custom?.get(field) ?? t(`transactions.column.${field}`, { defaultValue: field });
}

/** The value of a column filter as text. */
export function filterLabel(field: string, value: string, t: Translate, times: Pick<Times, 'day'>): string {
  return columnFilterKind(field)?.kind === 'date' ? times.day(value) : columnChoiceLabel(field, value, t);
}

/** The label of a listed value of a column. */
export function columnChoiceLabel(field: string, value: string, t: Translate): string {
  if (flagFields.has(field) && /^[01]$/.test(value)) return t(value === '1' ? 'details.yes' : 'details.no');
  const groups: Readonly<Record<string, string>> = {
    txn_type: 'transactions.type',
    txn_status: 'transactions.status',
    txn_stage: 'details.stage',
    OPTIMIZE360_OUTCOME: 'transactions.outcome',
  };
  const group = groups[field];
  if (group !== undefined) return t(`${group}.${value}`, { defaultValue: value });
  return isCoded(field) ? codeText(value, t) : value;
}

export const isCoded = (field: string): boolean =>
  codesFor(field) !== undefined || field === 'PROCESSING_MODEL' || field === 'refund_reason';
