/** A value of a statement, with the type ClickHouse reads it as; it travels apart from the words. */
export interface Bound {
  value: BoundValue;
  type: string;
}
type BoundValue = string | number | readonly (string | number)[];

/** A piece of a ClickHouse statement: our own words, and between them the values they are about. */
export class Clause {
  readonly parts: readonly (string | Bound)[];

  constructor(parts: readonly (string | Bound)[]) {
    this.parts = parts;
  }
}

/** Writes a piece; whatever is put in is another piece or a bound value, never text. */
export function clause(words: TemplateStringsArray, ...values: readonly (Clause | Bound)[]): Clause {
  return new Clause(
    words.flatMap((text, at) => {
      const value = values[at];
      if (value === undefined) return [text];
      return value instanceof Clause ? [text, ...value.parts] : [text, value];
    }),
  );
}

/** `type` as ClickHouse writes it: 'Int64', 'Array(String)'. */
export const bound = (value: BoundValue, type: string): Bound => ({ value, type });

/** A column by a name of ours. */
export function column(name: string): Clause {
  if (!/^\w+$/.test(name)) throw new Error(`${name} is no column`);
  return new Clause([`\`${name}\``]);
}

export function joined(pieces: readonly Clause[], separator: string): Clause {
  return new Clause(pieces.flatMap((piece, at) => (at === 0 ? piece.parts : [separator, ...piece.parts])));
}

/** The statement as ClickHouse takes it: `{p0:Int64}` where a value belongs, and the values beside it. */
export function written({ parts }: Clause): { query: string; params: Record<string, BoundValue> } {
  const params: Record<string, BoundValue> = {};
  const words = parts.map((part) => {
    if (typeof part === 'string') return part;
    const name = `p${Object.keys(params).length}`;
    params[name] = part.value;
    return `{${name}:${part.type}}`;
  });
  return { query: words.join(''), params };
}
