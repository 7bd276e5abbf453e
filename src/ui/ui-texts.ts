import { createContext, use } from 'react';

/** The few words that components bring themselves; the app fills them from the locale in use. */
export type UiTexts = {
  close: string;
  cancel: string;
  copy: string;
  copied: string;
  loading: string;
  retry: string;
  requestId: string;
  showPassword: string;
  rowsPerPage: string;
  page: string;
  firstPage: string;
  previousPage: string;
  nextPage: string;
  lastPage: string;
  noRows: string;
  selectAll: string;
  selectRow: string;
  density: string;
  densityLow: string;
  densityMid: string;
  densityHigh: string;
  /** How a day is typed, as letters. */
  dateForm: string;
  chooseDate: string;
  previousMonth: string;
  nextMonth: string;
  previousDay: string;
  nextDay: string;
  /** "1 to 50 of 1,000": numbers come already formatted. */
  rowsShown: (from: string, to: string, total: string) => string;
  /** "of 20", after the page number. */
  pageOf: (pages: string) => string;
  locale: string;
};

export const englishUiTexts: UiTexts = {
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  retry: 'Try again',
  requestId: 'Request ID',
  showPassword: 'Show password',
  rowsPerPage: 'Rows per page',
  page: 'Page',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  noRows: 'Nothing to show',
  selectAll: 'Select all rows',
  selectRow: 'Select row',
  density: 'Row height',
  densityLow: 'Tall rows',
  densityMid: 'Medium rows',
  densityHigh: 'Short rows',
  dateForm: 'dd/MM/yyyy',
  chooseDate: 'Choose a date',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  rowsShown: (from, to, total) => `${from} to ${to} of ${total}`,
  pageOf: (pages) => `of ${pages}`,
  locale: 'en',
};

export const UiTextsContext = createContext<UiTexts>(englishUiTexts);

export function useUiTexts(): UiTexts {
  return use(UiTextsContext);
}
