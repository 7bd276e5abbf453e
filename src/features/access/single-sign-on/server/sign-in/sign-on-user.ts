import { randomUUID } from 'node:crypto';
import { type UserRow, loadUserById, findUserByName } from '#server/auth/app-user.ts';
import { isLocked } from '#features/access/sign-in/server/prove-password.ts';
import { hasProvisionedAccessOnly } from '#features/access/scim/server/db/scim-user.ts';
import { insertUser } from '#features/access/users/server/create-user.ts';
import { loadGrants } from '#features/access/users/server/db/grants.ts';
import {
  recordIdentityChange,
  loadUserRecord,
  userNames,
} from '#features/access/users/server/db/user-records.ts';
import { mayChange } from '#features/access/users/grant-rules.ts';
import { auditUserBy } from '#features/access/users/server/user-audit.ts';
import type { TenantSql } from '#database/tenant.ts';
import { listGrantedPermissions } from '#server/auth/access-store.ts';
import type { RequestInfo } from '#server/handler.ts';
import { Problem } from '#shared/problem.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { isPersonName } from '#shared/patterns.ts';
import { connectMySignOn } from '../../endpoints.ts';
import type { SignOnOutcome } from '../../sign-on-search.ts';
import {
  type Identity,
  type StoredIdentity,
  findIdentity,
  insertIdentity,
  touchIdentity,
} from '../db/sso-identity.ts';
import { loadProvider } from '../db/sso-provider.ts';
import { type Claims, textClaim } from './claims.ts';
import {
  areGrantsUnknown,
  findMaker,
  followMapping,
  grantsFor,
  lacksClaimOfGrant,
  loadCheckedRules,
} from './mapped-grants.ts';

interface ProvenSubject {
  identity: Identity;
  claims: Claims;
  /** An address of a verified domain of the company. */
  email: string;
  request: Pick<RequestInfo, 'ip' | 'id'>;
  now: Date;
}

interface UserRefusal extends Refusal<SignOnOutcome> {
  /** The user that may not sign in, where there is one. */
  userId?: string;
}

type FoundUser = Result<UserRow, UserRefusal>;

/**
 * The user of a subject at the company's provider. An unknown subject becomes a new user if the mapping gives a role; an
 * existing user is never connected by the email alone (docs/domain.md#single-sign-on).
 */
export async function signOnUser(sql: TenantSql, proven: ProvenSubject): Promise<FoundUser> {
  const { identity, claims, now } = proven;
  const { companyId } = identity;
  // Concurrent first sign-ins of one subject run one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('single sign-on'), hashtext(${identity.subject}))`;
  const connection = (await findIdentity(sql, identity)) ?? (await connectProvisioned(sql, proven));
  if (!connection) return createUser(sql, proven);
  const user = await loadUserById(sql, connection.userId);
  const { userId } = user;
  // A provider of a company signs in users of this company only, also after a move.
  if (user.companyId !== companyId || user.domainUser) return { ...refuse('link-needed'), userId };
  if (!user.active) return { ...refuse('inactive'), userId };
  if (isLocked(user, now)) return { ...refuse('locked'), userId };
  if (connection.isCreated) {
    const rules = await loadCheckedRules(sql, companyId);
    if (areGrantsUnknown(rules, claims)) return { ...refuse('groups-unknown'), userId };
    if (await lacksClaimOfGrant(sql, { companyId, userId }, rules, claims))
      return { ...refuse('groups-missing'), userId };
    const mappedGrants = grantsFor(rules, claims);
    const { before, after } = await followMapping(sql, { companyId, userId }, mappedGrants);
    if (roleNames(before) !== roleNames(after)) {
      const record = await loadUserRecord(sql, userId);
      await auditUserBy(sql, signOnActor(proven), 'followSignOnMapping', {
        before: { record, grants: before },
        after: { record, grants: after },
      });
    }
    if (after.length === 0) return { ...refuse('no-access'), userId };
  }
  await touchIdentity(sql, identity, now);
  return ok(user);
}

const roleNames = (grants: readonly { roleId: string; organisationId: number }[]): string =>
  grants
    .map(({ roleId, organisationId }) => `${roleId} @ ${organisationId}`)
    .toSorted()
    .join();

/**
 * Connects a user that the company's directory created by SCIM, if an administrator allowed it for this provider and still
 * holds every right of the user. Other users connect their account themselves.
 */
async function connectProvisioned(
  sql: TenantSql,
  proven: ProvenSubject,
): Promise<StoredIdentity | undefined> {
  const { identity, email, now } = proven;
  const provider = await loadProvider(sql, identity.companyId);
  if (!provider || provider.issuer !== identity.issuer || provider.connectsBy === null) return undefined;
  const user = await findUserByName(sql, email);
  if (!user || !(await hasProvisionedAccessOnly(sql, identity.companyId, user.userId))) return undefined;
  const { userId } = user;
  const held = await listGrantedPermissions(sql, provider.connectsBy);
  if (!mayChange(held, await loadGrants(sql, userId))) return undefined;
  const connected = { userId, isCreated: false };
  if (!(await insertIdentity(sql, identity, { ...connected, now }))) return undefined;
  // The provider may sign anyone in as the user, so its maker is no second person.
  await recordIdentityChange(sql, userId, { by: provider.connectsBy, now });
  const after = { record: await loadUserRecord(sql, userId), grants: await loadGrants(sql, userId) };
  await auditUserBy(sql, signOnActor(proven), connectMySignOn.name, { after });
  return connected;
}

/** Just in time: with the grants of the mapping, and not at all without one. */
async function createUser(sql: TenantSql, proven: ProvenSubject): Promise<FoundUser> {
  const { identity, claims, email, now } = proven;
  const { companyId } = identity;
  const existing = await findUserByName(sql, email);
  if (existing) return refuse('link-needed');
  const rules = await loadCheckedRules(sql, companyId);
  if (areGrantsUnknown(rules, claims)) return refuse('groups-unknown');
  const mappedGrants = grantsFor(rules, claims);
  if (mappedGrants.length === 0) return refuse('no-access');
  const userId = randomUUID();
  try {
    const names = userNames({ userName: email, name: personName(claims, email) });
    const user = { userId, organisationId: companyId, ...names, active: true, domainUser: false };
    await insertUser(sql, { ...user, createdBy: null, now });
    const maker = findMaker(rules, claims);
    if (maker !== undefined) await recordIdentityChange(sql, userId, { by: maker, now });
  } catch (error) {
    // The address cannot be a username, or another request has taken it.
    if (error instanceof Problem) return refuse(error.code === 'SCIM05' ? 'link-needed' : 'refused');
    throw error;
  }
  if (!(await insertIdentity(sql, identity, { userId, isCreated: true, now })))
    throw new Error('the lock of the subject does not hold');
  await followMapping(sql, { companyId, userId }, mappedGrants);
  const after = { record: await loadUserRecord(sql, userId), grants: await loadGrants(sql, userId) };
  await auditUserBy(sql, signOnActor(proven), 'createSignOnUser', { after });
  await touchIdentity(sql, identity, now);
  return ok(await loadUserById(sql, userId));
}

const signOnActor = ({ request, now }: ProvenSubject) => ({
  at: now,
  actorKind: 'system' as const,
  actor: 'single sign-on',
  ip: request.ip,
  requestId: request.id,
});

const maxNameLength = 100;

/**
 * The names that the provider sends, as far as they can be stored. Otherwise the part of the email before the
 * domain.
 */
function personName(claims: Claims, email: string): { givenName: string; familyName: string } {
  const [first = '', ...rest] = (textClaim(claims, 'name') ?? '').split(/\s+/);
  const local = email
    .slice(0, email.lastIndexOf('@'))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  const usable = (...names: (string | undefined)[]): string =>
    names
      .map((name) => name?.normalize('NFC').slice(0, maxNameLength).trim())
      .find((name) => name !== undefined && name !== '' && isPersonName(name)) ?? 'User';
  return {
    givenName: usable(textClaim(claims, 'given_name'), first, local),
    familyName: usable(textClaim(claims, 'family_name'), rest.join(' '), local),
  };
}
