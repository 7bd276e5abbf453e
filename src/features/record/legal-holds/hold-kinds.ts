/** What a legal hold can be on. */
export const holdKinds = ['ORGANISATION', 'CUSTOMER', 'TRANSACTION', 'CASE'] as const;
export type HoldKind = (typeof holdKinds)[number];
