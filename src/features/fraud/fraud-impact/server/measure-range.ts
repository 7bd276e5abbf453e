import { columnsOf } from '#database/columns.ts';
import { formatMinor } from '#shared/money.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Condition, EvaluatedRule, RuleCore } from '#features/fraud/fraud-rules/rule.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { TxnRow } from '#database/schema.ts';
import { comparable, type FraudFacts } from '#features/fraud/fraud-engine/facts.ts';
import { joinConditions } from '#features/fraud/fraud-engine/evaluate-rules.ts';
import { explainCondition } from '#features/fraud/fraud-engine/explain-condition.ts';
import { type ListLookup, buildLookup } from '#features/fraud/fraud-engine/lookups.ts';
import { buildFacts, type EvaluatedTransaction } from '#features/fraud/fraud-engine/server/build-facts.ts';
import { isOnList, matchRuleLists } from '#features/fraud/fraud-engine/server/list-lookups.ts';
import type { RuleImpact } from '../schemas.ts';
import type { PaymentOutcome, Population } from './db/population.ts';
import { findDataStart } from './db/base-figures.ts';
import { loadFraudLabels } from './db/fraud-labels.ts';
import { readSample } from './db/newest-matches.ts';
import { type Group, type ImpactStore, maxListed, maxUndecided } from './impact-store.ts';
import { type ConditionContext, type ListJoins, joinLists, postgresDialect } from './postgres-dialect.ts';
import { fieldsOf, translateCondition } from './translate-rule.ts';

export interface Measuring {
  context: ConditionContext;
  store: ImpactStore;
}

/** Merchants whose transactions the caller may see; undefined: none. */
type SampleScope = readonly number[] | undefined;

/**
 * Measures the matches of a rule in the last `days`, in one pass over the payments. The engine decides rows that
 * the store leaves undecided. Throws `busy` when there are too many of them.
 */
export async function measureRange(
  { context, store }: Measuring,
  rule: EvaluatedRule,
  population: Population,
  { sample }: { sample: SampleScope },
): Promise<Omit<RuleImpact, 'days'>> {
  const { sql } = context;
  const fields = listFields(rule);
  const fraud = await loadFraudLabels(sql, population);
  const groups = await store.readGroups(rule, population, fields, fraud.txnIds);
  const matches = await loadMatchingGroups(context, rule, population, groups);
  const accepted = groups.filter(({ outcome }) => outcome === 'accepted');
  const ids = matches.every((group) => group.ids !== null)
    ? matches.flatMap((group) => group.ids ?? [])
    : null;
  const isListed = ids !== null && ids.length <= maxListed;
  return {
    from: population.from.toISOString(),
    until: population.until.toISOString(),
    ...(await findDataStart(sql, population, rule)),
    payments: count(groups),
    accepted: count(accepted),
    acceptedFraud: fraud.accepted,
    acceptedRefunded: await store.countRefunded(population, groups, fraud.txnIds),
    ...countOutcomes(matches),
    ...sumMoney(matches.filter(({ alters }) => alters)),
    blockedBy: countSources(matches),
    ...(isListed
      ? {
          overlap: await findOverlap(sql, population.companyId, ids, rule.ruleId),
          closedAsFraud: await countFraudCases(sql, population.companyId, ids),
        }
      : {}),
    missing: fields
      .map((field, index) => ({
        field,
        count: groups.reduce((sum, { missing }) => sum + (missing[index + 1] ?? 0), 0),
      }))
      .filter((group) => group.count > 0),
    sample:
      sample === undefined
        ? undefined
        : await readSample(sql, population, {
            merchantIds: sample,
            ids: isListed ? ids : await store.newestMatches(rule, population, sample),
          }),
  };
}

/** How many payments the rule would have matched. */
export async function countMatches(
  { context, store }: Measuring,
  rule: EvaluatedRule,
  population: Population,
): Promise<number> {
  return count(
    await loadMatchingGroups(context, rule, population, await store.readGroups(rule, population, [])),
  );
}

async function loadMatchingGroups(
  context: ConditionContext,
  rule: EvaluatedRule,
  population: Population,
  groups: readonly Group[],
): Promise<Group[]> {
  const undecided = groups.filter(({ isMatch }) => isMatch === null);
  if (count(undecided) > maxUndecided) throw problems.busy();
  const decided = await decideGroups(context, rule, population, undecided);
  return [...groups.filter(({ isMatch }) => isMatch === true), ...decided];
}

/** The groups of the undecided rows that match. */
async function decideGroups(
  context: ConditionContext,
  rule: EvaluatedRule,
  { companyId }: Population,
  undecided: readonly Group[],
): Promise<Group[]> {
  const groups: Group[] = [];
  for (const group of undecided) {
    const ids = await decideUndecided(context, rule, group.ids ?? []);
    if (ids.length === 0) continue;
    const minor = await sumOf(context.sql, companyId, ids);
    groups.push({ ...group, isMatch: true, ids, payments: ids.length, minor });
  }
  return groups;
}

async function sumOf(sql: TenantSql, companyId: number, ids: readonly number[]): Promise<number> {
  const [row] = await sql<{ minor: number }[]>`
    select sum(requested_minor)::bigint as minor from txn
    where company_id = ${companyId} and txn_id = any (${ids as number[]}::bigint[])`;
  return row?.minor ?? 0;
}

const count = (groups: readonly Group[]): number => groups.reduce((sum, { payments }) => sum + payments, 0);

/** A payment that was reported as fraud counts as fraud, also if it was refunded. */
function countOutcomes(matches: readonly Group[]) {
  const withOutcome = (outcome: PaymentOutcome) => matches.filter((match) => match.outcome === outcome);
  const changed = matches.filter(({ alters }) => alters);
  const isFraud = (group: Group) => group.isFraud;
  const isRefunded = (group: Group) => group.isRefunded && !group.isFraud;
  const accepted = withOutcome('accepted');
  const fraud = count(accepted.filter(isFraud));
  const refunded = count(accepted.filter(isRefunded));
  return {
    matches: count(matches),
    blocked: count(withOutcome('blocked')),
    declined: count(withOutcome('declined')),
    deferred: count(withOutcome('deferred')),
    fraud,
    refunded,
    kept: count(accepted) - fraud - refunded,
    wouldChange: count(changed),
    wouldChangeFraud: count(changed.filter(isFraud)),
    wouldChangeRefunded: count(changed.filter(isRefunded)),
    wouldChangeAccepted: count(changed.filter(({ outcome }) => outcome === 'accepted')),
  };
}

/** The two currencies with most payments, and the number of others. Nothing is converted. */
function sumMoney(changed: readonly Group[]): Pick<RuleImpact, 'money' | 'otherCurrencies'> {
  const currencies = [...Map.groupBy(changed, ({ ccyCode }) => ccyCode)]
    .map(([currency, groups]) => ({ currency, groups, payments: count(groups) }))
    .toSorted((a, b) => b.payments - a.payments || (a.currency < b.currency ? -1 : 1));
  return {
    money: currencies.slice(0, 2).map(({ currency, groups }) => ({
      currency,
      amount: formatMinor(
        groups.reduce((sum, { minor }) => sum + minor, 0),
        currency,
      ),
    })),
    otherCurrencies: Math.max(currencies.length - 2, 0),
  };
}

function countSources(matches: readonly Group[]): RuleImpact['blockedBy'] {
  const blocked = matches.filter(({ outcome }) => outcome === 'blocked');
  return [...Map.groupBy(blocked, ({ source }) => source ?? 'RULE')]
    .map(([source, groups]) => ({ source, count: count(groups) }))
    .toSorted((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1));
}

/** The range of the last `days` before `until`. */
export const rangeStart = (until: Date, days: number): Date => addMs(until, -days * dayMs);

/** How many of the payments are in a case that was closed as fraud. */
async function countFraudCases(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
): Promise<number> {
  if (txnIds.length === 0) return 0;
  const [row] = await sql<{ payments: number }[]>`
    select count(distinct t.txn_id) as payments
    from fraud_case_transaction t join fraud_case c using (company_id, case_id)
    where t.company_id = ${companyId} and t.txn_id = any (${txnIds as number[]}::bigint[])
      and c.status = 'CLOSED' and c.outcome = 'FRAUD'`;
  return row?.payments ?? 0;
}

/** Active rules that matched the same payments when they were evaluated, those with most matches first. */
async function findOverlap(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
  ownRuleId: number,
): Promise<NonNullable<RuleImpact['overlap']>> {
  if (txnIds.length === 0) return [];
  return sql<NonNullable<RuleImpact['overlap']>[number][]>`
    select r ->> 'ruleId' as rule_id, max(active.name) as name, r ->> 'action' as action, count(*) as count
    from fraud_decision d
    cross join lateral jsonb_array_elements(d.result -> 'triggeredRules') as r
    join fraud_rule active
      on active.company_id = d.company_id and active.rule_id = (r ->> 'ruleId')::integer and active.active and not active.hidden
    where d.company_id = ${companyId} and d.txn_id = any (${txnIds as number[]}::bigint[])
      and r ->> 'ruleId' <> ${String(ownRuleId)}::text
    group by 1, 3
    order by count(*) desc, 1
    limit 5`;
}

/** Fields whose coverage is counted: the first ones of the rule. */
const maxFields = 5;

/** The fields without which a payment cannot match a condition. */
function listFields(rule: RuleCore): string[] {
  const fields =
    rule.ruleType === 'territoryRule'
      ? [rule.territoryCondition.territoryComparisonType]
      : rule.joinedConditions.conditions.flatMap(listFieldsOfCondition);
  return [...new Set(fields)].slice(0, maxFields);
}

function listFieldsOfCondition(condition: Condition): string[] {
  return 'operator' in condition && /^is(?:Not)?Null$/.test(condition.operator) ? [] : fieldsOf(condition);
}

const chunk = 1000;

/**
 * Which of the transactions the rule matches, by the engine's own `buildFacts` and evaluator.
 * Lists and counts come from SQL, and values of lists that SQL cannot form from the engine's own lookup.
 */
async function decideUndecided(
  context: ConditionContext,
  rule: EvaluatedRule,
  txnIds: readonly number[],
): Promise<number[]> {
  const matches: number[] = [];
  for (let from = 0; from < txnIds.length; from += chunk)
    matches.push(...(await decideChunk(context, rule, txnIds.slice(from, from + chunk))));
  return matches;
}

type Stored = TxnRow & { dateOfBirth: string | null; results: (boolean | null)[] };

async function decideChunk(
  context: ConditionContext,
  rule: EvaluatedRule,
  txnIds: readonly number[],
): Promise<number[]> {
  const { sql, companyId, customNames } = context;
  const joined = joinConditions(rule);
  const lookedUp = joined.conditions.filter(needsLookup);
  const joins: ListJoins = [];
  const results = lookedUp
    .map((condition) => translateCondition(postgresDialect(context, joins), condition, joined))
    .reduce((all, column) => sql`${all}, ${column}`, sql`null::boolean`);
  const rows = await sql<Stored[]>`
    select t.*, c.date_of_birth, array[${results}] as results
    from (select ${sql.unsafe(columnsOf.txn)} from txn) t left join customer c on c.company_id = t.company_id and c.customer_id = t.customer_id ${joinLists(sql, joins)}
    where t.company_id = ${companyId}::integer and t.txn_id = any (${txnIds as number[]}::bigint[])`;
  const customFields = new Map([...customNames].map(([id, name]) => [name, id]));
  const payments = rows.map((row) => {
    const txn = { ...row, detail: row.detail ?? {} } as EvaluatedTransaction;
    const { txnId, txnDatetime: now, dateOfBirth, results: knownResults } = row;
    return {
      txnId,
      knownResults: knownResults.slice(1),
      facts: buildFacts(txn, { now, dateOfBirth, customFields }),
    };
  });
  const isOn = await lookUpLists(
    context,
    lookedUp,
    payments.map(({ facts }) => facts),
  );
  const tests = joined.conditions.map((condition) => {
    const index = lookedUp.indexOf(condition);
    const evaluate = explainCondition(condition, joined);
    return ({ facts, knownResults }: (typeof payments)[number]): boolean =>
      index === -1
        ? evaluate(facts, () => undefined).isTrue
        : (knownResults[index] ?? isOn(condition, facts));
  });
  const matched = payments.filter((payment) =>
    joined.logicalOperator === 'and'
      ? tests.every((isTrue) => isTrue(payment))
      : tests.some((isTrue) => isTrue(payment)),
  );
  return matched.map(({ txnId }) => txnId);
}

const needsLookup = (condition: Condition): boolean => buildLookup(condition, {}) !== undefined;

/** The truth of list conditions, with one statement for all values. */
async function lookUpLists(
  { sql, companyId, lists, today }: ConditionContext,
  conditions: readonly Condition[],
  facts: readonly FraudFacts[],
): Promise<(condition: Condition, facts: FraudFacts) => boolean> {
  const lookups = conditions
    .map((condition) => buildLookup(condition, {}))
    .filter((lookup): lookup is ListLookup => lookup?.kind === 'list');
  const matches = await matchRuleLists(sql, { companyId, lists, today }, lookups, facts);
  const byList = Map.groupBy(matches, ({ listId }) => listId);
  return (condition, { values }) => {
    const lookup = buildLookup(condition, {});
    if (condition.type !== 'list' || lookup?.kind !== 'list') return false;
    const value = comparable(lookup.field, values[lookup.field]);
    if (value === null) return false;
    return isOnList(lookup, value, byList.get(lookup.listId) ?? []) === (condition.operator !== 'isNotIn');
  };
}
