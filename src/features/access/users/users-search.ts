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

/** Statuses to filter by. A locked user is neither active nor inactive. */
export const userStatuses = ['active', 'inactive', 'locked'] as const;
export type UserStatus = (typeof userStatuses)[number];
export const maxSearchText = 100;

/** The query parameters of the route `users` (docs/domain.md#users). */
export interface UsersSearch {
  offset: number;
  pageSize: number;
  field: UserColumn;
  direction: 'ASC' | 'DESC';
  /** A part of the name or email. */
  text?: string;
  status?: UserStatus;
}

export const defaultUsersSearch: UsersSearch = {
  offset: 0,
  pageSize: 25,
  field: 'userName',
  direction: 'ASC',
};

/**
 * A bad page resets offset and size, a bad sort resets field and direction, a bad filter is dropped. Never
 * throws. Reads back its own result.
 */
export function readUsersSearch(raw: Readonly<Record<string, string | undefined>>): UsersSearch {
  const { field, direction } = raw;
  const text = (raw.text ?? '').trim().slice(0, maxSearchText).trim();
  const status = userStatuses.find((userStatus) => userStatus === raw.status);
  const isSort =
    field !== undefined && Object.hasOwn(userColumns, field) && (direction === 'ASC' || direction === 'DESC');
  return {
    ...defaultUsersSearch,
    ...readPage(raw),
    ...(isSort ? { field: field as UserColumn, direction } : {}),
    ...(text === '' ? {} : { text }),
    ...(status === undefined ? {} : { status }),
  };
}
