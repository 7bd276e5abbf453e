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

/** Places in a message of one part, and in each part of a longer one. A text that GSM 03.38 can't hold is sent as UCS-2. */
const limits = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } };

/**
 * The text of a message. Where GSM 03.38 has all its letters, or their nearest ones, it is written in those: ś becomes s. Any other
 * text, such as Greek or Thai, keeps every character.
 */
export function toSmsText(text: string): string {
  const line = text.normalize('NFC').replaceAll(/\s/g, ' ');
  const gsm = [...line].map(toGsmCharacter);
  return gsm.includes(undefined) ? line : gsm.join('');
}

/** The nearest letters of GSM 03.38, if there are some. A mark without a letter before it, as Thai has them, has none. */
function toGsmCharacter(character: string): string | undefined {
  if (places.has(character)) return character;
  const plain = replacements[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain !== '' && [...plain].every((part) => places.has(part)) ? plain : undefined;
}

/** How many messages a text takes. */
export function countSmsParts(text: string): number {
  const taken = [...text].map((character) => places.get(character));
  const isGsm = !taken.includes(undefined);
  const length = isGsm ? taken.reduce<number>((sum, count) => sum + (count ?? 0), 0) : text.length;
  const { one, part } = isGsm ? limits.gsm : limits.ucs2;
  return length <= one ? 1 : Math.ceil(length / part);
}
