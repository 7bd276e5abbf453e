/** A value of a statement, with the type ClickHouse reads it as; it travels apart from the words. */
export interface Bound {
  value: BoundValue;
  type: string;
}
export type BoundValue = string | number | readonly (string | number)[];

/** A piece of a ClickHouse statement: our own words, and between them the values they are about. */
export class ClickHouseSql {
  readonly parts: readonly (string | Bound)[];

  constructor(parts: readonly (string | Bound)[]) {
    this.parts = parts;
  }
}

/** Writes a piece; whatever is put in is another piece or a bound value, never text. */
export function clause(
  words: TemplateStringsArray,
  ...values: readonly (ClickHouseSql | Bound)[]
): ClickHouseSql {
  return new ClickHouseSql(
    words.flatMap((text, at) => {
      const value = values[at];
      if (value === undefined) return [text];
      return value instanceof ClickHouseSql ? [text, ...value.parts] : [text, value];
    }),
  );
}

/** `type` as ClickHouse writes it: 'Int64', 'Array(String)'. */
export const param = (value: BoundValue, type: string): Bound => ({ value, type });

/** A column by a name of ours. */
export function column(name: string): ClickHouseSql {
  if (!/^\w+$/.test(name)) throw new Error(`${name} is no column`);
  return new ClickHouseSql([`\`${name}\``]);
}

export function join(pieces: readonly ClickHouseSql[], separator: string): ClickHouseSql {
  return new ClickHouseSql(
    pieces.flatMap((piece, at) => (at === 0 ? piece.parts : [separator, ...piece.parts])),
  );
}

/** The statement as ClickHouse takes it: `{p0:Int64}` where a value belongs, and the values beside it. */
export function compile({ parts }: ClickHouseSql): { query: string; params: Record<string, BoundValue> } {
  const params: Record<string, BoundValue> = {};
  const words = parts.map((part) => {
    if (typeof part === 'string') return part;
    const name = `p${Object.keys(params).length}`;
    params[name] = part.value;
    return `{${name}:${part.type}}`;
  });
  return { query: words.join(''), params };
}

/**
 * A value as ClickHouse reads a parameter: a text escaped as in tab-separated lines, an array with its texts quoted.
 */
export function parameterText(value: BoundValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeText(value);
  return `[${value.map((one) => (typeof one === 'number' ? String(one) : `'${escapeText(one)}'`)).join(',')}]`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  "'": String.raw`\'`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\0': String.raw`\0`,
};

const escapeText = (text: string): string => text.replaceAll(/[\\'\t\n\r\0]/g, (one) => escapes[one] ?? one);

/** A text as a literal in a statement. */
export const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
