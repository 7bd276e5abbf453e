import type { RuleContent } from '#features/single-sign-on/schemas.ts';
import { ruleKey } from '#features/single-sign-on/rule-key.ts';
import { findGrant } from '#features/single-sign-on/server/db/sso-mapping.ts';
import { loadProvider } from '#features/single-sign-on/server/db/sso-provider.ts';
import { type Maker, changeMappingBy, checkRule } from '#features/single-sign-on/server/manage-sign-on.ts';
import { loadCheckedRules } from '#features/single-sign-on/server/sign-in/mapped-grants.ts';
import { ApplyError } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { atSignOn, pointer } from './sign-on-problems.ts';

const label = 'mapping';

interface GivenRule {
  claim: string;
  value: string;
  role: string;
  at: string;
}

interface NamedRule extends RuleContent {
  roleName: string;
  organisationName: string;
}

/** Replaces the mapping, as the portal does. Rules that stay keep their maker while they are active. */
export async function applyMapping(
  run: ApplyRun,
  given: readonly GivenRule[] | undefined,
  maker: () => Promise<Maker>,
): Promise<void> {
  const { sql, by, plan, companyId } = run;
  const provider = await loadProvider(sql, companyId, true);
  if (!given || (!provider && given.length === 0)) return;
  if (!provider) throw new ApplyError(`${pointer}/map`, 'a mapping needs a provider');
  const before = new Map((await loadCheckedRules(sql, companyId)).map((rule) => [ruleKey(rule), rule]));
  plan.read(
    label,
    'rules',
    [...before].map(([key, { isActive }]) => [key, isActive]),
  );
  const wanted = new Map<string, NamedRule>();
  for (const [index, one] of given.entries()) {
    const place = `/map/${index}`;
    const rule = await named(run, one, pointer + place);
    const key = ruleKey(rule);
    if (wanted.has(key)) throw new ApplyError(pointer + place, 'this rule is used twice');
    wanted.set(key, rule);
    const known = before.get(key);
    if (known?.isActive) continue;
    const { held, userId } = await maker();
    await atSignOn(place, () => checkRule(sql, companyId, contentOf(rule), { held, userId }));
    if (known) plan.change(label, nameOf(rule), `${grantOf(rule)}, with another maker`);
    else plan.add(label, nameOf(rule), grantOf(rule));
  }
  const gone = [...before].filter(([key]) => !wanted.has(key));
  for (const [, rule] of gone) plan.remove(label, nameOf(rule), grantOf(rule));
  const isSame = gone.length === 0 && [...wanted.keys()].every((key) => before.get(key)?.isActive);
  if (isSame) return;
  const rules = [...wanted.values()].map(contentOf);
  await atSignOn('/map', () => changeMappingBy(sql, by, { provider, rules }, maker));
}

async function named(
  run: ApplyRun,
  { claim, value, role, at }: GivenRule,
  place: string,
): Promise<NamedRule> {
  const organisationId = await run.organisation(at, `${place}/at`);
  const own = (await run.known('role')).get(role);
  const roleId = own && !own.isPruned ? own.objectId : role;
  const rule = { claim, value, roleId, organisationId };
  const grant = await findGrant(run.sql, run.companyId, rule);
  if (!grant) throw new ApplyError(`${place}/role`, `there is no role "${role}"`);
  return { ...rule, roleName: grant.roleName, organisationName: grant.organisationName };
}

const contentOf = ({ claim, value, roleId, organisationId }: NamedRule): RuleContent => ({
  claim,
  value,
  roleId,
  organisationId,
});
const nameOf = ({ claim, value }: RuleContent): string => `${claim} = ${value}`;
const grantOf = ({ roleName, organisationName }: Pick<NamedRule, 'roleName' | 'organisationName'>): string =>
  `${roleName} at ${organisationName}`;
