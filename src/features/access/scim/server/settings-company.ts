import type { TenantSql } from '#database/tenant.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import { lockEditor } from '#features/access/users/server/lock-users.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { Sql } from '#database/connection.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { RequestInfo } from '#server/handler.ts';

export interface SettingsCompany {
  companyId: number;
  companyName: string;
  path: string;
  mayChange: boolean;
}

interface SettingsContext {
  sql: Sql;
  caller: Caller;
  resource: Pick<OrganisationResource, 'companyId'>;
}

/**
 * The company of the organisation in question. Its settings need P_MANAGE_SECURITY on all of it. Users of the provider change
 * nothing: they manage no users of companies either (docs/domain.md#provisioning).
 */
export async function settingsCompany({ sql, caller, resource }: SettingsContext): Promise<SettingsCompany> {
  const { companyId } = resource;
  if (companyId === null) throw new Problem(409, 'NO_COMPANY', 'no_company');
  const [row] = await sql<{ companyName: string; path: string }[]>`
    select name as company_name, path from organisation where id = ${companyId}`;
  if (!row || !mayOn(caller, 'P_MANAGE_SECURITY', row.path)) throw problems.forbidden();
  return { companyId, ...row, mayChange: !caller.domainUser };
}

/** The same for a change. Throws 403 for users of the provider. */
export async function loadCompanyToChange(ctx: SettingsContext): Promise<SettingsCompany> {
  const company = await settingsCompany(ctx);
  if (!company.mayChange) throw problems.forbidden();
  return company;
}

/**
 * The company for a change that lets a token manage its users. Throws 403 where the caller has fewer rights than the token
 * can use.
 */
export async function loadCompanyOfManager(
  ctx: SettingsContext & { sql: TenantSql },
): Promise<SettingsCompany> {
  const company = await loadCompanyToChange(ctx);
  const permissions = await lockEditor(ctx.sql, ctx.caller);
  if (!managingUsers.every((name) => hasPermissionOn(permissions, name, company.path)))
    throw problems.forbidden();
  return company;
}

/** The permissions that the maker of a token needs to create and change users with it. */
export const managingUsers = [
  'P_VIEW_MI_MERCHANT_ADMIN',
  'P_CREATE_PORTAL_USER',
  'P_MANAGE_PORTAL_USER',
] as const;

/** Audits a change of the settings. */
export function auditSettings(
  { sql, caller, request, now }: { sql: Sql; caller: Caller; request: RequestInfo; now: Date },
  { companyId }: SettingsCompany,
  event: {
    act: string;
    objectKind: string;
    objectId: string;
    before?: object;
    after?: object;
    detail?: object;
  },
): Promise<void> {
  return auditAction(sql, { by: { caller, request, now }, companyId, ...event });
}
