import { describe, expect, test } from 'vitest';
import { zonedMoment } from '#shared/zoned-day.ts';
import {
  defaultInterval,
  type IntervalProblems,
  readInterval,
  type TypedInterval,
} from '../export-interval.ts';

const now = new Date('2026-11-21T10:30:30Z');
const validInterval: TypedInterval = {
  startDate: '01/11/2026',
  startTime: '08:00',
  endDate: '20/11/2026',
  endTime: '17:59',
};

describe('reports each error at its field', () => {
  test.each<[string, Partial<TypedInterval>, IntervalProblems]>([
    [
      'nothing at all',
      { startDate: '', startTime: ' ', endDate: '', endTime: '' },
      { startDate: 'empty', startTime: 'empty', endDate: 'empty', endTime: 'empty' },
    ],
    [
      'no such day',
      { startDate: '31/02/2026', endDate: '29/02/2025' },
      { startDate: 'invalid_date', endDate: 'invalid_date' },
    ],
    [
      'another way of writing a day',
      { startDate: '2026-11-01', endDate: '1/11/2026' },
      { startDate: 'invalid_date', endDate: 'invalid_date' },
    ],
    [
      'no such time',
      { startTime: '24:00', endTime: '8:00' },
      { startTime: 'invalid_time', endTime: 'invalid_time' },
    ],
    ['a start tomorrow', { startDate: '22/11/2026', endDate: '23/11/2026' }, { startDate: 'date_in_future' }],
    [
      'a start later today',
      { startDate: '21/11/2026', startTime: '10:31', endDate: '21/11/2026' },
      { startTime: 'time_in_future' },
    ],
    ['a start before all time', { startDate: '31/12/1999' }, { startDate: 'earlier_than_minimum' }],
    ['an end before all time', { endDate: '31/12/1999' }, { endDate: 'earlier_than_minimum' }],
    [
      'a start after the end',
      { startDate: '20/11/2026', endDate: '19/11/2026' },
      { startDate: 'invalid_date_interval' },
    ],
    [
      'a start after the end of the same day',
      { startDate: '20/11/2026', startTime: '18:00' },
      { startTime: 'invalid_time_interval' },
    ],
  ])('%s', (_name, typed, problems) => {
    expect(readInterval({ ...validInterval, ...typed }, now, 'UTC')).toEqual({ problems });
  });
});

test('covers the first to the last second of the interval in the zone', () => {
  expect(readInterval(validInterval, now, 'Pacific/Auckland').interval).toEqual({
    from: new Date('2026-10-31T19:00:00.000Z'),
    to: new Date('2026-11-20T04:59:59.999Z'),
  });
  expect(readInterval(validInterval, now, 'Asia/Kolkata').interval?.from).toEqual(
    new Date('2026-11-01T02:30:00.000Z'),
  );
});

test('allows the first day, a future end and a one-minute interval', () => {
  const typed = { ...validInterval, startDate: '01/01/2000', endDate: '31/12/2030' };
  expect(readInterval(typed, now, 'UTC').problems).toEqual({});
  const minute = { startDate: '20/11/2026', startTime: '18:00', endDate: '20/11/2026', endTime: '18:00' };
  expect(readInterval(minute, now, 'UTC').interval).toEqual({
    from: new Date('2026-11-20T18:00:00.000Z'),
    to: new Date('2026-11-20T18:00:59.999Z'),
  });
});

test('uses today in the zone', () => {
  const lateEvening = new Date('2026-11-21T12:00:00Z');
  expect(defaultInterval(lateEvening, 'Pacific/Auckland')).toEqual({
    startDate: '22/11/2026',
    startTime: '00:00',
    endDate: '22/11/2026',
    endTime: '23:59',
  });
  expect(
    readInterval(defaultInterval(lateEvening, 'Pacific/Auckland'), lateEvening, 'Pacific/Auckland').problems,
  ).toEqual({});
});

test.each([
  [
    'a time that is shown twice, first',
    '2026-10-25',
    '01:30:00.000',
    'Europe/London',
    'first',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'a time that is shown twice, last',
    '2026-10-25',
    '01:30:59.999',
    'Europe/London',
    'last',
    '2026-10-25T01:30:59.999Z',
  ],
  [
    'a time that is skipped',
    '2026-03-29',
    '01:30:00.000',
    'Europe/London',
    'first',
    '2026-03-29T01:30:00.000Z',
  ],
  [
    'summer in the south',
    '2026-01-01',
    '00:00:00.000',
    'Pacific/Auckland',
    'first',
    '2025-12-31T11:00:00.000Z',
  ],
  ['half an hour', '2026-01-01', '00:00:00.000', 'Asia/Kolkata', 'last', '2025-12-31T18:30:00.000Z'],
] as const)('%s', (_name, day, time, zone, which, expected) => {
  expect(zonedMoment(day, time, zone, which)).toEqual(new Date(expected));
});
