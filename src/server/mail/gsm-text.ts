/** The characters of GSM 03.38 that take one place, and those that take two. */
const single =
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ\u00A7¿abcdefghijklmnopqrstuvwxyzäöñüà';
const double = '^{}\\[~]|€';

const places = new Map<string, number>([
  ...[...single].map((character) => [character, 1] as const),
  ...[...double].map((character) => [character, 2] as const),
]);

/** Letters and signs that have no accent to remove. */
const replacements: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '·': '-',
  '•': '-',
};

/** One message holds 160 characters of GSM 03.38, or 70 of Unicode. */
const gsmPlaces = 160;
const unicodePlaces = 70;

/** Replaces what GSM 03.38 does not have by its nearest letters, where there are some: ś becomes s. */
export function toGsm(text: string): string {
  return [...text.normalize('NFC').replaceAll(/\s/g, ' ')].map(toGsmCharacter).join('');
}

function toGsmCharacter(character: string): string {
  if (places.has(character)) return character;
  const plain = replacements[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return [...plain].every((part) => places.has(part)) ? plain : character;
}

/** Whether a text fits into one message. */
export function isOneSms(text: string): boolean {
  const taken = [...text].map((character) => places.get(character));
  return taken.includes(undefined)
    ? text.length <= unicodePlaces
    : taken.reduce<number>((sum, count) => sum + (count ?? 0), 0) <= gsmPlaces;
}
