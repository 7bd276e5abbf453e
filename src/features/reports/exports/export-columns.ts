import { defaultColumns } from '#features/record/reporting/fields/transaction-fields.ts';

/** The column sets of the file (docs/domain.md#exports). */
export const exportTypes = ['basic', 'intermediate', 'extensive'] as const;
export type ExportType = (typeof exportTypes)[number];

/** The default columns, and the order that a refund, capture or release belongs to. */
const basic: readonly string[] = [...defaultColumns, 'original_reference', 'original_txn_id'];

/** In addition to the basic ones: who paid, where and how. Nothing that requires fraud permissions. */
const intermediate: readonly string[] = [
  'txn_root_id',
  'txn_stage',
  'PROCESSING_MODEL',
  'merchant_name',
  'sales_channel',
  'commerce_type',
  'CONTINUOUS_AUTHORITY_TYPE',
  'masked_pan',
  'card_issuer',
  'issuer_country',
  'acquirer',
  'AUTHORISERSTATUS',
  'customer_name',
  'customer_email',
  'customer_country',
  'IP_address',
  '3ds_status',
  '3ds_eci',
];

/** Parts of a timestamp that has its own column, and search keys without meaning for a reader. */
const excluded: readonly string[] = ['txn_date', 'txn_time', 'last_four', 'card_fingerprint'];

/**
 * The file's columns, from those in the user's metadata. Fraud, rules and standalone rules columns are in the
 * extensive set only, if the user may see them.
 */
export function exportColumns(type: ExportType, available: readonly { field: string }[]): string[] {
  const names = available.map(({ field }) => field);
  const columns =
    type === 'basic'
      ? basic
      : type === 'intermediate'
        ? [...basic, ...intermediate]
        : [...basic, ...intermediate, ...names.filter((name) => !excluded.includes(name))];
  return [...new Set(columns)].filter((name) => names.includes(name));
}
