/** The signs of intervals as people type them: '>100', '≤ 5', '10-20', '10..20'. */
const comparison = /^(>=|<=|=>|=<|[<>≤≥])(.*)$/;
const between = /^(.*?\d)\s*(?:\.\.+|[-–…])(.*\d)$/;
const signs: Readonly<Record<string, string>> = { '≥': '>=', '≤': '<=', '=>': '>=', '=<': '<=' };

/** Characters of numbers and intervals; letters and a leading minus are none of them (docs/domain.md#grids). */
export const isNumberTyping = (text: string): boolean => /^(?!-)[\d\s.,'’<>=≤≥…–-]*$/.test(text);

/** The value of a typed interval in one spelling ('>=100', '10..20'); undefined for what is none. */
export function readNumberRange(
  text: string,
  readNumber: (text: string) => string | undefined,
): string | undefined {
  const [, sign = '', edge = ''] = comparison.exec(text) ?? [];
  if (sign !== '') {
    const number = readNumber(edge.trim());
    return number === undefined ? undefined : `${signs[sign] ?? sign}${number}`;
  }
  const [, first, second] = between.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const edges = [readNumber(first.trim()), readNumber(second.trim())];
  const [low, high] = edges;
  if (low === undefined || high === undefined) return undefined;
  return Number(low) > Number(high) ? `${high}..${low}` : `${low}..${high}`;
}
