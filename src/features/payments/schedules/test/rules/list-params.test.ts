import { describe, expect, test } from 'vitest';
import {
  daysAsMoments,
  resolveDays,
  defaultList,
  earliestDay,
  quickSearch,
  buildListQuery,
  readListParams,
  withKnownNodes,
} from '../../list-params.ts';

const today = '2026-11-20';
const readParams = (raw: Record<string, string | undefined>) => readListParams(raw, today);

describe('the URL of the list', () => {
  test.each<[string, Record<string, string>, object]>([
    ['nothing', {}, {}],
    ['page and size', { page: '3', pageSize: '100' }, { page: 3, pageSize: 100 }],
    ['a page of 0', { page: '0', pageSize: '50' }, {}],
    ['a negative page', { page: '-1' }, {}],
    ['a page that is no number', { page: 'x' }, {}],
    ['half a page', { page: '1.5' }, {}],
    ['a page beyond all', { page: '10001', pageSize: '100' }, {}],
    ['a size that is not offered', { page: '3', pageSize: '30' }, {}],
    ['a size of nothing', { page: '3', pageSize: '' }, {}],
    [
      'a range',
      { startDate: '2026-01-31', endDate: today },
      { startDate: '2026-01-31', endDate: '2026-11-20' },
    ],
    ['one day', { startDate: today, endDate: today }, { startDate: today, endDate: today }],
    ['a range that runs backwards', { startDate: '2026-02-01', endDate: '2026-01-31' }, {}],
    ['a day that is none', { startDate: '2026-02-30', endDate: today }, {}],
    [
      'the earliest day',
      { startDate: '2000-01-01', endDate: today },
      { startDate: '2000-01-01', endDate: today },
    ],
    ['a day before the earliest', { startDate: '1999-12-31', endDate: today }, {}],
    [
      'a range into the future',
      { startDate: today, endDate: '2026-12-01' },
      { startDate: today, endDate: '2026-12-01' },
    ],
    ['only a start', { startDate: today }, { startDate: today }],
    ['only an end', { endDate: today }, { endDate: today }],
    ['only a start in the future', { startDate: '2026-12-01' }, {}],
    ['only an end before the default start', { endDate: '2026-11-01' }, {}],
    ['a status', { status: 'ACTIVE' }, { status: ['ACTIVE'] }],
    ['several, one twice', { status: 'COMPLETE,ACTIVE,COMPLETE' }, { status: ['COMPLETE', 'ACTIVE'] }],
    ['an unknown status among known ones', { status: 'ACTIVE,NOPE' }, {}],
    ['a status in lower case', { status: 'active' }, {}],
    ['the hidden status', { status: 'PLANNED' }, {}],
    ['no status', { status: '' }, {}],
    ['nodes', { selectedNodes: '1111,1112' }, { selectedNodes: ['1111', '1112'] }],
    ['a node that is not an id', { selectedNodes: '1111,x' }, {}],
    ['a negative node', { selectedNodes: '-1' }, {}],
    ['a node beyond all ids', { selectedNodes: '1234567890' }, {}],
    ['the oldest first', { sortOrder: 'asc' }, { sortOrder: 'asc' }],
    ['the newest first', { sortOrder: 'desc' }, {}],
    ['an unknown order', { sortOrder: 'up' }, {}],
    [
      'days of the next charge',
      { dueFrom: '2026-11-21', dueTo: '2026-11-30' },
      { dueFrom: '2026-11-21', dueTo: '2026-11-30' },
    ],
    ['a next charge from a day on', { dueFrom: '2030-01-01' }, { dueFrom: '2030-01-01' }],
    ['a next charge that runs backwards', { dueFrom: '2026-11-22', dueTo: '2026-11-21' }, {}],
    ['a next charge on no day', { dueTo: 'tomorrow' }, {}],
    ['a last result', { lastResult: 'FAILED' }, { lastResult: 'FAILED' }],
    ['an unknown last result', { lastResult: 'failed' }, {}],
    ['an order by next charge', { sortBy: 'nextEpisodeDate' }, { sortBy: 'nextEpisodeDate' }],
    ['the usual order by name', { sortBy: 'creationDate' }, {}],
    ['an order by an unknown field', { sortBy: 'amount' }, {}],
  ])('%s', (_name, raw, expected) => {
    expect(readParams(raw)).toEqual({ ...defaultList, ...expected });
  });

  test('drops only the invalid part', () => {
    expect(
      readParams({
        page: 'x',
        pageSize: '50',
        status: 'SUSPENDED',
        startDate: 'x',
        endDate: today,
        sortOrder: 'asc',
      }),
    ).toEqual({ page: 1, pageSize: 25, status: ['SUSPENDED'], sortOrder: 'asc' });
  });

  test('survives a round trip', () => {
    const raw = {
      page: '2',
      pageSize: '50',
      startDate: '2026-11-01',
      endDate: today,
      status: 'ACTIVE,COMPLETE',
      selectedNodes: '1111',
      dueFrom: '2026-11-21',
      dueTo: '2026-11-21',
      lastResult: 'FAILED',
      sortBy: 'nextEpisodeDate',
      sortOrder: 'asc',
    };
    const parsed = readParams(raw);
    expect(
      readParams(Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))),
    ).toEqual(parsed);
  });
});

test('drops organisations outside the current one', () => {
  const knownNodes = new Set(['1111', '1112']);
  const params = { ...defaultList, selectedNodes: ['1111'] };
  expect(withKnownNodes(params, knownNodes)).toBe(params);
  expect(withKnownNodes({ ...defaultList, selectedNodes: ['1111', '1211'] }, knownNodes)).toEqual(
    defaultList,
  );
  expect(withKnownNodes(defaultList, knownNodes)).toBe(defaultList);
});

describe('the query of the list', () => {
  test('covers yesterday and today by default', () => {
    expect(resolveDays(defaultList, today)).toEqual({ from: '2026-11-19', to: today });
    expect(buildListQuery(defaultList, today, 'UTC')).toEqual({
      owner: [],
      searchFields: {
        creationDate: { start: '2026-11-19T00:00:00.000Z', end: '2026-11-20T23:59:59.999Z' },
      },
      sortBy: { creationDate: 'DESC' },
    });
  });

  test('asks for the schedules due tomorrow, earliest first', () => {
    const params = { ...defaultList, startDate: earliestDay, ...quickSearch('dueTomorrow', today) };
    expect(buildListQuery(params, today, 'UTC')).toMatchObject({
      searchFields: { nextEpisodeDate: { start: '2026-11-21', end: '2026-11-21' }, status: undefined },
      sortBy: { nextEpisodeDate: 'ASC' },
    });
  });

  test('asks for failed charges and for suspensions by the system', () => {
    const query = (name: 'lastFailed' | 'bySystem') =>
      buildListQuery({ ...defaultList, ...quickSearch(name, today) }, today, 'UTC');
    expect(query('lastFailed')).toMatchObject({
      searchFields: { lastEpisodeState: 'FAILED' },
      sortBy: { lastEpisodeDate: 'DESC' },
    });
    expect(query('bySystem').searchFields?.status).toEqual(['TECH_SUSPENDED']);
  });

  test('treats both kinds of suspension as one', () => {
    const listQuery = buildListQuery(
      { ...defaultList, status: ['ACTIVE', 'SUSPENDED'], sortOrder: 'asc' },
      today,
      'UTC',
    );
    expect(listQuery.searchFields?.status).toEqual(['ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED']);
    expect(listQuery.sortBy).toEqual({ creationDate: 'ASC' });
  });

  test("uses days in the user's time zone, including those of 23 and 25 hours", () => {
    expect(daysAsMoments('2027-03-28', '2027-03-28', 'Europe/London')).toEqual({
      start: '2027-03-28T00:00:00.000Z',
      end: '2027-03-28T22:59:59.999Z',
    });
    expect(daysAsMoments('2027-10-31', '2027-10-31', 'Europe/London')).toEqual({
      start: '2027-10-30T23:00:00.000Z',
      end: '2027-10-31T23:59:59.999Z',
    });
  });
});
