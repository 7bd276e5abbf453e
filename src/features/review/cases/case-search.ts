import { hasCardNumber } from '#shared/card-number.ts';
import { readPage } from '#shared/paging.ts';
import { isTransactionId } from '#shared/patterns.ts';
import {
  type SearchRange,
  chosenDays,
  rangeInterval,
  toSearchRange,
  searchRanges,
} from '#features/reports/transactions/search-range.ts';

export const caseSearchFields = ['transactionId', 'customerEmail'] as const;
export type CaseSearchField = (typeof caseSearchFields)[number];

export const caseSortFields = [
  'transactionTime',
  'transactionId',
  'customerName',
  'customerEmail',
  'transactionAmount',
] as const;
type CaseSortField = (typeof caseSortFields)[number];

/** The query parameters of the route `caseManagementSearch` (docs/domain.md#case-search). */
export interface CaseSearchParams {
  offset: number;
  pageSize: number;
  searchField?: CaseSearchField;
  value?: string;
  searchRange: SearchRange;
  /** Without a search: the open cases of all users, else those of the user. */
  owner?: 'all';
  field: CaseSortField;
  direction: 'ASC' | 'DESC';
}

export const defaultCaseSearch: CaseSearchParams = {
  offset: 0,
  pageSize: 25,
  searchRange: 'TODAY',
  field: 'transactionTime',
  direction: 'DESC',
};

export const maxCaseOffset = 100_000;
const minEmailPart = 3;
const maxEmailPart = 320;

/** Whether the field can have the value. A card number is neither an id nor a part of an email address. */
export function isCaseSearch(field: CaseSearchField, value: string): boolean {
  const text = value.trim();
  if (field === 'transactionId') return isTransactionId(text);
  return text.length >= minEmailPart && text.length <= maxEmailPart && !hasCardNumber(text);
}

/**
 * Reads the address: a field and value that do not fit reset everything, an invalid page resets offset and size and keeps the
 * search. Never throws. Reads back its own result.
 */
export function readCaseSearchParams(raw: Readonly<Record<string, string | undefined>>): CaseSearchParams {
  const searchField = caseSearchFields.find((caseSearchField) => caseSearchField === raw.searchField);
  const hasSearch = raw.searchField !== undefined || raw.value !== undefined;
  const isValid =
    searchField !== undefined && raw.value !== undefined && isCaseSearch(searchField, raw.value);
  if (hasSearch && !isValid) return defaultCaseSearch;
  const field = caseSortFields.find((caseSortField) => caseSortField === raw.field);
  const direction = (['ASC', 'DESC'] as const).find((candidate) => candidate === raw.direction);
  const { field: firstField, direction: firstDirection } = defaultCaseSearch;
  return {
    ...readPage(raw, defaultCaseSearch.pageSize, maxCaseOffset),
    ...(searchField !== undefined && raw.value !== undefined
      ? { searchField, value: raw.value.trim() }
      : raw.owner === 'all'
        ? { owner: 'all' as const }
        : {}),
    searchRange: readRange(raw.searchRange),
    ...(field && direction ? { field, direction } : { field: firstField, direction: firstDirection }),
  };
}

function readRange(text: string | undefined): SearchRange {
  const days = chosenDays(text);
  if (days) return toSearchRange(days);
  return searchRanges.find((candidate) => candidate === text) ?? defaultCaseSearch.searchRange;
}

/** The parameters of the call that searches by email. Days are those of the reader's time zone. */
export function buildCaseSearch(
  { value = '', searchRange, field, direction, offset, pageSize }: CaseSearchParams,
  { orgId, now, timeZone }: { orgId: number; now: Date; timeZone: string },
) {
  const { from, to } = rangeInterval(searchRange, now, timeZone);
  return {
    orgId,
    from: offset,
    size: pageSize,
    filters: [
      { field: 'customerEmail', operator: 'like', value: [value] },
      { field: 'transactionTime', operator: 'between', value: [from.toISOString(), to.toISOString()] },
    ],
    caseSearchSort: { field, sortOrder: direction },
  };
}
