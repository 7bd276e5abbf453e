import { hasCardNumber } from '#shared/card-number.ts';
import { isEmailLike, isIpAddress, isLastFour, isNotEmpty, isTransactionId } from '#shared/patterns.ts';
import { maxOffset, readPage } from '#shared/paging.ts';
import { type FilterParams, readFilterParams } from './fields/filter-params.ts';
import { type SearchRange, searchRanges } from './search-range.ts';
import { chosenOutcomes } from './fields/risk-outcome.ts';
import { type SearchField, searchFields } from './fields/search-field.ts';

/** The query parameters of the route `search` (docs/domain.md#search), and the filters above its columns. */
export interface SearchParams extends FilterParams {
  offset: number;
  pageSize: number;
  searchField?: SearchField;
  value?: string;
  field?: string;
  direction?: 'ASC' | 'DESC';
  searchRange: SearchRange;
}

export const defaultSearch: SearchParams = { offset: 0, pageSize: 25, searchRange: 'TODAY' };

/**
 * Reads the URL as docs/domain.md#search says: a field and value that do not fit reset everything; a bad page resets
 * offset and size and keeps the search. Never throws, and its answer reads back as itself.
 */
export function readSearchParams(raw: Readonly<Record<string, string | undefined>>): SearchParams {
  const { searchField, value } = raw;
  if ((searchField !== undefined || value !== undefined) && !isSearch(searchField, value))
    return defaultSearch;
  const sorted =
    raw.field !== undefined && /^\w{1,64}$/.test(raw.field) && isDirection(raw.direction)
      ? { field: raw.field, direction: raw.direction }
      : {};
  const range = searchRanges.find((known) => known === raw.searchRange) ?? 'TODAY';
  const search = searchField && value ? { searchField: searchField as SearchField, value } : {};
  return {
    ...readPage(raw, defaultSearch.pageSize, maxOffset),
    ...search,
    ...sorted,
    searchRange: range,
    ...readFilterParams(raw),
  };
}

export function isSearch(field: string | undefined, value: string | undefined): boolean {
  if (field === undefined || value === undefined || !(searchFields as readonly string[]).includes(field)) {
    return false;
  }
  return matchesSearchField(field, value);
}

/**
 * Does the value have the shape its field asks for? (docs/domain.md#search) A whole card number has none, whatever
 * the field: what is searched for stands in the address, in the history and in logs of proxies.
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

const isDirection = (text: string | undefined): text is 'ASC' | 'DESC' => text === 'ASC' || text === 'DESC';
