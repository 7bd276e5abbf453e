import { expect, test } from 'vitest';
import { packAddress, unpackAddress } from '../session/remembered-address.ts';

const statements = { keys: ['status', 'field'], days: ['date'] } as const;
const schedules = { keys: ['status'], days: ['startDate', 'endDate'] } as const;

test('keeps range, filters and order, and drops the search for a person', () => {
  const search = { date: '2026-11-03,2026-11-05', status: 'FAILED', 'filter.customer_email': 'a@b.example' };
  const packed = packAddress(search, statements, '2026-11-20');
  expect(packed).toEqual({ status: 'FAILED', days: '2026-11-03,2026-11-05' });
  expect(unpackAddress(packed, statements, '2026-12-01')).toEqual({
    status: 'FAILED',
    date: '2026-11-03,2026-11-05',
  });
});

test('moves a range that means a preset with the days', () => {
  const month = packAddress({ date: '2026-10-22,2026-11-20' }, statements, '2026-11-20');
  expect(month).toEqual({ days: 'WITHIN_1_MONTH' });
  expect(unpackAddress(month, statements, '2026-11-22')).toEqual({ date: '2026-10-24,2026-11-22' });
  const today = packAddress({ date: '2026-11-20' }, statements, '2026-11-20');
  expect(unpackAddress(today, statements, '2026-11-22')).toEqual({ date: '2026-11-22' });
});

test('writes two parameters where a screen has two', () => {
  const packed = packAddress({ startDate: '2026-11-03', endDate: '2026-11-05' }, schedules, '2026-11-20');
  expect(unpackAddress(packed, schedules, '2026-11-20')).toEqual({
    startDate: '2026-11-03',
    endDate: '2026-11-05',
  });
});

test.each([[null], ['text'], [{ days: 'EVER', status: 7, other: 'x' }]])('never throws: %j', (stored) => {
  expect(unpackAddress(stored, statements, '2026-11-20')).not.toHaveProperty('other');
});
