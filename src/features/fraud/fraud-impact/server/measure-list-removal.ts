import { authoriseList } from '#features/fraud/fraud-lists/server/authorise-list.ts';
import type { EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import { findRule, toContent } from '#features/fraud/fraud-rules/server/db/rules.ts';
import type { TenantSql } from '#database/tenant.ts';
import { mayOn } from '#server/auth/caller.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { measureListRemoval as endpoint } from '../endpoints.ts';
import { measureListRemoval as schemas } from '../schemas.ts';
import { loadAllowedMerchants, viewersOf } from './allowed-merchants.ts';
import { loadConditionContext } from './condition-context.ts';
import { measureRange, rangeStart } from './measure-range.ts';
import { runMeasurement } from './run-measurement.ts';
import { withStore } from './with-store.ts';

const days = 30;
/** Each takes a measurement of its own. */
const maxMeasured = 5;

/**
 * The active rules with "is not on" this list, each measured as if the list were empty: then they match payments that the
 * list keeps out today. Rules that the caller may not view have neither name nor figures.
 */
export const measureListRemoval = handle<typeof endpoint, Services>(endpoint, schemas, async (ctx) => {
  const { sql, caller, services, path } = ctx;
  const list = await authoriseList(ctx, path.listId, 'edit');
  const rules = await loadNegatingRules(sql, list.companyId, list.listId);
  const visible = rules.filter((rule) =>
    viewersOf(rule.ruleType).some((name) => mayOn(caller, name, rule.path)),
  );
  const measured: { ruleId: number; name: string; action: EvaluatedRule['action']; impact: Impact }[] = [];
  for (const rule of visible.slice(0, maxMeasured)) {
    const impact = await measureWithoutList(ctx, rule, list);
    measured.push({ ruleId: rule.ruleId, name: rule.name, action: rule.action, impact });
  }
  const { activationGuardShare: guardShare, activationGuardPayments: guardPayments } = services.config;
  return {
    rules: measured.map(({ impact, ...rule }) => ({
      ...rule,
      impact: { days, ...impact, guardShare, guardPayments },
    })),
    unmeasured: rules.length - measured.length,
  };
});

type Impact = Awaited<ReturnType<typeof measureRange>>;

async function measureWithoutList(
  { sql, caller, services, path, now, request }: HandlerContext<typeof endpoint, Services>,
  rule: EvaluatedRule,
  { companyId, listId }: { companyId: number; listId: number },
): Promise<Impact> {
  const { database } = services;
  const { signal } = request;
  const { installationIds } = rule;
  const merchantIds = await loadAllowedMerchants({ services, caller, orgId: path.orgId, rule }, [
    viewersOf(rule.ruleType),
  ]);
  return runMeasurement({ sql, database, signal }, async () => {
    const stored = await loadConditionContext(sql, companyId, now);
    const context = { ...stored, lists: stored.lists.filter((other) => other.listId !== listId) };
    return withStore({ sql, services, signal }, context, { rule, until: undefined }, (store, until) =>
      measureRange(
        { context, store },
        rule,
        { companyId, merchantIds, installationIds, from: rangeStart(until, days), until },
        { sample: undefined },
      ),
    );
  });
}

type NegatingRule = EvaluatedRule & { path: string };

/** Active rules that act on payments which are not on the list. */
async function loadNegatingRules(sql: TenantSql, companyId: number, listId: number): Promise<NegatingRule[]> {
  const ids = await sql<{ ruleId: number }[]>`
    select rule_id from fraud_rule
    where company_id = ${companyId} and active and not hidden and list_ids @> array[${listId}::integer]
    order by rule_id`;
  const stored = await Promise.all(ids.map(({ ruleId }) => findRule(sql, [companyId], ruleId)));
  return stored.flatMap((row) => {
    if (row === undefined) return [];
    const { description: _, ...content } = toContent(row);
    const rule: EvaluatedRule = { ...content, ruleId: row.ruleId, version: row.version };
    return negates(rule, listId) ? [{ ...rule, path: row.path }] : [];
  });
}

const actions = new Set<EvaluatedRule['action']>(['Block', 'Defer']);

const negates = (rule: EvaluatedRule, listId: number): boolean =>
  rule.ruleType === 'rule' &&
  actions.has(rule.action) &&
  rule.joinedConditions.conditions.some(
    (condition) =>
      condition.type === 'list' && condition.listId === listId && condition.operator === 'isNotIn',
  );
