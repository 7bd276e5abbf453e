import { readPage } from '#contract/paging.ts';
import type { LinkStatus } from '#features/hosted-sessions/link-standing.ts';

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
  return {
    ...readPage(raw, 25, mostLinkOffset),
    ...(isStatus(raw.status) ? { status: raw.status } : {}),
  };
}

/** Written out: every page of the portal carries this file, and need not carry more than it. */
const isStatus = (text: string | undefined): text is LinkStatus =>
  /^(ACTIVATED|USED|EXPIRED|CANCELLED|DEACTIVATED)$/.test(text ?? '');
