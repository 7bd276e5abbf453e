import type { BlockDecision } from '../payment-draft.ts';

/**
 * Columns of a transaction by which reports find what was decided about it (docs/domain.md#fraud-decisions); all
 * null without a decision.
 */
export const decisionColumns = (decision: BlockDecision | undefined) => ({
  optimize360Outcome: decision ? 'BLOCK' : null,
  decisionSource: decision?.decisionSource ?? null,
  decisionReason: decision?.decisionReason ?? null,
});
