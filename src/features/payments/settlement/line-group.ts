/** The lines of a payout in groups that a merchant recognises. */
export const lineGroups = ['payments', 'refunds', 'chargebacks', 'other'] as const;
export type LineGroup = (typeof lineGroups)[number];
