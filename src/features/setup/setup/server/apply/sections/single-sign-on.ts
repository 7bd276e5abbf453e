import * as z from 'zod/mini';
import {
  type RuleContent,
  saveSignOnMapping as mappingCall,
  saveSignOnProvider as providerCall,
} from '#features/access/single-sign-on/schemas.ts';
import { findGrant, loadRules } from '#features/access/single-sign-on/server/db/sso-mapping.ts';
import { loadProvider, listDomains } from '#features/access/single-sign-on/server/db/sso-provider.ts';
import {
  type ProviderFailureReason,
  discoverIssuer,
  unsealSecret,
} from '#features/access/single-sign-on/server/discover-provider.ts';
import {
  type Maker,
  addDomainBy,
  changeMappingBy,
  checkRule,
  removeDomainBy,
  removeProviderBy,
  saveProviderBy,
  setRequirementBy,
  ruleKey,
} from '#features/access/single-sign-on/server/manage-sign-on.ts';
import { ApplyError } from '../apply-error.ts';
import type { ApplyRun, RunEnvironment } from '../apply-run.ts';
import { describeChange } from '../plan.ts';
import { keySchema, readSecret, secretSource } from '../section.ts';
import { userNameKey } from '#shared/user-name.ts';
import { findUser } from '#features/access/users/server/manage-user.ts';
import { listGrantedPermissions } from '#server/auth/access-store.ts';
import { parseDomain } from '#features/access/single-sign-on/domain-name.ts';
import { describeRecord } from '#features/access/single-sign-on/server/domain-record.ts';
import { loadCheckedRules } from '#features/access/single-sign-on/server/sign-in/mapped-grants.ts';
import { Problem } from '#shared/problem.ts';

const { issuer, clientId } = providerCall.body.shape;
const { claim, value, roleId } = mappingCall.body.shape.rules.def.element.shape;

export const signOnSchema = z.strictObject({
  issuer: z.optional(issuer),
  clientId: z.optional(clientId),
  clientSecret: z.optional(secretSource),
  /** Each has to be verified in the portal. */
  domains: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(253))).check(z.maxLength(20))),
  /** The username whose rights limit new rules. */
  maker: z.optional(z.string().check(z.minLength(1), z.maxLength(400))),
  /** All rules: the key of an own role, or a standard role. `at` is the key of an organisation. */
  map: z.optional(
    z.array(z.strictObject({ claim, value, role: roleId, at: keySchema })).check(z.maxLength(200)),
  ),
  /** `true` only where the portal requires it already. */
  require: z.optional(z.boolean()),
});
type GivenSignOn = z.output<typeof signOnSchema>;

/** Reads the discovery document, and takes the issuer as the document names it. */
export async function discoverGiven(environment: RunEnvironment, input: GivenSignOn): Promise<GivenSignOn> {
  if (input.issuer === undefined) return input;
  const { webClient, insecureCallbacks } = environment;
  const issuer = await discoverIssuer({ webClient, config: { insecureCallbacks } }, input.issuer);
  if (!issuer.ok) throw new ApplyError(`${pointer}/issuer`, discoveryErrors[issuer.code]);
  return { ...input, issuer: issuer.value };
}

const discoveryErrors: Readonly<Record<ProviderFailureReason, string>> = {
  issuer_url: 'not an address of a provider',
  issuer_not_https: 'the provider needs https',
  issuer_not_public: 'the provider has no public address',
  issuer_unreachable: 'the provider cannot be reached, or has no discovery document at this address',
  issuer_mismatch: 'the discovery document names another issuer',
  issuer_incomplete: 'the discovery document lacks an endpoint with https',
};

/** Provider, domains, mapping and requirement. `null` removes the provider with its mapping. */
export async function applySignOn(run: ApplyRun, input: GivenSignOn | null): Promise<void> {
  const { sql, by, plan, companyId } = run;
  const provider = await loadProvider(sql, companyId, true);
  plan.read(label, 'provider', provider?.version);
  if (input === null) {
    if (!provider) return;
    await removeProviderBy(sql, by, provider);
    return plan.remove(label, 'provider', `${provider.issuer}, with its mapping`);
  }
  const maker = makerOf(run, input.maker);
  if (input.domains) await applyDomains(run, input.domains);
  // A new provider takes over the rules that stay, so those that go are removed first.
  if (provider) await applyMapping(run, input.map, maker);
  await applyProvider(run, input, maker);
  if (!provider) await applyMapping(run, input.map, maker);
  await applyRequirement(run, input.require);
}

async function applyProvider(run: ApplyRun, input: GivenSignOn, maker: () => Promise<Maker>): Promise<void> {
  const { sql, by, plan, companyId, environment } = run;
  const { keys } = environment;
  const before = await loadProvider(sql, companyId);
  const secretPointer = `${pointer}/clientSecret`;
  const typed = input.clientSecret && (await readSecret(run, input.clientSecret, secretPointer));
  if (typed !== undefined && (typed === '' || typed.length > 500))
    throw new ApplyError(secretPointer, 'a client secret has 1 to 500 characters');
  const next = { issuer: input.issuer ?? before?.issuer, clientId: input.clientId ?? before?.clientId };
  if (next.issuer === undefined && next.clientId === undefined && typed === undefined) return;
  if (next.issuer === undefined) throw new ApplyError(`${pointer}/issuer`, 'a new provider needs an issuer');
  if (next.clientId === undefined)
    throw new ApplyError(`${pointer}/clientId`, 'a new provider needs a client id');
  const isSame = before?.issuer === next.issuer && before.clientId === next.clientId;
  if (!isSame && typed === undefined)
    throw new ApplyError(secretPointer, 'a new provider or client needs its own secret');
  const isSecretNew = isSame && typed !== undefined && typed !== unsealSecret({ keys }, before);
  if (isSame && !isSecretNew) return;
  const change = {
    companyId,
    issuer: next.issuer,
    clientId: next.clientId,
    clientSecret: typed,
    version: before?.version ?? 0,
  };
  await runPart('/maker', () => saveProviderBy(sql, by, change, { keys, maker }));
  if (!before) return plan.add(label, 'provider', `${change.issuer}, client ${change.clientId}`);
  const { length } = await loadRules(sql, companyId);
  const changes = [
    describeChange({ ...before, required: before.isRequired }, { ...next, required: false }),
    isSecretNew ? 'another secret' : '',
    length > 0 ? `maker of the mapping: ${input.maker ?? ''}` : '',
  ];
  plan.change(label, 'provider', changes.filter((part) => part !== '').join('; '));
}

/** Only a test sign-in in the portal shows that users can sign in afterwards. */
async function applyRequirement({ sql, by, plan, companyId }: ApplyRun, isRequired: boolean | undefined) {
  const provider = await loadProvider(sql, companyId);
  if (isRequired === undefined || isRequired === (provider?.isRequired ?? false)) return;
  if (isRequired || !provider)
    throw new ApplyError(
      `${pointer}/require`,
      'a test sign-in of this provider comes first: require single sign-on in the portal',
    );
  await setRequirementBy(sql, by, provider, false);
  plan.change(label, 'requirement', 'required: yes → no');
}

/** The user whose rights limit new rules. Read only for a change that needs one. */
function makerOf({ sql }: ApplyRun, username: string | undefined): () => Promise<Maker> {
  let loadedMaker: Promise<Maker> | undefined;
  const read = async (): Promise<Maker> => {
    if (username === undefined)
      throw new ApplyError(`${pointer}/maker`, 'name the user whose rights limit the mapping');
    const user = await findUser(sql, userNameKey(username.trim().normalize('NFC')));
    if (!user?.record.active) throw new ApplyError(`${pointer}/maker`, 'no active user has this username');
    const { userId } = user.record;
    return { userId, held: await listGrantedPermissions(sql, userId) };
  };
  return () => (loadedMaker ??= read());
}

const kind = 'signOnDomain';
const domainLabel = 'domain';

/** Adds domains without verifying them, and prints which TXT record verifies each. */
async function applyDomains(run: ApplyRun, input: readonly string[]): Promise<void> {
  const { sql, by, plan, companyId } = run;
  const domains = new Set<string>();
  for (const [index, typed] of input.entries()) {
    const key = parseDomain(typed) ?? typed;
    if (domains.has(key)) throw new ApplyError(`${pointer}/domains/${index}`, `"${key}" is used twice`);
    domains.add(key);
  }
  const stored = new Map((await listDomains(sql, companyId)).map((domain) => [domain.domain, domain]));
  await run.prune(kind, { label: domainLabel, keys: domains }, async ({ key }) => {
    if (stored.delete(key)) await removeDomainBy(sql, by, companyId, key);
    return 'removed';
  });
  for (const [index, key] of [...domains].entries()) {
    const before = stored.get(key);
    plan.read(domainLabel, key, before && before.verifiedAt !== null);
    const applied = (await run.loadApplied(kind)).get(key);
    if (before) {
      const { recordName, recordValue } = describeRecord(before);
      if (!before.verifiedAt) plan.remind(domainLabel, key, `not verified: TXT ${recordName} ${recordValue}`);
      if (!applied || applied.isPruned) await run.save(kind, { key, objectId: key, isCreated: false });
      continue;
    }
    const added = await runPart(`/domains/${index}`, () => addDomainBy(sql, by, companyId, key));
    await run.save(kind, { key, objectId: key, isCreated: true });
    const { recordName, recordValue } = describeRecord(added);
    // The value is random, so a plan does not have that of the run.
    const value = run.isPlanOnly ? '' : ` ${recordValue}`;
    plan.add(domainLabel, key, `not verified: TXT ${recordName}${value}`);
  }
}

const mappingLabel = 'mapping';

interface GivenRule {
  claim: string;
  value: string;
  role: string;
  at: string;
}

interface ResolvedRule extends RuleContent {
  roleName: string;
  organisationName: string;
}

/** Replaces the mapping, as the portal does. Rules that stay keep their maker while they are active. */
async function applyMapping(
  run: ApplyRun,
  input: readonly GivenRule[] | undefined,
  maker: () => Promise<Maker>,
): Promise<void> {
  const { sql, by, plan, companyId } = run;
  const provider = await loadProvider(sql, companyId, true);
  if (!input || (!provider && input.length === 0)) return;
  if (!provider) throw new ApplyError(`${pointer}/map`, 'a mapping needs a provider');
  const before = new Map((await loadCheckedRules(sql, companyId)).map((rule) => [ruleKey(rule), rule]));
  plan.read(
    mappingLabel,
    'rules',
    [...before].map(([key, { isActive }]) => [key, isActive]),
  );
  const newRules = new Map<string, ResolvedRule>();
  for (const [index, entry] of input.entries()) {
    const rulePointer = `/map/${index}`;
    const rule = await resolveRule(run, entry, pointer + rulePointer);
    const key = ruleKey(rule);
    if (newRules.has(key)) throw new ApplyError(pointer + rulePointer, 'this rule is used twice');
    newRules.set(key, rule);
    const existing = before.get(key);
    if (existing?.isActive) continue;
    const { held, userId } = await maker();
    await runPart(rulePointer, () => checkRule(sql, companyId, toContent(rule), { held, userId }));
    if (existing) plan.change(mappingLabel, ruleName(rule), `${describeGrant(rule)}, with another maker`);
    else plan.add(mappingLabel, ruleName(rule), describeGrant(rule));
  }
  const removed = [...before].filter(([key]) => !newRules.has(key));
  for (const [, rule] of removed) plan.remove(mappingLabel, ruleName(rule), describeGrant(rule));
  const isSame = removed.length === 0 && [...newRules.keys()].every((key) => before.get(key)?.isActive);
  if (isSame) return;
  const rules = [...newRules.values()].map(toContent);
  await runPart('/map', () => changeMappingBy(sql, by, { provider, rules }, maker));
}

async function resolveRule(
  run: ApplyRun,
  { claim, value, role, at }: GivenRule,
  rulePointer: string,
): Promise<ResolvedRule> {
  const organisationId = await run.resolveOrganisation(at, `${rulePointer}/at`);
  const appliedRole = (await run.loadApplied('role')).get(role);
  const roleId = appliedRole && !appliedRole.isPruned ? appliedRole.objectId : role;
  const rule = { claim, value, roleId, organisationId };
  const grant = await findGrant(run.sql, run.companyId, rule);
  if (!grant) throw new ApplyError(`${rulePointer}/role`, `there is no role "${role}"`);
  return { ...rule, roleName: grant.roleName, organisationName: grant.organisationName };
}

const toContent = ({ claim, value, roleId, organisationId }: ResolvedRule): RuleContent => ({
  claim,
  value,
  roleId,
  organisationId,
});
const ruleName = ({ claim, value }: RuleContent): string => `${claim} = ${value}`;
const describeGrant = ({
  roleName,
  organisationName,
}: Pick<ResolvedRule, 'roleName' | 'organisationName'>): string => `${roleName} at ${organisationName}`;

const pointer = '/security/sso';
const label = 'single sign-on';

const sentences: Readonly<Record<string, string>> = {
  sign_on_domain_invalid: 'not a domain',
  sign_on_domain_taken: 'another company has verified this domain',
  sign_on_domain_limit: 'a company has at most 20 domains',
  sign_on_rule_beyond: 'the maker does not hold what the rule grants',
  sign_on_mapping_beyond: 'the maker of a changed provider has to hold everything that the mapping grants',
};

/** Runs the part of `sso` at `place`. A refusal becomes a mistake at this place. */
async function runPart<T>(partPointer: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new ApplyError(pointer + partPointer, sentences[error.message] ?? error.message);
  }
}
