import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ListHead } from '#features/fraud/fraud-lists/server/match-lists.ts';
import type { FraudVerdict } from '../decide.ts';
import { isMissing, type FraudFacts } from '../facts.ts';
import { type LookupResult, lookupKey } from '../lookups.ts';
import type { CompiledRules } from '../evaluate-rules.ts';
import type { RuleSet } from './rule-sets.ts';

/** The basis of a decision; empty when the engine was unavailable. */
interface Basis {
  ruleSet?: RuleSet;
  facts?: FraudFacts;
  results?: readonly LookupResult[];
  lists?: readonly ListHead[];
}

/** Stores a decision with the values, lookup results and versions that explain it later. */
export async function storeDecision(
  sql: TenantSql,
  { companyId, txnId, now }: { companyId: number; txnId: number; now: Date },
  verdict: FraudVerdict,
  { ruleSet, facts, results = [], lists = [] }: Basis,
): Promise<void> {
  const { overallAction, isServiceAvailable, deferral, triggeredRules } = verdict;
  const result = {
    overallAction,
    overallDeferParameter: deferral?.deferWaitPeriod ?? null,
    deferFinalAction: deferral?.deferFinalAction ?? null,
    isServiceAvailable,
    triggeredRules: triggeredRules.map(({ ruleId, name, ...rule }) => ({
      ruleId: String(ruleId),
      ruleName: name,
      ...rule,
    })),
  };
  const basis = ruleSet &&
    facts && {
      values: collectUsedValues(ruleSet.compiled, facts),
      answers: groupResultsByLookup(ruleSet.compiled, results),
      lists: Object.fromEntries(lists.map(({ listId, version }) => [listId, version])),
    };
  await sql`
    insert into fraud_decision (company_id, txn_id, decided_at, overall_action, is_service_available, rule_set_version,
                                result, facts)
    values (${companyId}, ${txnId}, ${now}, ${overallAction}, ${isServiceAvailable}, ${ruleSet?.version ?? null},
            ${sql.json(toJson(result))}, ${basis ? sql.json(toJson(basis)) : null})`;
}

/** The values that the merchant's rules read, without missing ones. */
function collectUsedValues(
  { fields: forms, lookups }: CompiledRules,
  { values }: FraudFacts,
): Record<string, JSONValue> {
  const fields = new Set([
    ...forms.map(({ field }) => field),
    ...lookups.flatMap((lookup) =>
      lookup.kind === 'measure' && lookup.aggregate.kind === 'distinct'
        ? [lookup.field, lookup.aggregate.field]
        : [lookup.field],
    ),
  ]);
  return Object.fromEntries(
    [...fields].flatMap((field) => {
      const value = values[field];
      return isMissing(value) ? [] : [[field, value]];
    }),
  );
}

function groupResultsByLookup(
  { lookups }: CompiledRules,
  results: readonly LookupResult[],
): Record<string, JSONValue> {
  return Object.fromEntries(
    lookups.flatMap((lookup, index) => {
      const result = results[index];
      return result === undefined ? [] : [[lookupKey(lookup), result]];
    }),
  );
}

const toJson = (value: object): JSONValue => JSON.parse(JSON.stringify(value)) as JSONValue;
