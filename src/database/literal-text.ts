import { type Fragment, compose } from './driver/compose.ts';
import type { Sql } from './driver/statement.ts';

/**
 * A statement as text, for COPY, which takes no parameters. The database's `quote_nullable` quotes every value with its own
 * encoding and escapes. Like a parameter, such a literal gets its type from its place.
 */
export async function literalText(sql: Sql, fragment: Fragment): Promise<string> {
  // The text of a statement has no NUL, so a mark is unambiguous.
  const { text, values } = compose(fragment, (number) => `\0${number}\0`);
  const texts = values.map((value) => {
    if (Buffer.isBuffer(value)) throw new TypeError('bytes cannot be a literal of a statement');
    return value;
  });
  const quoted = await sql<{ literal: string }[]>`
    select quote_nullable(value) as literal
    from unnest(${texts}::text[]) with ordinality as given (value, place) order by place`;
  return text
    .split('\0')
    .map((part, index) => {
      if (index % 2 === 0) return part;
      const literal = quoted[Number(part) - 1]?.literal;
      if (literal === undefined) throw new Error('a value of the statement was lost');
      // Apart from its neighbours: 'a' 'b' on two lines would be one literal.
      return ` ${literal} `;
    })
    .join('');
}
