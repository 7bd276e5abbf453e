import { readPage } from '#shared/paging.ts';

/** The query parameters of the route `roles`. */
export interface RolesSearch {
  offset: number;
  pageSize: number;
}

/** A bad page resets offset and size. Never throws. Reads back its own result. */
export const readRolesSearch = (raw: Readonly<Record<string, string | undefined>>): RolesSearch =>
  readPage(raw, 25, 10_000);
