/** Letters that have no decomposition. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);

/** A text for searching: in small letters, without diacritics. "Łódź" and "lodz" are equal. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łøđðħıßæœþ]/g, (letter) => plainLetters.get(letter) ?? letter);
