import type { TenantSql } from '#database/tenant.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { RuleEffect } from '../schemas.ts';
import { type Population, outcomeSql, populationSql } from './db/population.ts';
import { rangeStart } from './measure-range.ts';
import type { VisibleRule } from './visible-rule.ts';

/** The effect is measured over at most so many days, and compared with as many before. */
const maxDays = 30;

interface EffectScope {
  companyId: number;
  merchantIds: readonly number[];
  now: Date;
}

/** How many payments the rule would have matched. */
export type CountMatches = (population: Population) => Promise<number>;

const nothing = { payments: 0, accepted: 0 };

/** The effect of an active rule since its activation (docs/domain.md#impact-of-a-rule). */
export async function measureEffect(
  sql: TenantSql,
  { rule, activeSince }: VisibleRule,
  { companyId, merchantIds, now }: EffectScope,
  countMatches: CountMatches,
): Promise<RuleEffect> {
  const none = { isMeasured: false, days: [], matches: 0, perDay: 0, before: nothing, after: nothing };
  if (!activeSince) return none;
  const elapsed = now.getTime() - activeSince.getTime();
  if (elapsed < dayMs) return { ...none, activeSince: activeSince.toISOString() };
  const { installationIds } = rule;
  const inRange = (from: Date, until: Date) => ({ companyId, merchantIds, installationIds, from, until });
  const start = elapsed > maxDays * dayMs ? rangeStart(now, maxDays) : activeSince;
  const length = now.getTime() - start.getTime();
  const days = withEmptyDays(await countDailyMatches(sql, inRange(start, now), rule.ruleId), start, now);
  const matches = days.reduce((sum, day) => sum + day.matches, 0);
  const expected = await countMatches(inRange(rangeStart(activeSince, maxDays), activeSince));
  return {
    activeSince: activeSince.toISOString(),
    isMeasured: true,
    days,
    matches,
    perDay: matches / (length / dayMs),
    expectedPerDay: expected / maxDays,
    before: await countAcceptance(sql, inRange(addMs(activeSince, -length), activeSince)),
    after: await countAcceptance(sql, inRange(start, now)),
  };
}

/** Every day of the range in UTC, also those without a match. */
function withEmptyDays(countedDays: RuleEffect['days'], from: Date, until: Date): RuleEffect['days'] {
  const matches = new Map(countedDays.map((day) => [day.day, day.matches]));
  const days: RuleEffect['days'] = [];
  const first = Math.floor(from.getTime() / dayMs);
  for (let day = first; day * dayMs < until.getTime(); day += 1) {
    const name = new Date(day * dayMs).toISOString().slice(0, 10);
    days.push({ day: name, matches: matches.get(name) ?? 0 });
  }
  return days;
}

/** Payments that the rule matched when they were evaluated, by day in UTC. Days without a match are missing. */
async function countDailyMatches(
  sql: TenantSql,
  population: Population,
  ruleId: number,
): Promise<RuleEffect['days']> {
  return sql<RuleEffect['days']>`
    select to_char(t.txn_datetime at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as matches
    from txn t
    join fraud_decision d on d.company_id = t.company_id and d.txn_id = t.txn_id
    where ${populationSql(sql, population)}
      and d.result -> 'triggeredRules' @> ${sql.json([{ ruleId: String(ruleId) }])}
    group by 1 order by 1`;
}

/** How many payments there were, and how many of them were neither blocked nor declined. */
async function countAcceptance(sql: TenantSql, population: Population): Promise<RuleEffect['before']> {
  const [row] = await sql<RuleEffect['before'][]>`
    select count(*) as payments, count(*) filter (where ${sql.unsafe(outcomeSql)} in ('accepted', 'deferred')) as accepted
    from txn t where ${populationSql(sql, population)}`;
  return row ?? { payments: 0, accepted: 0 };
}
