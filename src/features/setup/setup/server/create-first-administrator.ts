import { randomUUID } from 'node:crypto';
import { isEmailLike } from '#shared/patterns.ts';
import { problems } from '#shared/problem.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { isFirstAdministratorMissing, readTokenId, useAccountToken } from '#server/auth/account-token.ts';
import { hashPassword, isCommonPassword } from '#server/auth/passwords.ts';
import { handlePublic } from '#server/handler.ts';
import { failedPasswordChecks } from '#features/access/session/password-policy.ts';
import { insertFirstAdministrator } from '#features/access/session/server/first-administrator.ts';
import { insertTopOrganisation, topOrganisation } from '#features/access/session/server/top-organisation.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { createReadyCompany } from './create-company.ts';

/**
 * Works once: the transaction that creates the organisations and their administrator uses up the token. The administrator of a
 * single business belongs to its company, that of a provider to the organisation above all companies.
 */
export const createFirstAdministrator = handlePublic(
  endpoints.createFirstAdministrator,
  schemas.createFirstAdministrator,
  async ({ path, body, services, now, request }) => {
    const { config, database, keys } = services;
    const userName = body.username.trim();
    if (!isEmailLike(userName)) throw problems.invalid('username_email');
    const failed = failedPasswordChecks(body.password, userName, {
      min: config.passwordMinLength,
      max: config.passwordMaxLength,
    });
    if (failed.length > 0 || (await isCommonPassword(body.password))) {
      throw problems.invalid('password_not_good');
    }
    const passwordHash = await hashPassword(body.password);
    const tokenId = readTokenId(keys.accountLink, path.token, now);
    const userId = randomUUID();
    const by: Actor = { at: now, actorKind: 'user', actor: userId, ip: request.ip, requestId: request.id };
    // There is no company yet. Row-level security lets the transaction see the one that it creates.
    await inTenant(database, [], async (sql) => {
      // Serialises two requests, so that the second finds an administrator.
      await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`;
      const isOpen = tokenId !== undefined && (await isFirstAdministratorMissing(sql));
      if (!isOpen || !(await useAccountToken(sql, { tokenId, purposes: ['first-administrator'], now }))) {
        throw problems.invalid('link_not_valid');
      }
      const { companyId, organisationId } = await createOrganisations(sql, by, body);
      await insertFirstAdministrator(sql, {
        userId,
        organisationId,
        isDomainUser: companyId === null,
        userName,
        firstName: body.firstName.trim(),
        lastName: body.lastName.trim(),
        passwordHash,
        now,
      });
      await writeAuditEvent(sql, {
        ...by,
        companyId,
        organisationId,
        act: 'createFirstAdministrator',
        objectKind: 'user',
        objectId: userId,
        outcome: 'allowed',
      });
    });
    return { userName };
  },
);

/** The organisation at the top and, for a single business, its company. Returns where the administrator belongs. */
async function createOrganisations(
  sql: TenantSql,
  by: Actor,
  { organisationName, business }: Pick<schemas.FirstAdministrator, 'organisationName' | 'business'>,
): Promise<{ companyId: number | null; organisationId: number }> {
  const name = organisationName.trim();
  await insertTopOrganisation(sql, name);
  if (business === undefined) return { companyId: null, organisationId: topOrganisation };
  const company = { ...business, name, parentId: topOrganisation };
  const { companyId } = await createReadyCompany(sql, by, company);
  return { companyId, organisationId: companyId };
}
