import { expect, test } from 'vitest';
import { diffFields, flattenFields } from '../audit-changes.ts';

test.each([
  [{ name: 'a', limit: 5 }, { name: 'b', limit: 5 }, [{ field: 'name', before: 'a', after: 'b' }]],
  [null, { name: 'b' }, [{ field: 'name', before: undefined, after: 'b' }]],
  [{ name: 'a' }, null, [{ field: 'name', before: 'a', after: undefined }]],
  [{ name: { given: 'A' } }, { name: { given: 'B' } }, [{ field: 'name.given', before: 'A', after: 'B' }]],
  [{ tags: ['a', 'b'] }, { tags: ['b'] }, [{ field: 'tags', before: ['a', 'b'], after: ['b'] }]],
  [{ roles: [{ id: 'x' }] }, { roles: [{ id: 'y' }] }, [{ field: 'roles[0].id', before: 'x', after: 'y' }]],
  [{ on: false, gone: null }, { on: true, gone: null }, [{ field: 'on', before: false, after: true }]],
  [null, null, []],
  [{ a: 1 }, { a: 1 }, []],
  [{ tags: ['a'] }, { tags: ['a'] }, []],
  [null, { text: '', tags: [], zero: 0 }, [{ field: 'zero', before: undefined, after: 0 }]],
])('%j to %j', (before, after, changes) => {
  expect(diffFields(before, after)).toEqual(changes);
});

const money = { amount: '6.95', currency: 'USD' };

test.each([
  [
    { type: 'REFUND', amountMinor: 695, currency: 'USD' },
    { type: 'REFUND', amount: money },
  ],
  [{ amountMinor: 695, currency: 'JPY' }, { amount: { amount: '695', currency: 'JPY' } }],
  [{ refundAbove: { amount: '6.95', currency: 'USD' } }, { refundAbove: money }],
  [{ rules: [{ action: 'refund', from: money }] }, { 'rules[0].action': 'refund', 'rules[0].from': money }],
  [
    { kind: 'PAYMENT', amount: '', currency: 'USD' },
    { kind: 'PAYMENT', amount: '', currency: 'USD' },
  ],
  [{ refundAbove: null }, {}],
])('an amount and its currency in %j are one value', (stored, fields) => {
  expect(Object.fromEntries(flattenFields(stored))).toEqual(fields);
});
