import { hasCardNumber } from '#shared/card-number.ts';

/** Shorter texts find too much. */
const minLength = 3;
const maxLength = 100;

/** How many objects of one kind the palette lists. */
export const maxNamed = 3;

/** Whether the text may be a part of a name: it contains a letter. A card number is never sent. */
export const isNameLike = (typed: string): boolean =>
  typed.length >= minLength && typed.length <= maxLength && /\p{L}/u.test(typed) && !hasCardNumber(typed);
