import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalEmail } from '#shared/email-address.ts';
import { canonicalIpAddress } from '#shared/ip-address.ts';
import { inTenant } from '#database/tenant.ts';
import { comparable } from '#features/fraud/fraud-engine/facts.ts';
import { buildFacts } from '#features/fraud/fraud-engine/server/build-facts.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { postgresDialect } from '../server/postgres-dialect.ts';
import { comparableForm } from '../server/translate-rule.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const seed = Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_127);
const rounds = 2000;

const letters = fc.string({ unit: 'grapheme', maxLength: 8 });
const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
const joined = (parts: readonly string[], min = 1, max = 8) =>
  fc.array(fc.constantFrom(...parts), { minLength: min, maxLength: max }).map((list) => list.join(''));

const email = fc.oneof(
  joined([
    'a',
    'B',
    'é',
    '.',
    '+',
    '@',
    'x.example',
    'X.Example',
    'bücher.example',
    'xn--bcher-kva.example',
    ' ',
    '\u200b',
  ]),
  fc
    .tuple(
      joined(['a', 'Ann', '.', '+tag', 'é'], 1, 3),
      joined(['x.example', 'Bücher.example', 'a.b.example.'], 1, 1),
    )
    .map((p) => p.join('@')),
);
const telephone = joined(
  ['+', '00', '44', '20', ' ', '-', '(0)', '(', ')', '.', '/', '7946', '0', '４', '٤', 'x', '\u00a0'],
  1,
  10,
);
const ip = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((address) => `::ffff:${address}`),
  fc.ipV4().map((address) => `::FFFF:${address}`),
  joined(['203.0.113.5', ' ', ':', '1', '.'], 1, 3),
);
const postcode = joined(['sw1a', 'SW1A', '1AA', ' ', '\t', 'k1a', '0B1', '-', 'é', '９'], 1, 5);
const country = fc.constantFrom('GB', 'gbr', 'GBR', 'de', 'DEU', 'XX', 'GBRX', ' GB', 'ß', '', 'US');
const line = fc.oneof(
  joined(
    [
      '1',
      '12',
      'High',
      'street',
      ' ',
      ',',
      '.',
      '-',
      'Straße',
      'किला',
      'मार्ग',
      '#',
      "'",
      '/',
      'GB',
      'BA1',
      '2BB',
    ],
    1,
    8,
  ),
  letters,
  ascii,
);
const row = fc.record({
  email,
  telephone,
  ip,
  name: fc.oneof(letters, ascii, line),
  billingAddress: fc.record(
    { line1: line, line2: line, city: line, postcode, countryCode: country },
    { requiredKeys: [] },
  ),
});

const fields = [
  'customerEmail',
  'customerTelephone',
  'customerIpAddress',
  'customerName',
  'billingPostcode',
  'normalisedAddress',
  'billingCountryCode',
] as const;

/** The database stores neither NUL nor half surrogates, and requests with them are rejected. */
const isStorable = (value: unknown): boolean => {
  const text = JSON.stringify(value);
  return !text.includes('\\u0000') && text.isWellFormed() && !/\\ud[89a-f]/i.test(text);
};

/** SQL leaves other texts to the engine itself. */
const isLeft = (field: string, value: unknown, raw: string): boolean =>
  value === null ||
  /[^\0-\x7f]/.test(`${String(value)}${raw}`) ||
  (field === 'customerIpAddress' && raw.includes(':'));

test('SQL and the engine form the same values of 14,000 fields', async () => {
  const rows = fc.sample(row, { seed, numRuns: rounds }).filter(isStorable);
  expect(rows.length).toBeGreaterThan(rounds * 0.9);
  // As payments store them.
  const stored = rows.map((value) => ({
    ...value,
    email: canonicalEmail(value.email),
    ip: canonicalIpAddress(value.ip.trim()) ?? value.ip,
  }));
  const values = await inTenant(app.services.database, [1100], async (sql) => {
    const context = {
      sql,
      companyId: 1100,
      customNames: new Map<string, string>(),
      lists: [],
      today: '2026-11-20',
    };
    const dialect = postgresDialect(context, []);
    const columns = fields
      .map(
        (field) =>
          sql`${comparableForm(dialect, field, dialect.field(field).value)} as ${sql(`f_${field.toLowerCase()}`)}`,
      )
      .reduce((all, one) => sql`${all}, ${one}`);
    return sql<Record<string, string | null>[]>`
      select ${columns}
      from unnest(${stored.map(({ email: e }) => e)}::text[], ${stored.map(({ telephone: p }) => p)}::text[],
                  ${stored.map(({ ip: i }) => i)}::text[], ${stored.map(({ name }) => name)}::text[],
                  ${stored.map(({ billingAddress }) => JSON.stringify({ billingAddress }))}::text[]) with ordinality
        as r (customer_email, customer_phone, ip_address, customer_name, detail_text, position)
      cross join lateral (select r.*, r.detail_text::jsonb as detail) as t
      order by r.position`;
  });
  const differences: unknown[] = [];
  let decided = 0;
  for (const [index, payment] of stored.entries()) {
    const facts = buildFacts(
      {
        txnType: 'PAYMENT',
        requestedMinor: 100,
        ccyCode: 'GBP',
        customerEmail: payment.email,
        customerPhone: payment.telephone,
        ipAddress: payment.ip,
        customerName: payment.name,
        detail: { billingAddress: payment.billingAddress },
      } as never,
      { now: new Date(0), dateOfBirth: null, customFields: new Map() },
    );
    for (const field of fields) {
      const inSql =
        Object.entries(values[index] ?? {}).find(
          ([name]) =>
            name.toLowerCase() === `f${field.toLowerCase()}` ||
            name.toLowerCase() === `f_${field.toLowerCase()}`,
        )?.[1] ?? null;
      const inEngine = comparable(field, facts.values[field]);
      if (inSql !== null) decided += 1;
      if (inSql === inEngine || (inSql === null && isLeft(field, inEngine, JSON.stringify(payment))))
        continue;
      differences.push({ field, inSql, inEngine, payment });
    }
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(decided).toBeGreaterThan(3000);
});
