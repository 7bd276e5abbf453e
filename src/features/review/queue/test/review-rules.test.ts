import { describe, expect, test } from 'vitest';
import { countryList } from '#shared/countries.ts';
import { countryDistanceKm } from '../server/country-distance.ts';
import { type Attempt, summariseHistory } from '../server/get-review-context.ts';

describe('countryDistanceKm', () => {
  test('has every country', () => {
    const withoutDistance = countryList().filter(({ alpha2 }) => countryDistanceKm(alpha2, 'GBR') === null);
    expect(withoutDistance).toEqual([]);
  });

  test.each([
    ['GBR', 'NGA', 5000, 5300],
    ['GBR', 'USA', 6500, 7500],
    ['FJI', 'WSM', 900, 1500],
    ['DEU', 'DEU', 0, 0],
    ['AUS', 'ESP', 15_000, 17_500],
  ])('%s to %s is between %d and %d km', (from, to, low, high) => {
    const km = countryDistanceKm(from, to);
    expect(km).toBeGreaterThanOrEqual(low);
    expect(km).toBeLessThanOrEqual(high);
    expect(countryDistanceKm(to, from)).toBe(km);
  });

  test('is unknown for an unknown country', () => expect(countryDistanceKm('XYZ', 'GBR')).toBeNull());
});

describe('summariseHistory', () => {
  const attempt = (fields: Partial<Attempt> = {}): Attempt => ({
    at: new Date('2026-11-01T10:00:00Z'),
    status: 'SUCCESS',
    card: 'c1',
    lastFour: '4242',
    name: 'Ada Lovell',
    email: 'ada@x.example',
    merchantId: 1,
    isRefunded: false,
    ...fields,
  });
  const ownValues = { card: 'c1', name: 'Ada Lovell', email: 'ada@x.example' };
  const reader = { merchants: new Set([1]), isRecentOnly: false };

  test('counts results', () => {
    const attempts = [
      attempt({ status: 'FAILED' }),
      attempt({ status: 'VOIDED' }),
      attempt({ isRefunded: true, at: new Date('2026-01-01T00:00:00Z') }),
    ];
    expect(summariseHistory(attempts, ownValues, reader)).toMatchObject({
      attempts: 3,
      payments: 2,
      refunds: 1,
      declines: 1,
      firstAt: '2026-01-01T00:00:00.000Z',
      lastAt: '2026-11-01T10:00:00.000Z',
    });
  });

  test('compares names in any letter case', () => {
    const attempts = [
      attempt({ name: ' ADA LOVELL ' }),
      attempt({ name: 'Bo' }),
      attempt({ name: 'bo' }),
      attempt({ name: null }),
    ];
    expect(summariseHistory(attempts, ownValues, reader).names).toEqual({ count: 1, named: ['Bo'] });
  });

  test('counts cards of other merchants without naming them', () => {
    const attempts = [
      attempt({ card: 'c2', lastFour: '1111', merchantId: 2 }),
      attempt({ card: 'c3', lastFour: '0005' }),
    ];
    expect(summariseHistory(attempts, ownValues, reader).cards).toEqual({ count: 2, named: ['•••• 0005'] });
  });

  test('names ten at most', () => {
    const attempts = Array.from({ length: 14 }, (_, n) => attempt({ name: `Name ${n}` }));
    const { names } = summariseHistory(attempts, ownValues, reader);
    expect([names.count, names.named.length]).toEqual([14, 10]);
  });

  test('has no times without attempts', () => {
    expect(summariseHistory([], ownValues, reader)).toMatchObject({
      attempts: 0,
      firstAt: null,
      lastAt: null,
    });
  });
});
