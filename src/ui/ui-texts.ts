import { createContext, use } from 'react';
import type { DayPreset } from '#shared/calendar-day.ts';

/** The texts of the components. The app sets them in the language in use. */
export interface UiTexts {
  close: string;
  cancel: string;
  saveChanges: string;
  discardChanges: string;
  copy: string;
  copied: string;
  loading: string;
  retry: string;
  /** "12 s", of a job. */
  elapsed: (seconds: string) => string;
  refresh: string;
  requestId: string;
  /** A dialog whose code could not be fetched. */
  partMissing: string;
  showPassword: string;
  rowsPerPage: string;
  page: string;
  firstPage: string;
  previousPage: string;
  nextPage: string;
  lastPage: string;
  /** For an address that names a page beyond the end. */
  pastLast: string;
  noRows: string;
  selectAll: string;
  selectRow: string;
  density: string;
  densityLow: string;
  densityMid: string;
  densityHigh: string;
  chooseDate: string;
  previousMonth: string;
  nextMonth: string;
  month: string;
  year: string;
  previousDay: string;
  nextDay: string;
  rowActions: string;
  /** The menu beside the buttons of a page. */
  moreActions: string;
  /** Beside the label of a field: "(optional)". */
  optional: string;
  /** For an empty value among others. */
  noValue: string;
  /** Opens the empty values of a list. */
  showEmpty: (count: number) => string;
  hideEmpty: string;
  /** For the list beside a panel. */
  previousRow: string;
  nextRow: string;
  /** Inside a text filter: it matches whole values. */
  filterExact: string;
  /** Inside a text filter that finds parts of values. */
  filterPart: string;
  /** Inside a filter for numbers. */
  filterRange: string;
  rangeWrong: string;
  filterAll: string;
  filterClear: string;
  /** dd/mm/yyyy in the letters of the language: every language has the same order. */
  dayPattern: string;
  /** Advice for a text that is not a day. */
  dayWrong: string;
  dayTooLate: string;
  dayTooEarly: string;
  rangeFrom: string;
  rangeTo: string;
  rangeBackward: string;
  rangePresets: string;
  rangeAnyTime: string;
  /** Hints above the calendar of a range. */
  rangePickFirst: string;
  rangePickLast: string;
  /** Buttons to the range of the same length before and after. */
  rangeBefore: string;
  rangeAfter: string;
  rangePreset: (preset: DayPreset) => string;
  columns: string;
  columnsSearch: string;
  columnsNone: string;
  columnsReset: string;
  /** The row of filters under the headings. */
  columnsFilterRow: string;
  columnsMore: string;
  columnsLess: string;
  /** "Filter by currency". */
  filterBy: (column: string) => string;
  /** Announced when a column has been moved: places come already formatted. */
  columnMoved: (column: string, position: string, total: string) => string;
  /** "1 to 50 of 1,000": numbers come already formatted. */
  rowsShown: (from: string, to: string, total: string) => string;
  /** "of 20", after the page number. */
  pageOf: (pages: string) => string;
  /** Opens the values of a chart as a table, and heads its first column. */
  chartTable: string;
  chartDay: string;
  amountTooLong: string;
  /** "Enter an amount like 1,250.00". */
  amountUnreadable: (example: string) => string;
  /** "GBP has at most 2 decimal places". */
  amountTooFine: (currency: string, digits: number) => string;
  locale: string;
}

export const englishUiTexts: UiTexts = {
  close: 'Close',
  cancel: 'Cancel',
  saveChanges: 'Save changes',
  discardChanges: 'Discard changes',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  retry: 'Try again',
  elapsed: (seconds) => `${seconds} s`,
  refresh: 'Refresh',
  requestId: 'Request ID',
  partMissing: 'Couldn’t load this part. Check your connection.',
  showPassword: 'Show password',
  rowsPerPage: 'Rows per page',
  page: 'Page',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  pastLast: 'This page doesn’t exist',
  noRows: 'Nothing to show',
  selectAll: 'Select all rows',
  selectRow: 'Select row',
  density: 'Row height',
  densityLow: 'Tall rows',
  densityMid: 'Medium rows',
  densityHigh: 'Short rows',
  chooseDate: 'Choose a date',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  month: 'Month',
  year: 'Year',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  rowActions: 'Row actions',
  moreActions: 'More actions',
  optional: '(optional)',
  noValue: 'not available',
  showEmpty: (count) => (count === 1 ? 'Show 1 empty field' : `Show ${count} empty fields`),
  hideEmpty: 'Hide empty fields',
  previousRow: 'Previous row',
  nextRow: 'Next row',
  filterExact: 'Exact match',
  filterPart: 'Contains',
  filterRange: 'e.g. >100',
  rangeWrong: 'Enter a number, or >100, <100 or 100-200',
  filterAll: 'All',
  filterClear: 'Clear filter',
  dayPattern: 'dd/mm/yyyy',
  dayWrong: 'Enter a real date as dd/mm/yyyy',
  dayTooLate: 'Choose a date that isn’t in the future',
  dayTooEarly: 'Choose 01/01/2000 or later',
  rangeFrom: 'From',
  rangeTo: 'To',
  rangeBackward: 'Choose an end date on or after the start date',
  rangePresets: 'Periods',
  rangeAnyTime: 'Any time',
  rangePickFirst: 'Or choose the first day',
  rangePickLast: 'Now choose the last day',
  rangeBefore: 'Previous period',
  rangeAfter: 'Next period',
  rangePreset: (preset) =>
    preset
      .toLowerCase()
      .replaceAll('_', ' ')
      .replace(/^./, (first) => first.toUpperCase()),
  columns: 'Columns',
  columnsSearch: 'Search columns',
  columnsNone: 'No matching columns',
  columnsFilterRow: 'Filters under the headings',
  columnsReset: 'Reset columns',
  columnsMore: 'Expand the list',
  columnsLess: 'Collapse the list',
  filterBy: (column) => `Filter by ${column}`,
  columnMoved: (column, position, total) => `${column} moved to position ${position} of ${total}`,
  rowsShown: (from, to, total) => `${from} to ${to} of ${total}`,
  pageOf: (pages) => `of ${pages}`,
  chartTable: 'Show as table',
  chartDay: 'Day',
  amountTooLong: 'This amount is too large',
  amountUnreadable: (example) => `Enter an amount like ${example}`,
  amountTooFine: (currency, digits) =>
    digits === 0 ? `${currency} has no decimal places` : `${currency} has at most ${digits} decimal places`,
  locale: 'en',
};

export const UiTextsContext = createContext<UiTexts>(englishUiTexts);

export function useUiTexts(): UiTexts {
  return use(UiTextsContext);
}
