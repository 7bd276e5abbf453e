/** E.164: a plus sign, a country code, and seven to fifteen digits in all. */
const pattern = /^\+[1-9]\d{6,14}$/;

/** The number in E.164 without what people write between digits; undefined for a number without a country code. */
export function parseTelephone(text: string): string | undefined {
  const digits = text
    .trim()
    .normalize('NFKC')
    .replace(/^00/, '+')
    .replaceAll(/\(0\)|[\s().\u2010-\u2015/-]/g, '');
  return pattern.test(digits) ? digits : undefined;
}

/** For records: all digits but the last four are hidden. */
export const maskTelephone = (number: string): string => `•••${number.slice(-4)}`;
