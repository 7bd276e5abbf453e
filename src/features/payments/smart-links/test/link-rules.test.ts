import { readInstant } from '#shared/instant.ts';
import { expect, test } from 'vitest';
import {
  isExpiry,
  isLinkEmail,
  isLinkTelephone,
  isLinkText,
  lastExpiryDay,
  writeMoment,
} from '../link-rules.ts';
import { linkStatuses } from '#shared/payments/link-status.ts';
import { readLinksSearch } from '../links-search.ts';
import { isShortCode, shortCode } from '../server/link/short-code.ts';

test.each<[string, boolean]>([
  ['', true],
  ['Invoice 17_a.,!()?#;:/-', true],
  ['Größe Żółć Ωmega', true],
  // Thai vowels and combining accents are marks beside their letters.
  ['กาแฟที่นี่ cafe\u0301', true],
  ['x'.repeat(255), true],
  ['x'.repeat(256), false],
  ...[...`@&'"<>+=*%$£€\\[]{}|~^\`\n\t`].map((sign) => [`a${sign}b`, false] as [string, boolean]),
])('text %j: %s', (text, expected) => {
  expect(isLinkText(text)).toBe(expected);
});

test.each([
  ['+44 (0) 20-7946', true],
  ['12345678', true],
  ['1234567', false],
  ['0800FLOWERS', true],
  ['[44] 1234', true],
  ['1234-5678/9', false],
  ['12345678.', false],
  ['1'.repeat(61), false],
])('telephone %j: %s', (text, expected) => {
  expect(isLinkTelephone(text)).toBe(expected);
});

test.each([
  ['a@b', true],
  ['@b', false],
  ['a@', false],
  ['plain', false],
])('email %j: %s', (text, expected) => {
  expect(isLinkEmail(text)).toBe(expected);
});

const now = new Date('2026-11-21T12:00:00Z');
test.each([
  ['2026-11-21T12:00:00Z', false],
  ['2026-11-21T12:00:01Z', true],
  ['2026-11-21T11:59:59Z', false],
  ['2031-11-21T23:59:59Z', true],
  // The end of the last day in the westernmost time zone.
  ['2031-11-22T11:59:59Z', true],
  ['2031-11-24T00:00:00Z', false],
])('expiry %s: %s', (at, expected) => {
  expect(isExpiry(new Date(at), now)).toBe(expected);
});

test('counts five years to the same day or the last of February', () => {
  expect([lastExpiryDay('2026-11-21'), lastExpiryDay('2028-02-29')]).toEqual(['2031-11-21', '2033-02-28']);
});

test.each([
  ['2022-12-24T12:15:00.000+00:00', '2022-12-24T12:15:00.000+00:00'],
  ['2022-12-24T12:15:00Z', '2022-12-24T12:15:00.000+00:00'],
  ['2022-12-24T12:15+0200', '2022-12-24T10:15:00.000+00:00'],
  ['2022-12-24T12:15:00', undefined],
  ['2022-12-24', undefined],
  ['2022-13-24T12:15:00Z', undefined],
  ['2027-02-31T12:00:00Z', undefined],
  ['tomorrow', undefined],
])('parses the time %s', (text, written) => {
  const at = readInstant(text);
  expect(at && writeMoment(at)).toBe(written);
});

test('generates unique codes of eleven URL-safe characters', () => {
  const codes = Array.from({ length: 500 }, shortCode);
  expect(codes.every(isShortCode)).toBe(true);
  expect(new Set(codes).size).toBe(500);
  expect(['', 'X_HrVFwx8_', 'X_HrVFwx8_AA', 'X_HrVFwx8/A'].some(isShortCode)).toBe(false);
});

test.each([
  [{}, { offset: 0, pageSize: 25 }],
  [
    { offset: '50', pageSize: '25', status: 'USED' },
    { offset: 50, pageSize: 25, status: 'USED' },
  ],
  [
    { offset: '10', pageSize: '25' },
    { offset: 0, pageSize: 25 },
  ],
  [
    { offset: '20000', pageSize: '100', status: 'used' },
    { offset: 0, pageSize: 25 },
  ],
  [
    {
      reference: ' INV 7 ',
      emailAddress: 'a@b',
      amount: '12.5',
      createdFrom: '2026-11-01',
      createdTo: '2026-11-02',
    },
    {
      offset: 0,
      pageSize: 25,
      reference: 'INV 7',
      emailAddress: 'a@b',
      amount: '12.5',
      createdFrom: '2026-11-01',
      createdTo: '2026-11-02',
    },
  ],
  [
    { reference: '', emailAddress: 'x', amount: '1,250', createdFrom: '2026-11-02', createdTo: '2026-11-01' },
    { offset: 0, pageSize: 25 },
  ],
  [{ createdFrom: '2026-11-02' }, { offset: 0, pageSize: 25 }],
])('reads the URL %j', (raw, expected) => {
  expect(readLinksSearch(raw)).toEqual(expected);
  const repeated = Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, String(value)]));
  expect(readLinksSearch(repeated)).toEqual(expected);
});

test('reads every status from the URL', () => {
  expect(linkStatuses.map((status) => readLinksSearch({ status }).status)).toEqual([...linkStatuses]);
});
