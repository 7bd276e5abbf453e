import { isPage } from '#contract/paging.ts';
import { type LinkStatus, linkStatuses } from '#features/hosted-sessions/link-standing.ts';

/** How deep the list can be paged, and counted. */
export const mostLinkOffset = 10_000;

/** The query parameters of the route `smartlinks`. */
export interface LinksSearch {
  offset: number;
  pageSize: number;
  status?: LinkStatus;
}

/** A page that does not fit is the first, a status that is none is every one. Never throws; reads back as itself. */
export function readLinksSearch(raw: Readonly<Record<string, string | undefined>>): LinksSearch {
  const offset = wholeNumber(raw.offset, 0);
  const pageSize = wholeNumber(raw.pageSize, 25);
  const status = linkStatuses.find((known) => known === raw.status);
  const isGood = isPage(offset, pageSize) && offset <= mostLinkOffset;
  return {
    ...(isGood ? { offset, pageSize } : { offset: 0, pageSize: 25 }),
    ...(status === undefined ? {} : { status }),
  };
}

function wholeNumber(text: string | undefined, missing: number): number {
  if (text === undefined) return missing;
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}
