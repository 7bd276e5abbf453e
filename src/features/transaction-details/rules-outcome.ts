import type { RulesServiceResult } from './detail-parts.ts';

/**
 * The words of a rules-engine outcome (docs/domain.md#fraud-decisions): one for the decision, and what is added to
 * it.
 */
export interface RulesOutcome {
  decision: 'no_outcome' | 'no_decision' | 'no_rules_triggered' | 'decided';
  /** overallAction, when it decided. */
  action: string | null;
  /** How long a deferred payment waits: '2 days'. */
  deferral: string | null;
  /** The service did not answer, and the installation's default took its place. */
  isDefaultAction: boolean;
}

export function rulesOutcome(result: RulesServiceResult | null): RulesOutcome {
  if (result === null) {
    return { decision: 'no_outcome', action: null, deferral: null, isDefaultAction: false };
  }
  const { overallAction, overallDeferParameter, triggeredRules, isServiceAvailable } = result;
  const isDefaultAction = !isServiceAvailable;
  if (overallAction === null || overallAction === 'NONE' || overallAction === 'IGNORE') {
    const isQuiet = overallAction !== 'IGNORE' && triggeredRules.length === 0;
    const decision = isQuiet ? 'no_rules_triggered' : 'no_decision';
    return { decision, action: null, deferral: null, isDefaultAction };
  }
  const isDeferred = overallAction === 'DEFER' || overallAction === 'TERRITORY_DEFER';
  return {
    decision: 'decided',
    action: overallAction,
    deferral: isDeferred ? overallDeferParameter : null,
    isDefaultAction,
  };
}

/** '3/12', '3/999+', '-' (docs/domain.md#transaction-details): which episode of how many. */
export function episodeText(index: number | null, remaining: number | null): string {
  if (index === null) return '-';
  if (remaining === null) return `${index}/-`;
  const total = index + remaining;
  return `${index}/${total > 999 ? '999+' : total}`;
}
