import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatRelative, formatShort, timesIn, offsetName, zoneName } from '../format/use-times.ts';
import { formatDays } from '#ui/date/format-days.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { currentZone, setCurrentZone } from '../format/current-zone.ts';
import type { Session } from '../session/session.ts';
import { chooseZone, followSession, resolveZone } from '../session/zone-choice.ts';

afterEach(() => {
  setCurrentZone(undefined);
  vi.unstubAllGlobals();
});

describe('a moment in the chosen zone, with the offset of that very moment', () => {
  test.each([
    // The hour before and after the clocks change, on both sides of the world.
    ['Pacific/Auckland', '2026-09-26T13:59:59Z', '27 Sept 2026, 01:59:59 GMT+12'],
    ['Pacific/Auckland', '2026-09-26T14:00:00Z', '27 Sept 2026, 03:00:00 GMT+13'],
    ['Pacific/Auckland', '2026-04-04T13:30:00Z', '5 Apr 2026, 02:30:00 GMT+13'],
    ['Pacific/Auckland', '2026-04-04T14:30:00Z', '5 Apr 2026, 02:30:00 GMT+12'],
    ['America/Los_Angeles', '2026-03-08T09:59:59Z', '8 Mar 2026, 01:59:59 GMT-8'],
    ['America/Los_Angeles', '2026-03-08T10:00:00Z', '8 Mar 2026, 03:00:00 GMT-7'],
    ['America/Los_Angeles', '2026-11-01T08:30:00Z', '1 Nov 2026, 01:30:00 GMT-7'],
    ['America/Los_Angeles', '2026-11-01T09:30:00Z', '1 Nov 2026, 01:30:00 GMT-8'],
    ['Asia/Kolkata', '2026-12-31T18:30:00Z', '1 Jan 2027, 00:00:00 GMT+5:30'],
    ['Europe/London', '2026-10-25T00:30:00Z', '25 Oct 2026, 01:30:00 GMT+1'],
    ['Europe/London', '2026-10-25T01:30:00Z', '25 Oct 2026, 01:30:00 GMT'],
    ['UTC', '2026-12-31T23:59:59Z', '31 Dec 2026, 23:59:59 UTC'],
    ['Etc/UTC', '2026-12-31T00:00:00Z', '31 Dec 2026, 00:00:00 UTC'],
  ])('%s at %s is %s', (zone, index, expected) => {
    expect(`${timesIn(zone, 'en-GB').moment(index)} ${timesIn(zone, 'en-GB').offset(index)}`).toBe(expected);
  });

  test.each([
    ['Pacific/Auckland', 'Auckland'],
    ['America/Los_Angeles', 'Los Angeles'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    ['Asia/Calcutta', 'Kolkata'],
    ['Etc/UTC', 'UTC'],
    ['UTC', 'UTC'],
  ])('a text names %s as %s', (zone, expected) => {
    expect(zoneName(zone)).toBe(expected);
  });

  test('in a sentence or details a time is written as the language does', () => {
    const at = '2026-11-21T10:15:07Z';
    expect(timesIn('Asia/Kolkata', 'de').long(at)).toBe('21. Nov. 2026, 15:45');
    expect(timesIn('Asia/Kolkata', 'en-GB').long(at)).toBe('21 Nov 2026, 15:45');
    expect(timesIn('Asia/Kolkata', 'en-GB').moment(at)).toBe('21 Nov 2026, 15:45:07');
    expect(timesIn('UTC', 'de').moment(at)).toBe('21. Nov. 2026, 10:15:07');
  });
});

describe('the choice of a zone', () => {
  function storage() {
    const items = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    });
    return items;
  }
  const session = (userId: string, timeZone: string) =>
    ({
      userId,
      organisation: { selectedParentOrgId: 7 },
      tree: [{ id: 7, timeZone }],
    }) as unknown as Session;

  test("is stored with the user's columns and follows the organisation", () => {
    const items = storage();
    items.set('ada', JSON.stringify({ columnsOrder: ['txn_id'] }));
    const ada = session('ada', 'Asia/Kolkata');
    followSession(ada);
    chooseZone('merchant', ada);
    expect(JSON.parse(items.get('ada') ?? '')).toEqual({ columnsOrder: ['txn_id'], timeZone: 'merchant' });
    expect(zonedDate(new Date('2026-11-21T18:30:00Z'), currentZone())).toBe('2026-11-22');
    followSession(session('ada', 'America/Los_Angeles'));
    expect(zonedDate(new Date('2026-11-21T07:59:59Z'), currentZone())).toBe('2026-11-20');
    // Another user of the same browser has their own.
    followSession(session('bob', 'Asia/Kolkata'));
    expect(currentZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    followSession(ada);
    expect(currentZone()).toBe('Asia/Kolkata');
    followSession(undefined);
    expect(currentZone()).toBe(resolveZone('mine', undefined));
  });

  test.each(['{', '[]', '"x"', '{"timeZone":"toString"}', '{"timeZone":7}'])(
    'is the reader’s own when %s is stored',
    (stored) => {
      storage().set('ada', stored);
      followSession(session('ada', 'Asia/Kolkata'));
      expect(currentZone()).toBe(resolveZone('mine', undefined));
    },
  );

  test('of a zone unknown to the browser are in UTC, and named so', () => {
    storage();
    chooseZone('merchant', session('ada', 'Mars/Olympus'));
    expect(currentZone()).toBe('UTC');
    expect(offsetName('2026-11-21T18:30:00Z', 'en')).toBe('UTC');
  });
});

test('a time in a list names the year only when it is another', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  expect(formatShort('2026-11-22T00:32:15Z', 'en-GB', 'UTC', now)).toBe('22 Nov, 00:32');
  expect(formatShort('2025-11-22T00:32:15Z', 'en-GB', 'UTC', now)).toBe('22 Nov 2025, 00:32');
  // The last hour of the year in London is the first of the next one in Kolkata.
  expect(formatShort('2025-12-31T23:30:00Z', 'en-GB', 'Asia/Kolkata', now)).toBe('1 Jan, 05:00');
});

test('days of a filter name the year only when it is another', () => {
  expect(formatDays('2026-11-21', '2026-11-22', '2026-11-22', 'en-GB')).toMatch(/^21\s*–\s*22 Nov$/);
  expect(formatDays('2025-11-21', '2026-11-22', '2026-11-22', 'en-GB')).toMatch(
    /^21 Nov 2025\s*–\s*22 Nov 2026$/,
  );
});

test('a day is written like the day of a time, without the year in lists', () => {
  vi.setSystemTime('2026-11-22T12:00:00Z');
  const times = timesIn('Asia/Kolkata', 'en-GB');
  expect(times.day('2026-12-05')).toBe('5 Dec 2026');
  expect(times.date('2026-12-05T20:00:00Z')).toBe('6 Dec 2026');
  expect(times.shortDay('2026-12-05')).toBe('5 Dec');
  expect(times.shortDay('2027-01-05')).toBe('5 Jan 2027');
  expect(timesIn('UTC', 'de').day('2026-12-05')).toBe('5. Dez. 2026');
  expect([times.day(''), times.shortDay('soon')]).toEqual(['', 'soon']);
  vi.useRealTimers();
});

test.each([
  ['2026-11-22T11:59:30Z', '30 seconds ago'],
  ['2026-11-22T09:10:00Z', '2 hours ago'],
  ['2026-11-21T11:00:00Z', 'yesterday'],
  ['2026-11-25T12:00:00Z', 'in 3 days'],
  ['2025-10-01T12:00:00Z', 'last year'],
])('%s is %s', (at, expected) => {
  expect(formatRelative(at, 'en', new Date('2026-11-22T12:00:00Z'))).toBe(expected);
});
