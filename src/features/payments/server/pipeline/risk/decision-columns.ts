import type { BlockDecision } from '../payment-draft.ts';

/**
 * Columns of a transaction by which reports find what was decided about it (docs/domain.md#fraud-decisions); all
 * null without a decision.
 */
export const decisionColumns = (decision: BlockDecision | undefined) => ({
  optimize360_outcome: decision ? 'BLOCK' : null,
  decision_source: decision?.decisionSource ?? null,
  decision_reason: decision?.decisionReason ?? null,
});
