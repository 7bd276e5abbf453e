/** Why a text is not taken as JSON: nested too deep, or the path of a member that an object has twice. */
type JsonFault = { kind: 'depth' } | { kind: 'repeated'; path: string };

const [quote, backslash, comma, openList, closeList, openObject, closeObject, colon] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x3a,
];

/** One open object or list. */
interface Level {
  /** The members seen; undefined for a list. */
  names: Set<string> | undefined;
  /** The current member or index. */
  at: string | number;
}

/**
 * Finds what JSON.parse accepts silently. Linear in the text and before the parser: 500,000 levels would block the event
 * loop. Of a repeated member JSON.parse keeps the last (RFC 8259, 4), which may be another amount than the first.
 */
export function findJsonFault(text: string, maxDepth: number): JsonFault | undefined {
  const levels: Level[] = [];
  let isName = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === quote) {
      const end = endOfString(text, index);
      const level = levels.at(-1);
      if (isName && level?.names) {
        const name = readName(text.slice(index, end + 1));
        level.at = name;
        if (level.names.has(name)) return { kind: 'repeated', path: levels.map(({ at }) => at).join('.') };
        level.names.add(name);
        isName = false;
      }
      index = end;
    } else if (character === openObject || character === openList) {
      if (levels.length === maxDepth) return { kind: 'depth' };
      const isObject = character === openObject;
      levels.push({ names: isObject ? new Set() : undefined, at: isObject ? '' : 0 });
      isName = isObject;
    } else if (character === closeObject || character === closeList) levels.pop();
    else if (character === comma) {
      const level = levels.at(-1);
      isName = level?.names !== undefined;
      if (typeof level?.at === 'number') level.at += 1;
    } else if (character === colon) isName = false;
  }
  return undefined;
}

/** The index of the closing quote; the end of the text when there is none, which the parser refuses. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** Escapes can write one name in two ways. */
function readName(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}
