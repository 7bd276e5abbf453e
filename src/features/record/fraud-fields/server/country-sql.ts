import { countryList } from '#shared/countries.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Fragment } from '#database/connection.ts';

/** Texts that PostgreSQL and JavaScript fold and compare alike. */
export const isAscii = (text: string): string => `octet_length(${text}) = char_length(${text})`;

/** A country by either of its codes. */
export function countrySql(
  sql: TenantSql,
  raw: string,
): Record<'isUndecided' | 'isPresent' | 'value', Fragment> {
  const codes = sql.json(countryCodes());
  const text = sql`${sql.unsafe(raw)}`;
  const form = sql`(${codes}::jsonb ->> upper(${text} collate "C"))`;
  return {
    isUndecided: sql`coalesce(char_length(${text}) <= 3 and not ${sql.unsafe(isAscii(raw))}, false)`,
    isPresent: sql`(case when ${text} is null or char_length(${text}) > 3 then false
      when ${sql.unsafe(isAscii(raw))} then ${form} is not null end)`,
    value: sql`(case when ${sql.unsafe(isAscii(raw))} then ${form} end)`,
  };
}

export const countryCodes = (): Record<string, string> =>
  Object.fromEntries(
    countryList().flatMap(({ alpha2, alpha3 }) => [
      [alpha2, alpha3],
      [alpha3, alpha3],
    ]),
  );
