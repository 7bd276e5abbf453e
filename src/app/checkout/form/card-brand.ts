/** A card's brand as far as its first digits tell, and what it means for the form. */
export interface CardBrand {
  name: string;
  /** Digits of the security code. */
  cv2Length: 3 | 4;
  /** Where blanks part the number. */
  groups: readonly number[];
}

const fours = [4, 4, 4, 4, 3];
const brand = (name: string, groups: readonly number[] = fours, cv2Length: 3 | 4 = 3): CardBrand => ({
  name,
  cv2Length,
  groups,
});

/** The first that fits; test numbers of 99 (docs/domain.md#sandbox) beside those of the schemes. */
const brands: readonly (readonly [pattern: RegExp, CardBrand])[] = [
  [/^(?:4|9902|9903)/, brand('Visa')],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|9900|9901)/, brand('Mastercard')],
  [/^(?:3[47]|9905)/, brand('American Express', [4, 6, 5], 4)],
  [/^(?:5018|5020|5038|5[06-8]|6304|67)/, brand('Maestro')],
  [/^(?:352[89]|35[3-8])/, brand('JCB')],
  [/^(?:6011|64[4-9]|65)/, brand('Discover')],
  [/^(?:30[0-5]|3095|3[689])/, brand('Diners Club', [4, 6, 4])],
];

export function cardBrand(digits: string): CardBrand | undefined {
  return brands.find(([pattern]) => pattern.test(digits))?.[1];
}

/** '9902000000000018' → '9902 0000 0000 0018'. */
export function groupedDigits(digits: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const length of cardBrand(digits)?.groups ?? fours) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + length));
    at += length;
  }
  return parts.join(' ');
}
