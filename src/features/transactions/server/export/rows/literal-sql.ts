import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

/** A statement taken apart: our own words, and between them the values they are about. */
class Written {
  readonly parts: readonly (string | { value: unknown })[];
  constructor(parts: readonly (string | { value: unknown })[]) {
    this.parts = parts;
  }
}

/**
 * Writes statements as the driver's tag does, but keeps their values apart: COPY takes no parameters, and the fragments
 * of the search must serve it too. `literalText` puts the values in.
 */
export const literalSql = ((first: unknown, ...values: unknown[]): unknown => {
  if (isTemplate(first)) {
    const parts = first.flatMap((words, at) => [
      words,
      ...(at < values.length ? splitValue(values[at]) : []),
    ]);
    return new Written(parts);
  }
  if (typeof first === 'string') return new Written([identifier(first)]);
  if (Array.isArray(first)) {
    const list = first.flatMap((value, at) => [...(at === 0 ? [] : [', ']), { value }]);
    return new Written(['(', ...list, ')']);
  }
  throw new TypeError('not a part of a statement');
}) as unknown as TenantSql;

/**
 * The statement with every value quoted by the database's own `quote_literal`, which knows its encoding and escapes.
 * Like a parameter, such a literal has no type until its place gives it one.
 */
export async function literalText(sql: TenantSql, fragment: Fragment): Promise<string> {
  const { parts } = fragment as unknown as Written;
  const values = parts.flatMap((part) => (typeof part === 'string' ? [] : [plainText(part.value)]));
  const quoted = await sql<{ literal: string }[]>`
    select quote_literal(value) as literal
    from unnest(${values}::text[]) with ordinality as given (value, place) order by place`;
  let at = 0;
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const literal = quoted[at++]?.literal;
      if (literal === undefined) throw new Error('a value of the statement was lost');
      // Apart from its neighbours: 'a' 'b' on two lines would be one literal.
      return ` ${literal} `;
    })
    .join('');
}

function splitValue(value: unknown): readonly (string | { value: unknown })[] {
  return value instanceof Written ? value.parts : [{ value }];
}

/** As PostgreSQL reads it; null and undefined have no business in a condition. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = value.map((one) => `"${plainText(one).replaceAll(/["\\]/g, String.raw`\$&`)}"`);
    return `{${items.join(',')}}`;
  }
  throw new TypeError(`a value of a statement that has no text: ${typeof value}`);
}

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const isTemplate = (value: unknown): value is TemplateStringsArray =>
  Array.isArray(value) && Object.hasOwn(value, 'raw');
