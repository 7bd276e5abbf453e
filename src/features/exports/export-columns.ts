import { defaultColumns } from '#features/reporting/fields/transaction-fields.ts';

/** How much of each transaction goes into the file (docs/domain.md#exports). */
export const exportTypes = ['basic', 'intermediate', 'extensive'] as const;
export type ExportType = (typeof exportTypes)[number];

/** Beside the basic ones: who paid, where and how; nothing that only fraud analysts see. */
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

/** Parts of a moment that stands beside them, and keys of a search that say nothing to a reader. */
const leftOut: readonly string[] = ['txn_date', 'txn_time', 'last_four', 'card_fingerprint'];

/**
 * Columns of the file, of those that the metadata offers to this person: fraud, rules-engine and standalone rules
 * columns are in the extensive set, and there only for those who may see them.
 */
export function exportColumns(type: ExportType, offered: readonly { field: string }[]): string[] {
  const names = offered.map(({ field }) => field);
  const wanted =
    type === 'basic'
      ? [...defaultColumns]
      : type === 'intermediate'
        ? [...defaultColumns, ...intermediate]
        : [...defaultColumns, ...intermediate, ...names.filter((name) => !leftOut.includes(name))];
  return [...new Set(wanted)].filter((name) => names.includes(name));
}
