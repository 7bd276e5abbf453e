import { mayGrant } from '#features/users/grant-rules.ts';
import { lockEditor } from '#features/users/server/store/lock-users.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { Problem, problems } from '#shared/problem.ts';
import { saveSignOnMapping as endpoint } from '../endpoints.ts';
import { type RuleContent, saveSignOnMapping as schemas } from '../schemas.ts';
import { ruleKey } from '../rule-key.ts';
import { companyToChange } from './company-of-request.ts';
import { deleteRules, findGrant, insertRule } from './db/sso-mapping.ts';
import { loadProvider, writeProvider } from './db/sso-provider.ts';
import { loadCheckedRules } from './sign-in/mapped-grants.ts';
import { viewSignOn } from './view-sign-on.ts';

/**
 * Replaces the mapping. A rule that stays keeps its maker while it is active. For every other one the caller must hold what it
 * grants, as for a grant.
 */
export const saveSignOnMapping = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, body, services } = ctx;
  const { companyId } = await companyToChange(sql, path.orgId);
  const held = await lockEditor(sql, caller);
  const provider = await loadProvider(sql, companyId, true);
  if (!provider) throw new Problem(409, 'NO_SIGN_ON_PROVIDER', 'no_sign_on_provider');
  if (provider.version !== body.version) throw new Problem(409, 'SIGN_ON_CHANGED', 'version_conflict');
  const before = await loadCheckedRules(sql, companyId);
  const wanted = new Map(body.rules.map((rule) => [ruleKey(rule), rule]));
  const kept = before.filter((rule) => rule.isActive && wanted.has(ruleKey(rule)));
  const keptKeys = new Set(kept.map(ruleKey));
  const added = [...wanted.values()].filter((rule) => !keptKeys.has(ruleKey(rule)));
  for (const rule of added) {
    const grant = await findGrant(sql, companyId, rule);
    if (!grant) throw problems.invalid('body.rules');
    if (!mayGrant(held, grant)) throw new Problem(403, 'SIGN_ON_RULE_BEYOND', 'sign_on_rule_beyond');
  }
  const gone = before.filter((rule) => !keptKeys.has(ruleKey(rule)));
  await deleteRules(
    sql,
    companyId,
    gone.map(({ ruleId }) => ruleId),
  );
  for (const rule of added) await insertRule(sql, companyId, { ...rule, madeBy: caller.id });
  await writeProvider(sql, provider);
  await auditAction(sql, {
    by: ctx,
    companyId,
    organisationId: companyId,
    act: endpoint.name,
    objectKind: 'singleSignOn',
    objectId: String(companyId),
    before: { rules: before.map(describe) },
    after: { rules: [...wanted.values()].map(describe) },
  });
  return viewSignOn(sql, path.orgId, { caller, services });
});

const describe = ({ claim, value, roleId, organisationId }: RuleContent): string =>
  `${claim} = ${value}: ${roleId} @ ${organisationId}`;
