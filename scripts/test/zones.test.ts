import { expect, test } from 'vitest';
import { featureCircles, findZone, goesUp } from '../zones.ts';

test('an area imports itself and the areas below it', () => {
  expect(goesUp('payments/schedules', 'review/queue')).toBe(true);
  expect(goesUp('review/queue', 'payments/schedules')).toBe(false);
  expect(goesUp('payments/schedules', 'payments/payments')).toBe(false);
});

test('circles of two and of three features are found once', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['a', 'c'])],
    ['c', new Set(['d'])],
    ['d', new Set(['e'])],
    ['e', new Set(['c'])],
    ['f', new Set(['a', 'e'])],
  ]);
  expect(featureCircles(imports)).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

test('a feature outside its area has no zone', () => {
  expect(findZone('src/features/fraud/schedules/server/handlers.ts')).toBeUndefined();
  expect(findZone('src/features/payments/schedules/server/handlers.ts')).toEqual({
    zone: 'feature-server',
    feature: 'payments/schedules',
  });
});
