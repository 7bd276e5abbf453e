import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import {
  cardBrand,
  formatExpiry,
  groupedDigits,
  hasExpired,
  plainDigits,
  readExpiry,
} from '../card-rules.ts';
import { languagesWithNames } from '#shared/page-languages.ts';
import { countryList } from '#shared/countries.ts';
import { readAssets } from '#features/payments/hosted-sessions/server/session/page-html.ts';
import { cardFacts } from '#features/payments/payments/request/parse-card.ts';
import { buildWeb } from '../../../../scripts/build-web.ts';

const output = join(import.meta.dirname, '../../../../dist/checkout');
beforeAll(() => buildWeb(), 120_000);

const files = (ending: RegExp) => readdirSync(join(output, 'assets')).filter((name) => ending.test(name));
const read = (name: string) => readFileSync(join(output, 'assets', name));

test('weighs at most 40 kB of JavaScript, compressed', () => {
  const scripts = files(/\.js$/);
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);
  expect(scripts.map((name) => name.split('-')[0]).sort()).toEqual([
    'fingerprint',
    'forward',
    'google',
    'main',
    'sandbox',
  ]);
  expect(bytes).toBeGreaterThan(2000);
  expect(bytes).toBeLessThan(40_000);
});

test('requests only our own origin and records the hash of every file', () => {
  const recorded = JSON.parse(readFileSync(join(output, 'integrity.json'), 'utf8')) as Record<string, string>;
  for (const name of files(/\.(?:js|css)$/)) {
    const digest = createHash('sha384').update(read(name)).digest('base64');
    expect(recorded[`assets/${name}`]).toBe(`sha384-${digest}`);
    const addresses =
      read(name)
        .toString('utf8')
        .match(/(?:https?:)?\/\/[\w-]+\.[\w.-]+/g) ?? [];
    expect(addresses.filter((address) => !address.includes('www.w3.org'))).toEqual([]);
  }
});

test.each(languagesWithNames)('has a name of every country in %s', (language) => {
  const file = join(import.meta.dirname, '../public/names', `${language}.json`);
  const names = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  expect(Object.keys(names)).toEqual(countryList().map(({ alpha2 }) => `country_${alpha2}`));
  expect(names).toMatchObject({ country_DE: 'Yr Almaen', country_GB: 'Y Deyrnas Unedig' });
  expect(Object.values(names).filter((name) => /\b(?:SAR|Islands?|Republic|United)\b/.test(name))).toEqual(
    [],
  );
});

test('shows language names in a system font', () => {
  const css = read(files(/\.css$/)[0] ?? '').toString('utf8');
  expect(css).toMatch(/footer select\{[^}]*font-family:system-ui/);
});

test.each([/^main-.*\.js$/, /^forward-.*\.js$/, /\.css$/])('refuses to serve a changed %s', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  cpSync(output, folder, { recursive: true });
  expect(readAssets(folder).scripts.main?.integrity).toMatch(/^sha384-/);
  appendFileSync(join(folder, 'assets', files(name)[0] ?? ''), ' ');
  expect(() => readAssets(folder)).toThrow('differs from its build');
  rmSync(folder, { recursive: true });
});

test.each([
  ['4929000000006', 'Visa'],
  ['9902000000000018', 'Visa'],
  ['5454609899026213', 'Mastercard'],
  ['9900000000000010', 'Mastercard'],
  ['371449635398431', 'American Express'],
  ['9905000000000015', 'American Express'],
  ['5641820000000005', 'Maestro'],
  ['3530111333300000', 'JCB'],
])('%s is a %s, as on the gateway', (pan, name) => {
  expect(cardBrand(pan)?.name).toBe(name);
  expect(cardFacts(pan)?.scheme).toBe(
    { Visa: 'VISA', Maestro: 'MASTERCARD', Mastercard: 'MASTERCARD', JCB: 'JCB', 'American Express': 'AMEX' }[
      name
    ],
  );
});

test('groups a number like on the card', () => {
  expect(groupedDigits('9902000000000018')).toBe('9902 0000 0000 0018');
  expect(groupedDigits('371449635398431')).toBe('3714 496353 98431');
  expect(groupedDigits('49')).toBe('49');
});

test.each([
  ['12/30', '1230'],
  ['1230', '1230'],
  ['12 / 2030', '1230'],
  ['1/30', '0130'],
  ['1 / 30', '0130'],
  ['0130', '0130'],
  ['01/2030', '0130'],
  ['1/2030', '0130'],
  ['012030', '0130'],
  ['\u00a001\u202f/\u00a030', '0130'],
  ['０１／３０', '0130'],
  ['2030-12', '1230'],
  ['2030/1', '0130'],
  ['203012', '1230'],
  ['２０３０－１２', '1230'],
  ['٠١/٣٠', '0130'],
  ['2030-13', undefined],
  ['30-12', undefined],
  ['13/30', undefined],
  ['0/30', undefined],
  ['', undefined],
])('parses the expiry %j to %s', (text, expiry) => expect(readExpiry(text)).toBe(expiry));

test.each(['９９０２ ００００ ００００ ００１８', '٩٩٠٢ ٠٠٠٠ ٠٠٠٠ ٠٠١٨', '۹۹۰۲ ۰۰۰۰ ۰۰۰۰ ۰۰۱۸'])(
  'reads the digits of %s',
  (typed) => expect(plainDigits(typed)).toBe('9902 0000 0000 0018'),
);

test('formats an expiry, valid to the end of its month', () => {
  expect(formatExpiry('0130')).toBe('01 / 30');
  expect(hasExpired('1126', new Date(2026, 10, 30, 23, 59))).toBe(false);
  expect(hasExpired('1126', new Date(2026, 11, 1))).toBe(true);
});
