import { covers, isSamePath } from '#shared/org-path.ts';
import type { Permission } from '#shared/permissions.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import { parameterListPermissions, standardListPermissions } from '../list-permissions.ts';
import type { ListKind } from '../standard-lists.ts';
import { type StoredList, lockList, readList } from './db/list-store.ts';

/** The action of a caller on a list. */
type ListUse = 'view' | 'edit' | 'editItems' | 'exportItems' | 'history';

type Kind = 'parameter' | 'standard';

/** One of them must be held at the list's own organisation (docs/domain.md#fraud-lists). */
const needed: Readonly<Record<ListUse, Readonly<Record<Kind, readonly Permission[]>>>> = {
  view: { parameter: parameterListPermissions, standard: standardListPermissions },
  edit: {
    parameter: ['P_EDIT_FRAUD_PARAMETER_LISTS'],
    standard: ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS'],
  },
  editItems: { parameter: ['P_EDIT_FRAUD_LIST_ITEMS'], standard: ['P_EDIT_FRAUD_LIST_ITEMS'] },
  exportItems: { parameter: ['P_VIEW_FRAUD_LIST_ITEMS'], standard: ['P_VIEW_FRAUD_LIST_ITEMS'] },
  history: {
    parameter: ['P_VIEW_FRAUD_PARAMETER_LISTS'],
    standard: ['P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS'],
  },
};

interface Context {
  sql: TenantSql;
  caller: Caller;
  resource: Pick<OrganisationResource, 'path'>;
}

/** Whether the organisations are on one path: the same, or one above the other. */
export const isOnPath = (path: string, other: string): boolean =>
  isSamePath(path, other) || covers(path, other) || covers(other, path);

/** Whether the caller may do this with lists of the kind at their organisation. */
export function mayUse(caller: Caller, use: ListUse, kind: ListKind, path: string): boolean {
  const names = needed[use][kind === 'PARAMETER' ? 'parameter' : 'standard'];
  return names.some((name) => mayOn(caller, name, path));
}

/**
 * The list, when it is of an organisation on the path of the request's and the caller may see it there. Throws 404
 * for every other list and 403 when only the permission for this use is missing. With `lock` no other change of the
 * list runs until the transaction ends.
 */
export async function authoriseList(
  { sql, caller, resource }: Context,
  listId: number,
  use: ListUse,
  { lock = false } = {},
): Promise<StoredList> {
  if (lock) await lockList(sql, listId);
  const list = await readList(sql, listId);
  const { path } = resource;
  if (!list || list.hidden || !isOnPath(path, list.path) || !isVisible(caller, list)) throw unknownList();
  if (!mayUse(caller, use, list.kind, list.path)) throw problems.forbidden();
  return list;
}

/** The specification names the code of lists in lower case, like that of rules. */
export const unknownList = () => new Problem(404, 'not_found', 'not_found');

const isVisible = (caller: Caller, list: StoredList): boolean => mayUse(caller, 'view', list.kind, list.path);
