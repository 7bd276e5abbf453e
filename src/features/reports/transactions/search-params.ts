import { maxOffset, readPage } from '#shared/paging.ts';
import { type FilterParams, readFilterParams } from '#features/record/reporting/filters/filter-params.ts';
import { readColumnList } from './column-list.ts';
import { type SearchRange, chosenDays, toSearchRange, searchRanges } from './search-range.ts';
import {
  matchesSearchField,
  type SearchField,
  searchFields,
} from '#features/record/reporting/filters/search-field.ts';

/** The query parameters of the route `search` (docs/domain.md#search), with the column filters. */
export interface SearchParams extends FilterParams {
  offset: number;
  pageSize: number;
  searchField?: SearchField;
  value?: string;
  field?: string;
  direction?: 'ASC' | 'DESC';
  searchRange: SearchRange;
  /** The view that was opened. */
  view?: string;
  /** The columns in their order, by commas; without them, the user's own (docs/domain.md#views). */
  columns?: string;
}

export const defaultSearch: SearchParams = { offset: 0, pageSize: 25, searchRange: 'TODAY' };

/**
 * Reads the URL by docs/domain.md#search: an invalid field or value resets everything, an invalid page resets
 * offset and size. Never throws. Reads back its own result.
 */
export function readSearchParams(raw: Readonly<Record<string, string | undefined>>): SearchParams {
  const { searchField, value } = raw;
  if ((searchField !== undefined || value !== undefined) && !isSearch(searchField, value))
    return defaultSearch;
  const sorted =
    raw.field !== undefined && /^\w{1,64}$/.test(raw.field) && isDirection(raw.direction)
      ? { field: raw.field, direction: raw.direction }
      : {};
  const days = chosenDays(raw.searchRange);
  const range = days ? toSearchRange(days) : searchRanges.find((preset) => preset === raw.searchRange);
  const columns = readColumnList(raw.columns);
  const search = searchField && value ? { searchField: searchField as SearchField, value } : {};
  return {
    ...readPage(raw, defaultSearch.pageSize, maxOffset),
    ...search,
    ...sorted,
    searchRange: range ?? 'TODAY',
    ...readFilterParams(raw),
    ...(/^[1-9]\d{0,14}$/.test(raw.view ?? '') ? { view: raw.view } : {}),
    ...(columns ? { columns: columns.join(',') } : {}),
  };
}

function isSearch(field: string | undefined, value: string | undefined): boolean {
  if (field === undefined || value === undefined || !(searchFields as readonly string[]).includes(field)) {
    return false;
  }
  return matchesSearchField(field, value);
}

const isDirection = (text: string | undefined): text is 'ASC' | 'DESC' => text === 'ASC' || text === 'DESC';
