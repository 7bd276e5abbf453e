import { hasCardNumber } from '#shared/card-number.ts';
import { isEmailLike, isIpAddress, isLastFour, isNotEmpty, isTransactionId } from '#shared/patterns.ts';
import type { Permission } from '#shared/permissions.ts';
import { chosenOutcomes } from '../fields/risk-outcome.ts';

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

/**
 * Does the value have the shape its field asks for? (docs/domain.md#search) A whole card number has none, whatever the field: what is
 * searched for stands in the address, in the history and in logs of proxies.
 */
export function matchesSearchField(field: string, value: string): boolean {
  if (hasCardNumber(value)) return false;
  switch (field) {
    case 'txn_id':
    case 'SAME_CARD':
      return isTransactionId(value);
    case 'IP_address':
      return isIpAddress(value);
    case 'customer_email':
      return isEmailLike(value);
    case 'last_four':
      return isLastFour(value);
    case 'requested_amount':
      return /^\d{1,14}(\.\d{1,4})?$/.test(value);
    case 'OPTIMIZE360_OUTCOME':
      return chosenOutcomes.some((outcome) => outcome === value);
    default:
      return isNotEmpty(value);
  }
}

/** Why a value does not match its field: the last part of a key of texts. */
export const wrongSearch = (field: string, value: string): string =>
  hasCardNumber(value) ? 'card_number' : field;
