import type { BodyOf } from '#shared/define-endpoint.ts';
import { problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { HandlerContext } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import type { TestableAction, RuleContent } from '../rule.ts';
import type { AnyRuleView, ConfirmedImpact } from '../schemas.ts';
import { checkRule } from './check-rule.ts';
import { type RuleType, type StoredRule, findRule, insertRule, saveRule, toContent } from './db/rules.ts';
import { cannotChange, editorsOf, loadRule, readRulePlace } from './rule-access.ts';
import { toView } from './rule-view.ts';

/** The shared part of the four endpoints. */
type Context = Pick<
  HandlerContext<typeof endpoints.createRule>,
  'sql' | 'caller' | 'resource' | 'now' | 'request' | 'requireApproval'
>;
type RuleBody =
  | BodyOf<typeof endpoints.createRule>
  | BodyOf<typeof endpoints.changeRule>
  | BodyOf<typeof endpoints.createTerritoryRule>
  | BodyOf<typeof endpoints.changeTerritoryRule>;

const lifetimeActions = ['UPDATE', 'ACTIVATE', 'DEACTIVATE', 'DELETE'] as const;
type LifetimeAction = (typeof lifetimeActions)[number];

export const isLifetimeAction = (text: string): text is LifetimeAction =>
  (lifetimeActions as readonly string[]).includes(text);

/** The rule of a body, without what belongs to the request. */
function readRuleContent(body: RuleBody): RuleContent {
  const request = { active: undefined, version: undefined };
  const { active: _active, version: _version, confirmed: _confirmed, ...content } = { ...request, ...body };
  return 'joinedConditions' in content
    ? { ...content, ruleType: 'rule' }
    : { ...content, ruleType: 'territoryRule', actionToTest: testedAction(content.actionToTest) };
}

const testedAction = (action: TestableAction | `Territory${TestableAction}` | undefined) =>
  action?.replace(/^Territory/, '') as TestableAction | undefined;

/** Creates a rule of an organisation with its first version. */
export async function createStored(ctx: Context, type: RuleType, body: RuleBody): Promise<AnyRuleView> {
  const { sql, caller, resource, now, request } = ctx;
  const place = readRulePlace(resource);
  const content = await checkRule(sql, caller, place, readRuleContent(body));
  const active = !('active' in body) || body.active !== false;
  if (active) {
    const { organisationId } = place;
    await ctx.requireApproval(sql, { organisationId, objectId: null, objectName: content.name });
  }
  const ruleId = await insertRule(sql, { ...place, content, active, by: caller.name, at: now });
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: place.companyId,
    organisationId: place.organisationId,
    act: type === 'rule' ? endpoints.createRule.name : endpoints.createTerritoryRule.name,
    objectKind: 'fraudRule',
    objectId: String(ruleId),
    after: { ...content, active },
    detail: body.confirmed ? { confirmed: body.confirmed } : undefined,
  });
  return viewOfStored(ctx, ruleId);
}

interface Change {
  ruleId: number;
  action: LifetimeAction;
  type?: RuleType;
}

/** Saves, activates, deactivates or deletes a rule. Throws RULE_CHANGED over a version that was not read. */
export async function changeStored(ctx: Context, change: Change, body?: RuleBody): Promise<AnyRuleView> {
  const { sql, caller, resource, now } = ctx;
  const { ruleId, action, type } = change;
  const stored = await loadRule(sql, caller, {
    ruleId,
    path: resource.path,
    permissions: editorsOf,
    lock: true,
    type,
  });
  if (isVersioned(body) && body.version !== stored.version) throw problems.versionConflict('RULE_CHANGED');
  if (stored.hidden || (action === 'DELETE' && stored.active)) throw cannotChange();
  const isSame = stored.active ? action === 'ACTIVATE' : action === 'DEACTIVATE';
  // Two users may send the same change: the second request has no effect.
  if (isSame) return toView(sql, caller, stored);
  const before = toContent(stored);
  const content =
    action === 'UPDATE' && body
      ? await checkRule(sql, caller, stored, readRuleContent(body), before)
      : before;
  // A changed active rule is active at once, so it counts as an activation.
  if (action === 'ACTIVATE' || (action === 'UPDATE' && stored.active)) {
    const { organisationId, name: objectName } = stored;
    // Without the version, the approved change would be made to whatever the rule is by then.
    const refusedWith = isVersioned(body) ? undefined : problems.invalid('body.version', 'missing');
    await ctx.requireApproval(sql, { organisationId, objectId: String(ruleId), objectName, refusedWith });
  }
  await saveRule(sql, stored, { action, content, by: caller.name, at: now });
  await auditChange(ctx, stored, { action, before, after: content, confirmed: body?.confirmed });
  return viewOfStored(ctx, ruleId);
}

const isVersioned = (body: RuleBody | undefined): body is RuleBody & { version: number } =>
  body !== undefined && 'version' in body && body.version !== undefined;

interface SavedChange {
  action: LifetimeAction;
  before: RuleContent;
  after: RuleContent;
  /** The effect that the editor confirmed. */
  confirmed: ConfirmedImpact | undefined;
}

async function auditChange(
  { sql, caller, request, now }: Context,
  stored: StoredRule,
  { action, before, after, confirmed }: SavedChange,
): Promise<void> {
  const isRule = stored.ruleType === 'rule';
  const change = isRule ? endpoints.changeRule.name : endpoints.changeTerritoryRule.name;
  const details =
    action === 'UPDATE'
      ? { before, after }
      : { before: { active: stored.active }, after: { active: action === 'ACTIVATE' } };
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: stored.companyId,
    organisationId: stored.organisationId,
    act: action === 'DELETE' ? endpoints.deleteRule.name : change,
    objectKind: 'fraudRule',
    objectId: String(stored.ruleId),
    ...details,
    detail: { action, name: stored.name, confirmed },
  });
}

async function viewOfStored({ sql, caller }: Context, ruleId: number): Promise<AnyRuleView> {
  const stored = await findRule(sql, caller.tenantIds, ruleId);
  if (!stored) throw cannotChange();
  return toView(sql, caller, stored);
}
