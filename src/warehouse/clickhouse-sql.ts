/** A value of a statement, with the type ClickHouse reads it as; it travels apart from the words. */
export interface Bound {
  value: BoundValue;
  type: string;
}
type BoundValue = string | number | readonly (string | number)[];

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
