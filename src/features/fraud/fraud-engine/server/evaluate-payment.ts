import { sqlState } from '#database/sql-state.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type ListHead,
  type ListMatch,
  type ListScan,
  type ListTexts,
  matchListValues,
  scanLists,
} from '#features/fraud/fraud-lists/server/match-lists.ts';
import type { CoreServices } from '#server/core-services.ts';
import { type FraudVerdict, decide, decideWithoutEngine } from '../decide.ts';
import { comparable } from '../facts.ts';
import type { LookupResult, Lookup } from '../lookups.ts';
import { Evaluation } from '../evaluate-rules.ts';
import { type EvaluatedTransaction, buildFacts } from './build-facts.ts';
import { type BlockMatch, findMatchedList, groupByList, matchStandardLists } from './standard-lists.ts';
import { storeDecision } from './fraud-decision-table.ts';
import {
  type ListValues,
  isOnList,
  collectRuleListValues,
  collectRuleScans,
  collectStandardListValues,
} from './list-lookups.ts';
import { type RuleSet, getRuleSet } from './rule-sets.ts';
import {
  type Attempt,
  AttemptKeys,
  type KeyedMeasure,
  insertAttempt,
  lockKeys,
  readMeasures,
} from './velocity.ts';

/** A payment for the engine to evaluate. */
export interface EvaluatedPayment {
  companyId: number;
  merchantId: number;
  merchantPath: string;
  installationId: number;
  txnId: number;
  now: Date;
  txn: EvaluatedTransaction;
  /** yyyyMMdd. */
  dateOfBirth: string | null;
  /**
   * A successful 3-D Secure skips block lists where the merchant has set the override
   * (docs/domain.md#risk-controls).
   */
  skipsBlockLists: boolean;
}

/** The company's rules and lists at the time of a payment. */
export interface EngineState {
  version: number;
  /** The active lists that have values. */
  lists: readonly ListHead[];
  /** The installation's threshold; null: the score blocks no payment. */
  threshold: number | null;
}

/** One statement, to be pipelined with the first reads of a payment. */
export async function readEngineState(
  sql: TenantSql,
  { companyId, installationId }: Pick<EvaluatedPayment, 'companyId' | 'installationId'>,
): Promise<EngineState> {
  const [state] = await sql<EngineState[]>`
    select coalesce((select version from fraud_rule_set where company_id = ${companyId}), 0) as version,
           (select fraud_guard_threshold from installation where installation_id = ${installationId}) as threshold,
           coalesce((
             select json_agg(json_build_object('listId', list_id, 'kind', kind, 'dataField', data_field, 'active', active,
                                               'version', version, 'valueLengths', value_lengths,
                                               'itemCount', item_count) order by list_id)
             from fraud_list where company_id = ${companyId} and active and not hidden and item_count > 0
           ), '[]') as lists`;
  if (!state) throw new Error('a select without from returns one row');
  return state;
}

export interface Evaluated {
  verdict: FraudVerdict;
  /** The merchant has rules, or the engine failed: a payment that nothing matched has an outcome too. */
  hasRules: boolean;
  /** To be pipelined with the statements that store the payment: what the decision leaves behind. */
  steps: readonly (() => PromiseLike<unknown>)[];
  block?: BlockMatch;
}

/**
 * Evaluates a payment and counts it as an attempt, in the transaction that stores it (docs/decisions/0105). A failure of
 * the engine never fails the payment: the configured default applies, and the verdict has the reason.
 */
export async function evaluatePayment(
  sql: TenantSql,
  { services, state }: { services: EngineServices; state: EngineState },
  payment: EvaluatedPayment,
): Promise<Evaluated> {
  try {
    return await evaluate(sql, services, state, payment);
  } catch (error) {
    return decideUnavailable(sql, services, payment, error);
  }
}

type EngineServices = Pick<CoreServices, 'config' | 'keys' | 'log' | 'state'>;

/** Rules that cannot be evaluated lose no list: what it decides holds. */
function decideWithoutLookups(
  sql: TenantSql,
  services: EngineServices,
  payment: EvaluatedPayment,
  error: unknown,
  { list, block }: { list: 'NEGATIVE' | 'POSITIVE' | undefined; block: BlockMatch | undefined },
): Evaluated {
  if (list === undefined) return decideUnavailable(sql, services, payment, error);
  services.log.error({ err: error, transactionId: payment.txnId }, 'rules failed; a list has decided');
  const verdict = decide({ list, matched: [], score: null, threshold: null, canDefer: false });
  return {
    verdict,
    hasRules: true,
    steps: [() => storeDecision(sql, payment, verdict, {})],
    block,
  };
}

function decideUnavailable(
  sql: TenantSql,
  { config, log }: EngineServices,
  payment: EvaluatedPayment,
  error: unknown,
): Evaluated {
  log.error({ err: error, transactionId: payment.txnId }, 'fraud engine failed; the default applies');
  const verdict = decideWithoutEngine(config.fraudFallback === 'block' ? 'BLOCK' : 'PROCEED');
  return { verdict, hasRules: true, steps: [() => storeDecision(sql, payment, verdict, {})] };
}

async function evaluate(
  sql: TenantSql,
  services: EngineServices,
  state: EngineState,
  payment: EvaluatedPayment,
): Promise<Evaluated> {
  const ruleSet = await getRuleSet(services.state.ruleSets, sql, payment, state.version);
  const { txn, now, dateOfBirth } = payment;
  const { compiled, customFields } = ruleSet;
  const facts = buildFacts(txn, { now, dateOfBirth, customFields });
  const evaluation = new Evaluation(compiled, facts, payment.installationId);
  const open = evaluation.openLookups();
  const attempt = toAttempt(payment, ruleSet, facts);
  const keys = new AttemptKeys(services.keys.velocity, attempt);
  const measures = buildKeyedMeasures(ruleSet, open, keys);
  const lookups = open.map((index) => compiled.lookups[index] as Lookup);
  // Block and allow lists come first and have their own time: no rule can lose them.
  const standardValues = collectStandardListValues(state.lists, facts, payment.skipsBlockLists);
  const standard = groupByList(
    await matchStandardLists(sql, services.config.fraudBudgetMs, payment, standardValues),
  );
  const block = findMatchedList(state.lists, standardValues, standard, 'NEGATIVE');
  const allow = findMatchedList(state.lists, standardValues, standard, 'POSITIVE');
  const list = block ? 'NEGATIVE' : allow && 'POSITIVE';
  const listValues = collectRuleListValues(state.lists, lookups, facts);
  const scans = collectRuleScans(state.lists, lookups, facts);
  const read = { attempt, keys, measures, listValues, scans, cache: services.state.listTexts };
  const hasLookups = measures.length > 0 || listValues.length > 0 || scans.length > 0;
  const count = () => insertAttempt(sql, attempt, keys);
  const lookupData = hasLookups
    ? await runLookups(sql, services.config.fraudBudgetMs, read).catch((error: unknown) => ({ error }))
    : { matches: [], values: [] };
  if ('error' in lookupData) {
    const evaluated = decideWithoutLookups(sql, services, payment, lookupData.error, { list, block });
    // Too slow to be counted in time, but an attempt.
    return isTimeout(lookupData.error) ? { ...evaluated, steps: [...evaluated.steps, count] } : evaluated;
  }
  const { matches, values } = lookupData;
  const lookedUp = groupByList(matches);
  const measured = new Map(measures.map(({ index }, i) => [index, values[i]]));
  const results: LookupResult[] = [];
  for (const index of open) results[index] = readLookupResult(compiled.lookups[index] as Lookup, index);
  const verdict = decide({
    list,
    matched: evaluation.finish(results),
    score: txn.fgScore ?? null,
    threshold: state.threshold,
    canDefer: txn.txnType !== 'VERIFY' && txn.txnType !== 'REPEAT',
  });
  const basis = { ruleSet, facts, results, lists: state.lists };
  const hasRules = compiled.rules.length > 0;
  return {
    verdict,
    hasRules,
    steps: [
      ...(measures.length > 0 ? [] : [count]),
      ...(hasRules || block || allow ? [() => storeDecision(sql, payment, verdict, basis)] : []),
    ],
    block,
  };

  function readLookupResult(lookup: Lookup, index: number): LookupResult {
    if (lookup.kind === 'measure') return measured.get(index);
    const value = comparable(lookup.field, facts.values[lookup.field]);
    return value === null ? undefined : isOnList(lookup, value, lookedUp.get(lookup.listId) ?? []);
  }
}

/** A payment as velocity conditions count it. */
export function toAttempt(
  payment: Omit<EvaluatedPayment, 'merchantPath' | 'dateOfBirth' | 'skipsBlockLists'>,
  { branchId }: RuleSet,
  facts: Attempt['facts'],
): Attempt {
  const { companyId, merchantId, installationId, txnId, now, txn } = payment;
  return {
    companyId,
    txnId,
    merchantId,
    installationId,
    branchId,
    now,
    isPayout: txn.txnType === 'PAYOUT' || txn.txnType === 'PAYOUT_INITIALIZE',
    currency: txn.ccyCode,
    amountMinor: Math.abs(txn.requestedMinor),
    facts,
  };
}

/** The open lookups that count attempts, as far as the payment has a value to count by. */
function buildKeyedMeasures(
  { compiled }: RuleSet,
  open: readonly number[],
  keys: AttemptKeys,
): (KeyedMeasure & { index: number })[] {
  return open.flatMap((index) => {
    const lookup = compiled.lookups[index] as Lookup;
    const key = lookup.kind === 'measure' ? keys.hashFor(lookup.field) : undefined;
    if (lookup.kind !== 'measure' || key === undefined) return [];
    return [{ index, lookup, key, maxCount: (compiled.lookupLimits[index] ?? 0) + 1 }];
  });
}

interface LookupInput {
  attempt: Attempt;
  keys: AttemptKeys;
  measures: readonly KeyedMeasure[];
  listValues: readonly ListValues[];
  scans: readonly ListScan[];
  cache: ListTexts;
}

/**
 * The lookups of the rules in the database, in one round trip with a time budget. Waiting for another attempt with the
 * same key does not count. An attempt that is counted is stored first, so that it counts itself.
 */
async function runLookups(
  sql: TenantSql,
  budgetMs: number,
  { attempt, keys, measures, listValues, scans, cache }: LookupInput,
): Promise<{ matches: ListMatch[]; values: number[] }> {
  return sql.savepoint(async (inner) => {
    const isCounted = measures.length > 0;
    const today = attempt.now.toISOString().slice(0, 10);
    const [, , , matches, values] = await pipelined(inner, [
      () =>
        lockKeys(
          inner,
          measures.map(({ key }) => key),
        ),
      () => (isCounted ? insertAttempt(inner, attempt, keys) : undefined),
      () => inner`select set_config('statement_timeout', ${String(budgetMs)}, true)`,
      () => matchListValues(inner, attempt.companyId, listValues, today),
      () => readMeasures(inner, attempt, measures),
      () => inner`set local statement_timeout to default`,
    ]);
    return {
      matches: [...matches, ...(await scanLists(inner, cache, attempt.companyId, scans, today))],
      values,
    };
  });
}

/** query_canceled. */
const isTimeout = (error: unknown): boolean => sqlState(error) === '57014';
