/** offset is a whole number of pages. */
export interface Paging {
  offset: number;
  pageSize: number;
}

/** The page of the list above the bar, and its criteria, as a text. */
export type PageState = Paging & { criteria: string | undefined };

/** The requested page before it is shown; `announced` once it was reported and has not come yet. */
export interface PageChange {
  page: number;
  announced: number | undefined;
}

export const currentPage = ({ offset, pageSize }: Paging): number => Math.floor(offset / pageSize) + 1;

/**
 * The rest of a page change when other rows are shown. The requested page may arrive while the next is already
 * requested. Any other change (another order, another search, a step back in the browser) drops the page change.
 */
export function nextPageChange(
  change: PageChange | undefined,
  before: PageState,
  now: PageState,
): PageChange | undefined {
  const isOtherList = before.pageSize !== now.pageSize || before.criteria !== now.criteria;
  if (change === undefined || isOtherList) return undefined;
  if (before.offset === now.offset) return change;
  const isAnnounced = change.announced === currentPage(now) && change.announced !== change.page;
  return isAnnounced ? { page: change.page, announced: undefined } : undefined;
}
