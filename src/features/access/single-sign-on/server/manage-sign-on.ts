import type { ScopedPermission } from '#shared/scoped-permission.ts';
import { mayChange, mayGrant } from '#features/access/users/grant-rules.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { mailAdministrators } from '#features/access/users/server/mail-administrators.ts';
import { seal } from '#server/auth/seal.ts';
import type { Keys } from '#server/keys.ts';
import { Problem, problems } from '#shared/problem.ts';
import { parseDomain } from '../domain-name.ts';
import type { EmailClaim } from '../email-claims.ts';
import type { RuleContent } from '../schemas.ts';
import {
  type StoredDomain,
  findDomainOwner,
  deleteDomain,
  insertDomain,
  listDomains,
  type StoredProvider,
  deleteProvider,
  loadProvider,
  writeProvider,
} from './db/sso-provider.ts';
import { deleteRules, findGrant, insertRule, loadRules, takeOverRules } from './db/sso-mapping.ts';
import { listGrantsOfSignedIn } from './db/sso-identity.ts';
import { type ProviderFailureReason, secretContext } from './discover-provider.ts';
import { newDomainToken } from './domain-record.ts';
import { loadCheckedRules } from './sign-in/mapped-grants.ts';

/*
 * Changes of a company's single sign-on, for the portal and for commands of the operator. Each validates, writes and audits in
 * the transaction of `sql`, and throws a Problem to refuse.
 */

/** The user whose rights limit new rules, now and at each sign-in (decision 0113). */
export interface Maker {
  userId: string;
  held: readonly ScopedPermission[];
}

interface ProviderChange {
  companyId: number;
  /** As the discovery document names it. */
  issuer: string;
  clientId: string;
  /** Missing: the stored secret stays. */
  clientSecret?: string;
  /**
   * Whether users that the company's directory provisioned are connected by their email. Missing: as before, and not
   * for another issuer.
   */
  connectsProvisioned?: boolean;
  /** Missing: as before. */
  emailClaim?: EmailClaim;
  version: number;
}

/**
 * Stores a discovered provider. A changed one has to be tested again before it is required. Throws 403 unless the maker holds
 * every right that the provider could give: those of the mapping, and those of all users that it may sign in. Returns whether
 * the change gives rights.
 */
export async function saveProviderBy(
  sql: TenantSql,
  by: Actor,
  change: ProviderChange,
  { keys, maker }: { keys: Pick<Keys, 'singleSignOn'>; maker: () => Promise<Maker> },
): Promise<boolean> {
  const { companyId, clientSecret, version } = change;
  const before = await loadProvider(sql, companyId, true);
  if ((before?.version ?? 0) !== version) throw problems.versionConflict('SIGN_ON_CHANGED');
  const changed = changedProvider(change, before, keys, by.at);
  const isOther = changed.changedAt !== before?.changedAt;
  const former = before?.issuer === change.issuer ? before.connectsBy : null;
  const connects = change.connectsProvisioned ?? former !== null;
  // Another provider decides who gets the grants of the mapping, so its maker is responsible for them.
  const isMapped = isOther && (await takeResponsibility(sql, companyId, maker));
  const isAllowing = connects && (isOther || former === null);
  if (isOther || isAllowing) await requireUsersRights(sql, { ...changed, connects }, maker);
  const connectsBy = isAllowing ? (await maker()).userId : connects ? former : null;
  const next = { ...changed, connectsBy };
  if (!(await writeProvider(sql, next))) throw problems.versionConflict('SIGN_ON_CHANGED');
  await recordSignOn(sql, by, companyId, 'saveSignOnProvider', {
    before: before ? audited(before) : undefined,
    after: { ...audited(next), isSecretNew: clientSecret !== undefined },
  });
  return isMapped || isAllowing || (isOther && before?.connectsBy != null);
}

/** The stored secret stays with its issuer and client: another issuer would receive it at the first sign-in. */
function changedProvider(
  { companyId, issuer, clientId, clientSecret, emailClaim: typed, version }: ProviderChange,
  before: StoredProvider | undefined,
  keys: Pick<Keys, 'singleSignOn'>,
  now: Date,
): StoredProvider {
  const emailClaim = typed ?? before?.emailClaim ?? 'email';
  if (clientSecret === undefined) {
    if (before?.issuer === issuer && before.clientId === clientId)
      return emailClaim === before.emailClaim
        ? before
        : { ...before, emailClaim, isRequired: false, changedAt: now };
    throw invalidProvider('clientSecret', 'client_secret_missing');
  }
  const sealedSecret = seal(keys.singleSignOn, Buffer.from(clientSecret), secretContext(companyId));
  return {
    companyId,
    issuer,
    clientId,
    sealedSecret,
    isRequired: false,
    emailClaim,
    connectsBy: null,
    changedAt: now,
    version,
  };
}

/** Throws 403 unless the maker may give every grant of the mapping. False without a mapping. */
async function takeResponsibility(
  sql: TenantSql,
  companyId: number,
  maker: () => Promise<Maker>,
): Promise<boolean> {
  const rules = await loadRules(sql, companyId);
  if (rules.length === 0) return false;
  const { userId, held } = await maker();
  if (!rules.every((rule) => mayGrant(held, rule)))
    throw new Problem(403, 'SIGN_ON_MAPPING_BEYOND', 'sign_on_mapping_beyond');
  await takeOverRules(sql, companyId, userId);
  return true;
}

/** Throws 403 unless the maker holds every grant of the users that the provider may sign in. */
export async function requireUsersRights(
  sql: TenantSql,
  provider: { companyId: number; issuer: string; connects: boolean; domain?: string },
  maker: () => Promise<Maker>,
): Promise<void> {
  const grants = await listGrantsOfSignedIn(sql, provider);
  if (grants.length > 0 && !mayChange((await maker()).held, grants))
    throw new Problem(403, 'SIGN_ON_USERS_BEYOND', 'sign_on_users_beyond');
}

/** Removes a provider with its mapping and tests. The domains stay. */
export async function removeProviderBy(sql: TenantSql, by: Actor, provider: StoredProvider): Promise<void> {
  await deleteProvider(sql, provider.companyId);
  await recordSignOn(sql, by, provider.companyId, 'removeSignOnProvider', { before: audited(provider) });
}

/** Requiring needs the conditions that the endpoint checks. */
export async function setRequirementBy(
  sql: TenantSql,
  by: Actor,
  provider: StoredProvider,
  isRequired: boolean,
): Promise<void> {
  await writeProvider(sql, { ...provider, isRequired });
  await recordSignOn(sql, by, provider.companyId, 'requireSignOn', {
    before: { isRequired: provider.isRequired },
    after: { isRequired },
  });
}

const maxDomains = 20;

/** Adds a domain that its TXT record has to verify. */
export async function addDomainBy(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  typed: string,
): Promise<StoredDomain> {
  const domain = parseDomain(typed);
  if (domain === undefined) throw domainProblem(400, 'SIGN_ON_DOMAIN', 'sign_on_domain_invalid');
  const owner = await findDomainOwner(sql, domain);
  if (owner !== undefined && owner !== companyId) throw domainTaken();
  if ((await listDomains(sql, companyId)).length >= maxDomains)
    throw domainProblem(409, 'SIGN_ON_DOMAIN_LIMIT', 'sign_on_domain_limit');
  const token = newDomainToken();
  if (!(await insertDomain(sql, { companyId, domain, token })))
    throw domainProblem(409, 'SIGN_ON_DOMAIN_KNOWN', 'sign_on_domain_known');
  await recordSignOn(sql, by, companyId, 'addSignOnDomain', { after: { domain } });
  return { domain, token, verifiedAt: null };
}

export async function removeDomainBy(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  domain: string,
): Promise<void> {
  const removed = await deleteDomain(sql, companyId, domain);
  if (!removed) throw problems.notFound();
  const isVerified = removed.verifiedAt !== null;
  await recordSignOn(sql, by, companyId, 'removeSignOnDomain', {
    before: { domain: removed.domain, isVerified },
  });
}

/**
 * Replaces the mapping. An unchanged rule keeps its maker while it is active. For every other rule the maker must
 * hold its permissions, as for a grant.
 */
export async function changeMappingBy(
  sql: TenantSql,
  by: Actor,
  { provider, rules }: { provider: StoredProvider; rules: readonly RuleContent[] },
  maker: () => Promise<Maker>,
): Promise<RuleContent[]> {
  const { companyId } = provider;
  const before = await loadCheckedRules(sql, companyId);
  const requested = new Map(rules.map((rule) => [ruleKey(rule), rule]));
  const unchanged = before.filter((rule) => rule.isActive && requested.has(ruleKey(rule)));
  const unchangedKeys = new Set(unchanged.map(ruleKey));
  const added = [...requested.values()].filter((rule) => !unchangedKeys.has(ruleKey(rule)));
  const removed = before.filter((rule) => !unchangedKeys.has(ruleKey(rule)));
  for (const rule of added) await checkRule(sql, companyId, rule, await maker());
  await deleteRules(
    sql,
    companyId,
    removed.map(({ ruleId }) => ruleId),
  );
  for (const rule of added) await insertRule(sql, companyId, { ...rule, ownerId: (await maker()).userId });
  await writeProvider(sql, provider);
  await recordSignOn(sql, by, companyId, 'saveSignOnMapping', {
    before: { rules: before.map(describe) },
    after: { rules: [...requested.values()].map(describe) },
  });
  return added;
}

/** Throws unless the role and the organisation belong to the company and the maker may give the grant. */
export async function checkRule(
  sql: TenantSql,
  companyId: number,
  rule: RuleContent,
  { held }: Maker,
): Promise<void> {
  const grant = await findGrant(sql, companyId, rule);
  if (!grant) throw problems.invalid('body.rules');
  if (!mayGrant(held, grant)) throw new Problem(403, 'SIGN_ON_RULE_BEYOND', 'sign_on_rule_beyond');
}

const describe = ({ claim, value, roleId, organisationId }: RuleContent): string =>
  `${claim} = ${value}: ${roleId} @ ${organisationId}`;

/** Audits a change and emails the administrators. */
export async function recordSignOn(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  act: string,
  change: { before?: object; after?: object },
): Promise<void> {
  await writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId: companyId,
    act,
    objectKind: 'singleSignOn',
    objectId: String(companyId),
    outcome: 'allowed',
    ...change,
  });
  await mailAdministrators(sql, by, companyId, { template: 'signOnChanged' });
}

const audited = ({ issuer, clientId, emailClaim, isRequired, connectsBy }: StoredProvider) => ({
  issuer,
  clientId,
  emailClaim,
  isRequired,
  connectsBy,
});

export const invalidProvider = (field: string, message: ProviderFailureReason | 'client_secret_missing') =>
  new Problem(400, 'SIGN_ON_PROVIDER', message, { fieldError: { field, detail: 'invalid' } });
const domainProblem = (status: number, code: string, message: string): Problem =>
  new Problem(status, code, message, { fieldError: { field: 'domain', detail: 'invalid' } });
export const domainTaken = (): Problem => domainProblem(409, 'SIGN_ON_DOMAIN_TAKEN', 'sign_on_domain_taken');

/** Equal for equal rules. */
export const ruleKey = ({ claim, value, roleId, organisationId }: RuleContent): string =>
  JSON.stringify([claim, value, roleId, organisationId]);
