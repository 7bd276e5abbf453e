import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInstant } from '../instant.ts';

test.each([
  ['2026-12-24T12:15:00Z', '2026-12-24T12:15:00.000Z'],
  ['2026-12-24T12:15Z', '2026-12-24T12:15:00.000Z'],
  ['2022-12-24T12:15:00.000+00:00', '2022-12-24T12:15:00.000Z'],
  ['2026-12-24T12:15:00+0530', '2026-12-24T06:45:00.000Z'],
  ['2024-02-29T23:59:59.999999999-09:30', '2024-03-01T09:29:59.999Z'],
])('reads %s', (text, iso) => {
  expect(readInstant(text)?.toISOString()).toBe(iso);
});

test.each([
  '2027-02-31T12:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T12:60:00Z',
  '2026-01-01T12:00:60Z',
  '2026-01-01T12:00:00+15:00',
  '2026-01-01T12:00:00',
  '2026-01-01',
  '2026-01-01 12:00:00Z',
  'Sat, 24 Dec 2022 12:15:00 GMT',
  '0',
  '',
  '0000-01-01T00:00:00Z',
])('rejects %s', (text) => {
  expect(readInstant(text)).toBeUndefined();
});

test('reads the text of every moment', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('1000-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59Z'),
        noInvalidDate: true,
      }),
      (at) => readInstant(at.toISOString())?.getTime() === at.getTime(),
    ),
  );
});
