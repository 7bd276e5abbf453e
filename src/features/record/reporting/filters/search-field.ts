import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { isEmailLike, isIpAddress, isLastFour, isNotEmpty, isTransactionId } from '#shared/patterns.ts';
import type { Permission } from '#shared/permissions.ts';
import { selectableOutcomes } from '../fields/risk-outcome.ts';

/** Search fields (docs/domain.md#search), and amount, which the palette also reads. */
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

interface Searcher {
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  /** Whether the user holds one of them, anywhere. */
  may: (...permissions: Permission[]) => boolean;
}

/** The search fields that a user is offered (docs/domain.md#search). */
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
 * Whether the value has the form of its field (docs/domain.md#search). A whole card number never has:
 * searches appear in the address, the history and proxy logs.
 */
export function matchesSearchField(field: string, value: string): boolean {
  if (hasIssuedCardNumber(value)) return false;
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
      return selectableOutcomes.some((outcome) => outcome === value);
    default:
      return isNotEmpty(value);
  }
}

/** Why a value does not match its field, as the last part of a text key. */
export const wrongSearch = (field: string, value: string): string =>
  hasIssuedCardNumber(value) ? 'card_number' : field;
