/** A card's brand, by its first digits, and its rules for the form. */
export interface CardBrand {
  name: string;
  /** Digits of the security code. */
  cv2Length: 3 | 4;
  /** The lengths of the groups of digits. */
  groups: readonly number[];
}

const fours = [4, 4, 4, 4, 3];
const brand = (name: string, groups: readonly number[] = fours, cv2Length: 3 | 4 = 3): CardBrand => ({
  name,
  cv2Length,
  groups,
});

/** The first match wins. Includes the test numbers that begin with 99 (docs/domain.md#sandbox). */
const brands: readonly (readonly [pattern: RegExp, CardBrand])[] = [
  [/^(?:4|9902|9903)/, brand('Visa')],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|9900|9901)/, brand('Mastercard')],
  [/^(?:3[47]|9905)/, brand('American Express', [4, 6, 5], 4)],
  [/^(?:5018|5020|5038|5[06-8]|6304|67)/, brand('Maestro')],
  [/^(?:352[89]|35[3-8])/, brand('JCB')],
  [/^(?:6011|64[4-9]|65)/, brand('Discover')],
  [/^(?:30[0-5]|3095|3[689])/, brand('Diners Club', [4, 6, 4])],
];

/** The brands that are accepted, in the order of their marks. */
export const brandNames: readonly string[] = brands.map(([, { name }]) => name);

export function cardBrand(digits: string): CardBrand | undefined {
  return brands.find(([pattern]) => pattern.test(digits))?.[1];
}

export const brandByName = (name: string): CardBrand | undefined =>
  brands.find(([, brand]) => brand.name === name)?.[1];

/** '9902000000000018' → '9902 0000 0000 0018'. */
export function groupedDigits(digits: string): string {
  const parts: string[] = [];
  let start = 0;
  for (const length of cardBrand(digits)?.groups ?? fours) {
    if (start >= digits.length) break;
    parts.push(digits.slice(start, start + length));
    start += length;
  }
  return parts.join(' ');
}

/** The digits of full-width and Arabic keyboards as 0 to 9. Other text is in Unicode NFKC. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16));

/** Parses '12/30', '12 / 2030', '1230', '1/30' and, as browsers fill it in, '2030-12', in any digits, to MMYY. */
export function readExpiry(text: string): string | undefined {
  const typed = plainDigits(text)
    .trim()
    .replace(/^(20\d{2})\s*[/.-]?\s*(\d{1,2})$/, '$2/$1');
  const parts = /^(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})$/.exec(typed);
  if (!parts) return undefined;
  const [, month = '', year = ''] = parts;
  const number = Number(month);
  return number >= 1 && number <= 12 ? month.padStart(2, '0') + year : undefined;
}

/** A card is valid to the end of its month. */
export function hasExpired(expiry: string, now: Date): boolean {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  return now.getTime() >= new Date(year, month, 1).getTime();
}

/** The format on the card: '0130' → '01 / 30'. */
export const formatExpiry = (expiry: string): string => `${expiry.slice(0, 2)} / ${expiry.slice(2)}`;
