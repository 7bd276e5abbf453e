import { expect, test } from 'vitest';
import { buildUrl } from '../call/call.ts';

test('puts values into the path as one part each', () => {
  expect(buildUrl('/users/{id}/x', { id: 'a/../b?c' }, {})).toBe('/users/a%2F..%2Fb%3Fc/x');
});

test('leaves missing query values out and repeats lists', () => {
  expect(buildUrl('/a', {}, { one: 1, none: undefined, two: ['x', 'y z'] })).toBe('/a?one=1&two=x&two=y+z');
});
