import type { Outcome } from '#features/fraud/fraud-rules/rule.ts';
import type { MatchedRule } from './evaluate-rules.ts';

/** Values of OPTIMIZE360_OUTCOME that an evaluation can give. */
type OverallAction =
  | 'ACCEPT'
  | 'BLOCK'
  | 'DEFER'
  | 'IGNORE'
  | 'TERRITORY_BLOCK'
  | 'TERRITORY_DEFER'
  | 'NEGATIVE_LIST'
  | 'POSITIVE_LIST'
  | 'NONE';

/** The engine's decision and its reason (docs/domain.md#evaluation). */
export interface FraudVerdict {
  overallAction: OverallAction;
  /** The reason code of a blocked payment. A137 when the engine is unavailable and the default blocks. */
  reasonCode?: 'A120' | 'A136' | 'A137';
  /** The deferral of a deferred payment. */
  deferral?: Required<Pick<Outcome, 'deferFinalAction' | 'deferWaitPeriod'>>;
  decisionSource: string | null;
  decisionReason: string | null;
  isServiceAvailable: boolean;
  triggeredRules: readonly MatchedRule[];
}

interface Evidence {
  /** The kind of list that has a value of the payment; a negative one beats a positive one. */
  list?: 'NEGATIVE' | 'POSITIVE';
  matched: readonly MatchedRule[];
  /** 0 to 100; null: not scored. */
  score: number | null;
  /** A score at or above it blocks. */
  threshold: number | null;
  /** False for a VERIFY. */
  canDefer: boolean;
}

const derived = 'DERIVED_BY_TRIGGERED_RULE_ACTION';
const nothing = { decisionSource: null, decisionReason: null };

/** One decision from lists, rules and score, in the order of docs/domain.md#evaluation. */
export function decide({ list, matched, score, threshold, canDefer }: Evidence): FraudVerdict {
  const base = { isServiceAvailable: true, triggeredRules: matched };
  if (list === 'NEGATIVE') {
    const decision = { decisionSource: 'NEGATIVE_LIST', decisionReason: derived };
    return { ...base, overallAction: 'NEGATIVE_LIST', reasonCode: 'A136', ...decision, triggeredRules: [] };
  }
  if (list === 'POSITIVE') {
    const decision = { decisionSource: 'POSITIVE_LIST', decisionReason: derived };
    return { ...base, overallAction: 'POSITIVE_LIST', ...decision, triggeredRules: [] };
  }
  const has = (action: MatchedRule['action']) => matched.some((rule) => rule.action === action);
  const byRule = { decisionSource: 'RULE', decisionReason: derived };
  const byTerritory = { decisionSource: 'TERRITORY MANAGEMENT', decisionReason: derived };
  if (has('Block')) return { ...base, overallAction: 'BLOCK', reasonCode: 'A136', ...byRule };
  if (has('TerritoryBlock'))
    return { ...base, overallAction: 'TERRITORY_BLOCK', reasonCode: 'A120', ...byTerritory };
  // The score blocks last, and it also blocks payments that a rule would accept or defer.
  if (score !== null && threshold !== null && score >= threshold) {
    const decision = { decisionSource: 'FRAUDGUARD', decisionReason: 'DECIDED_BY_FRAUDGUARD' };
    return { ...base, overallAction: 'BLOCK', reasonCode: 'A136', ...decision };
  }
  const deferral = canDefer ? findStrictestDeferral(matched) : undefined;
  if (deferral) {
    const isRule = deferral.action === 'Defer';
    const { deferFinalAction, deferWaitPeriod } = deferral;
    return {
      ...base,
      overallAction: isRule ? 'DEFER' : 'TERRITORY_DEFER',
      deferral: { deferFinalAction, deferWaitPeriod },
      ...(isRule ? byRule : byTerritory),
    };
  }
  if (has('Accept')) return { ...base, overallAction: 'ACCEPT', ...byRule };
  return { ...base, overallAction: has('Ignore') ? 'IGNORE' : 'NONE', ...nothing };
}

/** Decline before capture, then the shortest wait; a rule before a territory rule. */
function findStrictestDeferral(matched: readonly MatchedRule[]) {
  const deferrals = matched
    .filter(({ action }) => action === 'Defer' || action === 'TerritoryDefer')
    .map((rule) => ({
      action: rule.action,
      deferFinalAction: rule.deferFinalAction ?? 'decline',
      deferWaitPeriod: rule.deferFinalAction === 'capture' ? (rule.deferWaitPeriod ?? '7 days') : '7 days',
    }));
  const rankDeferral = ({ action, deferFinalAction, deferWaitPeriod }: (typeof deferrals)[number]) =>
    (deferFinalAction === 'decline' ? 0 : 100) +
    Number.parseInt(deferWaitPeriod) * 10 +
    (action === 'Defer' ? 0 : 1);
  return deferrals.toSorted((a, b) => rankDeferral(a) - rankDeferral(b))[0];
}

/** The decision when the engine fails or exceeds its time budget: the operator's setting. */
export function decideWithoutEngine(fallback: 'PROCEED' | 'BLOCK'): FraudVerdict {
  return {
    overallAction: fallback === 'BLOCK' ? 'BLOCK' : 'NONE',
    reasonCode: fallback === 'BLOCK' ? ('A137' as const) : undefined,
    decisionSource: 'RULE',
    decisionReason: 'RULE_ENGINE_UNAVAILABLE',
    isServiceAvailable: false,
    triggeredRules: [],
  };
}
