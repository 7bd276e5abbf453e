/** The actions for which a company can require a second person (docs/domain.md#approvals). */
export const approvalActions = [
  'refund',
  'payout',
  'activateRule',
  'grantRole',
  'changeProcessors',
  'answerDispute',
  'erasePerson',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];

/** A looser policy, and a new API key that is exempt from it, need approval by the policy that is in force. */
export const gatedActions = [...approvalActions, 'changePolicy', 'exemptKey'] as const;
export type GatedAction = (typeof gatedActions)[number];
