import { expect, test } from 'vitest';
import { describeChange } from '../server/apply/plan.ts';

const shops = (...numbers: number[]) => numbers.map((number) => `Viewer at Shop ${number}`);
const twoHundred = shops(...Array.from({ length: 200 }, (_, index) => index));

test.each([
  ['a short list', ['GBP'], ['GBP', 'EUR'], 'GBP → GBP, EUR'],
  [
    'a long list',
    twoHundred,
    [...twoHundred.slice(1), 'Viewer at Shop X'],
    '+ Viewer at Shop X; - Viewer at Shop 0',
  ],
  ['a list that becomes long', [], twoHundred, `+ ${shops(0, 1, 2, 3, 4, 5).join(', ')} and 194 more`],
  ['a long list in another order', twoHundred, twoHundred.toReversed(), 'another order'],
])('describes the change of %s', (_title, before, after, text) => {
  expect(describeChange({ grants: before }, { grants: after })).toBe(`grants: ${text}`);
});

test('describes nothing without a change', () => {
  expect(describeChange({ grants: twoHundred }, { grants: [...twoHundred] })).toBe('');
});
