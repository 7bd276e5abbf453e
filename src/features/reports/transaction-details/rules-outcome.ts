import type { RulesServiceResult } from './detail-parts.ts';

/** The label of a rules outcome (docs/domain.md#fraud-decisions): one for the decision, with additions. */
interface RulesOutcome {
  decision: 'no_outcome' | 'no_decision' | 'no_rules_triggered' | 'decided';
  /** overallAction, if it decided. */
  action: string | null;
  /** The delay of a deferred payment: '2 days'. */
  deferral: string | null;
  /** The service did not respond, and the installation's default applied. */
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

/** '3/12', '3/999+', '-' (docs/domain.md#transaction-details): the episode and the total. */
export function episodeText(index: number | null, remaining: number | null): string {
  if (index === null) return '-';
  if (remaining === null) return `${index}/-`;
  const total = index + remaining;
  return `${index}/${total > 999 ? '999+' : total}`;
}
