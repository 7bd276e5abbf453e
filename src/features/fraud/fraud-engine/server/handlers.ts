import { columnsOf } from '#database/columns.ts';
import type { KeyObject } from 'node:crypto';
import { problems } from '#shared/problem.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TxnRow } from '#database/schema.ts';
import type { TenantSql } from '#database/tenant.ts';
import { loadListHeads } from '#features/fraud/fraud-lists/server/match-lists.ts';
import type { EvaluatedRule, RuleContent } from '#features/fraud/fraud-rules/rule.ts';
import {
  findRule,
  listIdsOf,
  loadRuleSetVersion,
  toContent,
} from '#features/fraud/fraud-rules/server/db/rules.ts';
import { mayOn } from '#server/auth/caller.ts';
import { handle } from '#server/handler.ts';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { explainRule as endpoint } from '../endpoints.ts';
import { explainRule as schemas } from '../schemas.ts';
import { type FraudFacts, comparable } from '../facts.ts';
import { joinConditions } from '../evaluate-rules.ts';
import { explainCondition } from '../explain-condition.ts';
import { type LookupResult, type Lookup, lookupKey, buildLookup } from '../lookups.ts';
import { type EvaluatedTransaction, buildFacts } from './build-facts.ts';
import { toAttempt } from './evaluate-payment.ts';
import { isOnList, matchRuleLists } from './list-lookups.ts';
import { type RuleSet, getRuleSet } from './rule-sets.ts';
import { AttemptKeys, readMeasures } from './velocity.ts';

type Explanation = ResponseInputOf<typeof endpoint>;
type ExplainedCondition = Explanation['conditions'][number];

/**
 * Evaluates a rule once more for a stored payment. Values and results are those of the decision where it kept them; counts
 * that it did not need are taken over the attempts up to the payment.
 */
export const explainRule = handle(
  endpoint,
  schemas,
  async ({ sql, caller, resource, path, services, now }): Promise<Explanation> => {
    const { companyId } = resource;
    const isReader = resource.paths.some((path) => mayOn(caller, 'P_VIEW_TRANSACTION_NGPORTAL', path));
    const [stored, payment] = await pipelined(sql, [
      () => findRule(sql, [companyId], path.ruleId),
      () => loadPayment(sql, companyId, resource.transactionId),
    ]);
    const [view, edit] =
      stored?.ruleType === 'territoryRule'
        ? (['P_VIEW_TERRITORY_MANAGEMENT_RULES', 'P_EDIT_TERRITORY_MANAGEMENT_RULES'] as const)
        : (['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'] as const);
    const maySee = stored && (mayOn(caller, view, stored.path) || mayOn(caller, edit, stored.path));
    if (!stored || !payment || !maySee || !isReader) throw problems.notFound();
    const { content, version, versionBasis } = await findVersionAt(sql, companyId, path.ruleId, payment);
    const rule: EvaluatedRule = { ...content, ruleId: path.ruleId, version };
    const merchant = { companyId, merchantId: payment.txn.merchantId, merchantPath: payment.merchantPath };
    const ruleSet = await getRuleSet(
      services.state.ruleSets,
      sql,
      merchant,
      await loadRuleSetVersion(sql, companyId),
    );
    const conditions = await evaluateConditions(sql, rule, payment, {
      ruleSet,
      key: services.keys.velocity,
      now,
    });
    const truths = conditions.map(({ state }) => state === 'TRUE');
    const isOr = joinConditions(rule).logicalOperator === 'or';
    const applies = rule.installationIds.includes(payment.txn.installationId);
    const matches = isOr ? truths.some(Boolean) : truths.every(Boolean);
    return {
      ruleId: rule.ruleId,
      ruleName: rule.name,
      ruleType: rule.ruleType,
      version,
      versionBasis,
      wasEvaluated: payment.values !== undefined && !payment.overallAction?.endsWith('_LIST'),
      applies,
      matched: applies && truths.length > 0 && matches,
      rule: { ...content },
      lists: await loadListNames(sql, companyId, listIdsOf(content)),
      conditions,
    };
  },
);

interface EvaluatedBefore {
  txn: TxnRow & EvaluatedTransaction;
  dateOfBirth: string | null;
  merchantPath: string;
  overallAction: string | null;
  /** The stored value of the decision; undefined if the decision stored none. */
  values: FraudFacts['values'] | undefined;
  answers: Record<string, LookupResult>;
}

async function loadPayment(
  sql: TenantSql,
  companyId: number,
  txnId: number,
): Promise<EvaluatedBefore | undefined> {
  const [row] = await sql<
    (EvaluatedBefore['txn'] & {
      dateOfBirth: string | null;
      merchantPath: string;
      overallAction: string | null;
      facts: { values: FraudFacts['values']; answers: Record<string, LookupResult> } | null;
    })[]
  >`
    select t.*, coalesce(t.detail, '{}') as detail, c.date_of_birth, m.path as merchant_path, d.overall_action, d.facts
    from (select ${sql.unsafe(columnsOf.txn)} from txn) t
    join organisation m on m.id = t.merchant_id
    left join customer c on c.company_id = t.company_id and c.customer_id = t.customer_id
    left join fraud_decision d on d.company_id = t.company_id and d.txn_id = t.txn_id
    where t.company_id = ${companyId} and t.txn_id = ${txnId}`;
  if (!row) return undefined;
  const { dateOfBirth, merchantPath, overallAction, facts, ...txn } = row;
  return {
    txn,
    dateOfBirth,
    merchantPath,
    overallAction,
    values: facts?.values,
    answers: facts?.answers ?? {},
  };
}

/** The version that was in force and active when the payment was evaluated, else the rule of today. */
async function findVersionAt(
  sql: TenantSql,
  companyId: number,
  ruleId: number,
  { txn }: EvaluatedBefore,
): Promise<{ content: RuleContent; version: number; versionBasis: 'DECIDED' | 'TODAY' }> {
  const [then] = await sql<{ rule: RuleContent; version: number; active: boolean }[]>`
    select rule, version, active from fraud_rule_version
    where company_id = ${companyId} and rule_id = ${ruleId} and saved_at <= ${txn.txnDatetime}
    order by version desc limit 1`;
  if (then?.active) return { content: then.rule, version: then.version, versionBasis: 'DECIDED' };
  const now = await findRule(sql, [companyId], ruleId);
  if (!now) throw problems.notFound();
  return { content: toContent(now), version: now.version, versionBasis: 'TODAY' };
}

interface EvaluationContext {
  ruleSet: RuleSet;
  key: KeyObject;
  /** Today, for lists. */
  now: Date;
}

const loadListNames = (sql: TenantSql, companyId: number, listIds: readonly number[]) => sql<
  { listId: number; name: string }[]
>`
  select list_id, name from fraud_list
  where company_id = ${companyId} and list_id = any (${listIds as number[]}) order by list_id`;

async function evaluateConditions(
  sql: TenantSql,
  rule: EvaluatedRule,
  payment: EvaluatedBefore,
  context: EvaluationContext,
): Promise<ExplainedCondition[]> {
  const { txn, dateOfBirth, answers: storedResults } = payment;
  const { customFields } = context.ruleSet;
  const built = buildFacts(txn, { now: txn.txnDatetime, dateOfBirth, customFields });
  const facts: FraudFacts = { now: built.now, values: { ...built.values, ...payment.values } };
  const joined = joinConditions(rule);
  const lookups = joined.conditions.flatMap((condition) => buildLookup(condition, joined) ?? []);
  const missingLookups = lookups.filter((lookup) => !(lookupKey(lookup) in storedResults));
  const currentResults = await lookUpNow(sql, missingLookups, { payment, facts, ...context });
  const lookUp = (lookup: Lookup): LookupResult =>
    storedResults[lookupKey(lookup)] ?? currentResults.get(lookupKey(lookup));
  return joined.conditions.map((condition): ExplainedCondition => {
    const lookup = buildLookup(condition, joined);
    const evaluated = explainCondition(condition, joined)(facts, lookUp);
    const state = evaluated.isTrue ? 'TRUE' : evaluated.isMissing ? 'MISSING' : 'FALSE';
    const wasLookedUp = !lookup || lookupKey(lookup) in storedResults;
    const isBirthDateOfCustomer = condition.type === 'age' && payment.values?.[condition.field] === undefined;
    const basis =
      wasLookedUp && !isBirthDateOfCustomer ? 'DECIDED' : lookup?.kind === 'measure' ? 'ATTEMPTS' : 'TODAY';
    const shown = rule.ruleType === 'territoryRule' ? rule.territoryCondition : condition;
    return { condition: shown, state, found: evaluated.actual, basis };
  });
}

interface Basis extends EvaluationContext {
  payment: EvaluatedBefore;
  facts: FraudFacts;
}

/** Facts that the decision did not need: counts up to the payment, and today's lists. */
async function lookUpNow(
  sql: TenantSql,
  missingLookups: readonly Lookup[],
  { payment, facts, ruleSet, key, now }: Basis,
): Promise<Map<string, LookupResult>> {
  const results = new Map<string, LookupResult>();
  if (missingLookups.length === 0) return results;
  const { txn } = payment;
  const { companyId, txnId } = txn;
  const attempt = toAttempt({ ...txn, now: txn.txnDatetime, txn }, ruleSet, facts);
  const keys = new AttemptKeys(key, attempt);
  const measures = missingLookups.flatMap((lookup) => {
    const hash = lookup.kind === 'measure' ? keys.hashFor(lookup.field) : undefined;
    return lookup.kind === 'measure' && hash !== undefined
      ? [{ lookup, key: hash, maxCount: 1_000_000 }]
      : [];
  });
  const [heads, counted] = await pipelined(sql, [
    () => loadListHeads(sql, companyId),
    () => sql`select from velocity_attempt where company_id = ${companyId} and txn_id = ${txnId}`,
  ]);
  const today = now.toISOString().slice(0, 10);
  const matches = await matchRuleLists(sql, { companyId, lists: heads, today }, missingLookups, [facts]);
  // Attempts are kept for 97 days, and those before the upgrade were never stored.
  const values = counted.length > 0 ? await readMeasures(sql, attempt, measures, txn.txnDatetime) : [];
  measures.forEach(({ lookup }, i) => results.set(lookupKey(lookup), values[i]));
  for (const lookup of missingLookups) {
    if (lookup.kind !== 'list') continue;
    const value = comparable(lookup.field, facts.values[lookup.field]);
    const onList = matches.filter(({ listId }) => listId === lookup.listId);
    results.set(lookupKey(lookup), value === null ? undefined : isOnList(lookup, value, onList));
  }
  return results;
}
