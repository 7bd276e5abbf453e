/** A parameter of a statement with its ClickHouse type, sent apart from the text. */
export interface Parameter {
  value: ParameterValue;
  type: string;
}
export type ParameterValue = string | number | readonly (string | number)[];

/** A fragment of a ClickHouse statement: text and parameters. */
export class ClickHouseSql {
  readonly parts: readonly (string | Parameter)[];

  constructor(parts: readonly (string | Parameter)[]) {
    this.parts = parts;
  }
}

/** Template tag for a fragment. Values are fragments or parameters, never text. */
export function clause(
  texts: TemplateStringsArray,
  ...values: readonly (ClickHouseSql | Parameter)[]
): ClickHouseSql {
  return new ClickHouseSql(
    texts.flatMap((text, index) => {
      const value = values[index];
      if (value === undefined) return [text];
      return value instanceof ClickHouseSql ? [text, ...value.parts] : [text, value];
    }),
  );
}

/** `type` is a ClickHouse type, such as 'Int64' or 'Array(String)'. */
export const param = (value: ParameterValue, type: string): Parameter => ({ value, type });

/** A quoted column name. */
export function column(name: string): ClickHouseSql {
  if (!/^\w+$/.test(name)) throw new Error(`${name} is not a column`);
  return new ClickHouseSql([`\`${name}\``]);
}

export function join(pieces: readonly ClickHouseSql[], separator: string): ClickHouseSql {
  return new ClickHouseSql(
    pieces.flatMap((piece, index) => (index === 0 ? piece.parts : [separator, ...piece.parts])),
  );
}

/** The text of a statement, with placeholders such as `{p0:Int64}`, and its parameters. */
export function compile({ parts }: ClickHouseSql): { query: string; params: Record<string, ParameterValue> } {
  const params: Record<string, ParameterValue> = {};
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const name = `p${Object.keys(params).length}`;
    params[name] = part.value;
    return `{${name}:${part.type}}`;
  });
  return { query: texts.join(''), params };
}

/**
 * A parameter in ClickHouse's format: text escaped as in tab-separated lines, arrays with quoted texts.
 */
export function parameterText(value: ParameterValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeText(value);
  return `[${value.map((item) => (typeof item === 'number' ? String(item) : `'${escapeText(item)}'`)).join(',')}]`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  "'": String.raw`\'`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\0': String.raw`\0`,
};

const escapeText = (text: string): string =>
  text.replaceAll(/[\\'\t\n\r\0]/g, (character) => escapes[character] ?? character);

/** A string literal in a statement. */
export const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
