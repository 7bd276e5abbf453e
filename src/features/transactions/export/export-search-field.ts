import type { Permission } from '#shared/permissions.ts';

/** What an export can be narrowed to by a typed value, and who may (docs/domain.md#exports). */
export const exportSearchFields = [
  'txn_id',
  'merch_ref',
  'customer_email',
  'last_four',
  'IP_address',
  'SAME_CARD',
] as const;
export type ExportSearchField = (typeof exportSearchFields)[number];

/** The fields that are offered: the last four digits by the warehouse, address and card to fraud analysts too. */
export function offeredSearchFields(
  isWarehouse: boolean,
  holds: (permission: Permission) => boolean,
): ExportSearchField[] {
  const isAnalyst = holds('P_VIEW_FRAUDGUARD') || holds('P_VIEW_FRAUD_RULES');
  return exportSearchFields.filter((field) => {
    if (field === 'last_four') return isWarehouse;
    return field === 'IP_address' || field === 'SAME_CARD' ? isWarehouse && isAnalyst : true;
  });
}
