import { readPage } from '#shared/paging.ts';

/** Names of SCIM's messages. */
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

/** The grid's columns in order, with the SCIM attribute that each sorts by (docs/domain.md#users). */
export const userColumns = {
  userName: 'userName',
  firstName: 'name.givenName',
  lastName: 'name.familyName',
  active: 'active',
  created: 'meta.created',
  passwordStatus: 'extraInfo.passwordStatus',
  lastLogon: 'extraInfo.lastLogon',
  lockedReason: 'extraInfo.lockedReason',
} as const;
export type UserColumn = keyof typeof userColumns;
export type SortAttribute = (typeof userColumns)[UserColumn];
export const sortAttributes = Object.values(userColumns) as [SortAttribute, ...SortAttribute[]];

/** The query parameters of the route `users` (docs/domain.md#users). */
export interface UsersSearch {
  offset: number;
  pageSize: number;
  field: UserColumn;
  direction: 'ASC' | 'DESC';
}

export const defaultUsersSearch: UsersSearch = {
  offset: 0,
  pageSize: 25,
  field: 'userName',
  direction: 'ASC',
};

/**
 * A bad page resets offset and size, a bad sort resets field and direction. Never throws. Reads back its own
 * result.
 */
export function readUsersSearch(raw: Readonly<Record<string, string | undefined>>): UsersSearch {
  const { field, direction } = raw;
  const isSort =
    field !== undefined && Object.hasOwn(userColumns, field) && (direction === 'ASC' || direction === 'DESC');
  return {
    ...defaultUsersSearch,
    ...readPage(raw),
    ...(isSort ? { field: field as UserColumn, direction } : {}),
  };
}
