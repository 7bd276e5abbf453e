import { type ScopedPermission, hasPermissionOn, reaches } from '#shared/scoped-permission.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Sql } from '#database/connection.ts';

/** Who asks: a signed-in person, or a merchant's shop with an API key. */
export interface Caller {
  kind: 'user' | 'api';
  /** User id or API id; what idempotency keys and audit events carry. */
  id: string;
  name: string;
  organisation: { id: number; name: string; path: string };
  domainUser: boolean;
  held: readonly ScopedPermission[];
  /** Tenants whose rows the caller may touch at all; row-level security is set to them. */
  tenantIds: readonly number[];
  session?: { tokenHash: Buffer };
}

/** Is the organisation on `path` within the caller's reach, whatever the permission? */
export function inScope(caller: Caller, path: string): boolean {
  const own = { scope: caller.organisation.path, cascade: caller.kind === 'user' };
  return reaches(own, path) || caller.held.some((grant) => reaches(grant, path));
}

export function mayOn(caller: Caller, name: Permission, path: string): boolean {
  return hasPermissionOn(caller.held, name, path);
}

/** What API keys may do on the installations they are scoped to. */
export const apiPermissions: readonly Permission[] = [
  'P_VIEW_TRANSACTION_NGPORTAL',
  'P_VIEW_TRANSACTIONS_NGPORTAL',
  'P_REFUND_TRANSACTION',
  'P_CAPTURE_TRANSACTION',
  'P_CANCEL_TRANSACTION',
  'P_REPEAT_TRANSACTION',
  'P_NEW_PAYMENT',
  'P_NEW_PAYOUT',
  'P_CREATE_SMART_LINK',
  'P_VIEW_INSTALLATION',
];

/** The companies that a set of organisation paths lies in, or holds. */
export async function loadTenantIds(sql: Sql, paths: readonly string[]): Promise<number[]> {
  if (paths.length === 0) return [];
  const rows = await sql<{ companyId: number }[]>`
    select distinct o.company_id
    from organisation o
    join unnest(${paths as string[]}::text[]) as reach (path)
      on o.path = reach.path or (o.path > reach.path || '/' and o.path < reach.path || '0')
    where o.company_id is not null
    order by 1`;
  return rows.map((row) => row.companyId);
}
