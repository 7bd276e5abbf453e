/** The characters of a search. */
export const maxTyped = 100;
/** The customers of a response. */
export const maxFound = 50;
/** The characters of a note. */
export const maxNote = 2000;
/** The newest transactions that totals and cards are made of. */
export const maxSummed = 5000;

/** What makes payments one customer: a record of the merchant, an email, or a name alone (docs/domain.md#finding-customers). */
export const customerKinds = ['RECORD', 'EMAIL', 'NAME'] as const;
export type CustomerKind = (typeof customerKinds)[number];
