import type { Permission } from '#shared/permissions.ts';

/** What can be searched by (docs/domain.md#search), and by amount, which the palette understands too. */
export const searchFields = [
  'txn_id',
  'merch_ref',
  'customer_email',
  'requested_amount',
  'last_four',
  'IP_address',
  'SAME_CARD',
  'OPTIMIZE360_OUTCOME',
] as const;
export type SearchField = (typeof searchFields)[number];

export interface Searcher {
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  /** Does the person hold any of them, anywhere? */
  may: (...permissions: Permission[]) => boolean;
}

/** The search fields that are offered to a person (docs/domain.md#search). */
export function offeredSearchFields({ isWarehouse, may }: Searcher): SearchField[] {
  const isFraud = may('P_VIEW_FRAUDGUARD', 'P_VIEW_FRAUD_RULES');
  const conditions: Partial<Record<SearchField, boolean>> = {
    last_four: isWarehouse,
    IP_address: isWarehouse && isFraud,
    SAME_CARD: isWarehouse && isFraud,
    OPTIMIZE360_OUTCOME: isWarehouse && may('P_VIEW_FRAUD_RULES'),
  };
  return searchFields.filter((field) => conditions[field] ?? true);
}
