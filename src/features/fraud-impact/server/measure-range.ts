import { formatMinor } from '#shared/money.ts';
import { problems } from '#shared/problem.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { EvaluatedRule } from '#features/fraud-rules/rule.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { RuleImpact } from '../schemas.ts';
import {
  type PaymentOutcome,
  type Population,
  altersSql,
  isRefundedSql,
  outcomeSql,
  populationSql,
} from './db/population.ts';
import { countFraudCases } from './db/fraud-cases.ts';
import { findOverlap } from './db/overlap.ts';
import { countRefunded, findDataStart } from './db/base-figures.ts';
import { newestMatches } from './db/newest-matches.ts';
import { decideUndecided } from './decide-undecided.ts';
import { fieldsOf } from './fields-of.ts';
import { fieldSql } from './sql/field-sql.ts';
import type { ConditionContext } from './sql/outside-sql.ts';
import { ruleSql } from './sql/rule-sql.ts';

/** Rows that one measurement leaves to the reference. Above, it would take longer than a request may. */
const maxUndecided = 100_000;
/** Above, ids are not collected: no overlap, and the sample is read by time. */
const maxListed = 5000;

interface Group {
  outcome: PaymentOutcome;
  alters: boolean;
  isRefunded: boolean;
  ccyCode: string;
  source: string | null;
  /** null: left to the reference. */
  isMatch: boolean | null;
  payments: number;
  minor: number;
  ids: number[] | null;
  missing: number[];
}

/** Merchants whose transactions the caller may see; undefined: none. */
export type SampleScope = readonly number[] | undefined;

/**
 * What the rule would have matched in the last `days`, in one pass over the payments. Rows that SQL leaves undecided are
 * decided by the reference. Throws `busy` when there are too many of them.
 */
export async function measureRange(
  context: ConditionContext,
  rule: EvaluatedRule,
  population: Population,
  { sample }: { sample: SampleScope },
): Promise<Omit<RuleImpact, 'days'>> {
  const { sql } = context;
  const fields = fieldsOf(rule);
  const groups = await readGroups(context, rule, population, fields);
  const matches = await matchingGroups(context, rule, population, groups);
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
    acceptedRefunded: await countRefunded(sql, population),
    ...outcomesOf(matches),
    ...moneyOf(matches.filter(({ alters }) => alters)),
    blockedBy: sourcesOf(matches),
    ...(isListed
      ? {
          overlap: await findOverlap(sql, population.companyId, ids, rule.ruleId),
          closedAsFraud: await countFraudCases(sql, population.companyId, ids),
        }
      : {}),
    missing: fields
      .map((field, at) => ({
        field,
        count: groups.reduce((sum, { missing }) => sum + (missing[at + 1] ?? 0), 0),
      }))
      .filter((one) => one.count > 0),
    ...(sample === undefined
      ? {}
      : {
          sample: await newestMatches(context, rule, population, {
            merchantIds: sample,
            ids: isListed ? ids : null,
          }),
        }),
  };
}

async function readGroups(
  context: ConditionContext,
  rule: EvaluatedRule,
  population: Population,
  fields: readonly string[],
): Promise<Group[]> {
  const { sql } = context;
  const missing = fields
    .map((field) => sql`(not ${fieldSql(context, field).isPresent})::integer`)
    .reduce((all, one) => sql`${all}, ${one}`, sql`0`);
  const alters = sql.unsafe(altersSql(rule));
  const outcome = sql.unsafe(outcomeSql);
  // Fenced with `offset 0`, so that the rule is evaluated once a row.
  return sql<Group[]>`
    select outcome, alters, is_refunded, ccy_code, source, is_match, count(*) as payments,
           sum(requested_minor)::bigint as minor,
           case when is_match is null and count(*) <= ${maxUndecided}::integer
                  or is_match and count(*) <= ${maxListed}::integer then array_agg(txn_id) end as ids,
           array[${sumsOf(sql, fields.length)}] as missing
    from (
      select t.txn_id, t.ccy_code, t.requested_minor, ${outcome} as outcome, t.is_match, t.missing,
             t.is_match is not false and ${alters} as alters,
             t.is_match is not false and ${sql.unsafe(isRefundedSql)} as is_refunded,
             case when t.is_match is not false and ${outcome} = 'blocked' then t.decision_source end as source
      from (
        select t.txn_id, t.company_id, t.ccy_code, t.requested_minor, t.txn_type, t.txn_status, t.authoriser_status,
               t.optimize360_outcome, t.decision_source, ${ruleSql(context, rule)} as is_match,
               array[${missing}] as missing
        from txn t where ${populationSql(sql, population)} offset 0
      ) as t
    ) as measured
    group by outcome, alters, is_refunded, ccy_code, source, is_match`;
}

/** The sums of the elements after the first, which keeps the list from being empty. */
function sumsOf(sql: TenantSql, length: number): Fragment {
  const sums = Array.from({ length }, (_, at) => sql`coalesce(sum(missing[${at + 2}::integer]), 0)::integer`);
  return sums.reduce((all, one) => sql`${all}, ${one}`, sql`0`);
}

/** How many payments the rule would have matched. */
export async function countMatches(
  context: ConditionContext,
  rule: EvaluatedRule,
  population: Population,
): Promise<number> {
  return count(
    await matchingGroups(context, rule, population, await readGroups(context, rule, population, [])),
  );
}

async function matchingGroups(
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

function outcomesOf(matches: readonly Group[]) {
  const of = (outcome: PaymentOutcome) => matches.filter((one) => one.outcome === outcome);
  const changed = matches.filter(({ alters }) => alters);
  const isRefunded = (group: Group) => group.isRefunded;
  const refunded = of('accepted').filter(isRefunded);
  return {
    matches: count(matches),
    blocked: count(of('blocked')),
    declined: count(of('declined')),
    deferred: count(of('deferred')),
    refunded: count(refunded),
    kept: count(of('accepted')) - count(refunded),
    wouldChange: count(changed),
    wouldChangeRefunded: count(changed.filter(isRefunded)),
    wouldChangeAccepted: count(changed.filter(({ outcome }) => outcome === 'accepted')),
  };
}

/** The two currencies with most payments, and the number of others. Nothing is converted. */
function moneyOf(changed: readonly Group[]): Pick<RuleImpact, 'money' | 'otherCurrencies'> {
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

function sourcesOf(matches: readonly Group[]): RuleImpact['blockedBy'] {
  const blocked = matches.filter(({ outcome }) => outcome === 'blocked');
  return [...Map.groupBy(blocked, ({ source }) => source ?? 'RULE')]
    .map(([source, groups]) => ({ source, count: count(groups) }))
    .toSorted((a, b) => b.count - a.count);
}

/** The range of the last `days` before `until`. */
export const rangeStart = (until: Date, days: number): Date => addMs(until, -days * dayMs);
