import { type ScopedPermission, hasPermissionOn, reaches } from '#shared/scoped-permission.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Sql } from '#database/connection.ts';
import type { TestClocks } from '../time/test-clock.ts';
import type { Confirmation } from './session-store.ts';

/** The authenticated caller: a user, a merchant's system with an API key, or an identity provider with a SCIM token. */
export interface Caller {
  kind: 'user' | 'api' | 'scim';
  /** User id, API id or token id, as stored with idempotency keys and audit events. */
  id: string;
  name: string;
  organisation: { id: number; name: string; path: string };
  domainUser: boolean;
  held: readonly ScopedPermission[];
  /** The tenants that row-level security allows the caller. */
  tenantIds: readonly number[];
  /** Of an API key: its payments go to connections of this mode. */
  mode?: 'TEST' | 'LIVE';
  /** Clocks of companies in test, read with the credentials. */
  testClocks?: TestClocks | undefined;
  session?: CallerSession;
}

interface CallerSession extends Confirmation {
  tokenHash: Buffer;
  /** The user must add a second factor before anything else. */
  isEnrolling: boolean;
}

/** Whether the organisation on `path` is in the caller's scope with any permission. */
export function inScope(caller: Caller, path: string): boolean {
  const ownScope = { scope: caller.organisation.path, cascade: caller.kind === 'user' };
  return reaches(ownScope, path) || caller.held.some((grant) => reaches(grant, path));
}

export function mayOn(caller: Caller, name: Permission, path: string): boolean {
  return hasPermissionOn(caller.held, name, path);
}

/** The companies that contain the organisation paths, or are below them. */
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
