/** offset is a whole number of pages. */
export type Paging = { offset: number; pageSize: number };

/** What stands above the bar: its page, and what it is a page of (criteria), as a text. */
export type Shown = Paging & { criteria: string | undefined };

/** The page that somebody wants, before it is shown; `told` once it is asked for, and has not come yet. */
export type PageChange = { page: number; announced: number | undefined };

export const currentPage = ({ offset, pageSize }: Paging): number => Math.floor(offset / pageSize) + 1;

/**
 * What is left of a turn when other rows are shown. The page that was asked for may come while the next is already wanted;
 * whatever else comes (another order, another search, a step back in the browser) is not what the turn was counted from.
 */
export function nextPageChange(
  turn: PageChange | undefined,
  before: Shown,
  now: Shown,
): PageChange | undefined {
  const isOtherList = before.pageSize !== now.pageSize || before.criteria !== now.criteria;
  if (turn == null || isOtherList) return undefined;
  if (before.offset === now.offset) return turn;
  const isWanted = turn.announced === currentPage(now) && turn.announced !== turn.page;
  return isWanted ? { page: turn.page, announced: undefined } : undefined;
}
