/** What the lines of a payout are, for a merchant. */
export const lineGroups = ['payments', 'refunds', 'chargebacks', 'other'] as const;
export type LineGroup = (typeof lineGroups)[number];
