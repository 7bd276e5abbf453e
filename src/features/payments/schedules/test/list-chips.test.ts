import { expect, test, vi } from 'vitest';
import { defaultList, type ScheduleListParams } from '../list-params.ts';
import { scheduleChips } from '../web/find/list-filter.tsx';

const words = {
  t: (key: string, params: object = {}) => [key, ...Object.values(params)].join(' '),
  locale: 'en-GB',
  today: '2026-11-22',
  nameOf: (id: string) => `Organisation ${id}`,
};
const chips = (params: Partial<ScheduleListParams>, change = vi.fn<(params: object) => void>()) =>
  scheduleChips({ ...defaultList, ...params }, words, change);
const labels = (params: Partial<ScheduleListParams>) => chips(params).map(({ label }) => label);

test('names the default days of creation', () => {
  expect(labels({})).toEqual([expect.stringMatching(/^list\.created 21\s*–\s*22 Nov$/)]);
});
test('shows every day once the days are removed', () => {
  const change = vi.fn<(part: object) => void>();
  chips({}, change)[0]?.onRemove?.();
  expect(change).toHaveBeenCalledWith({ startDate: '2000-01-01', endDate: undefined });
  expect(labels({ startDate: '2000-01-01' })).toEqual([]);
});
test('names an interval that ends before today', () => {
  expect(labels({ startDate: '2000-01-01', endDate: '2026-11-21' })).toHaveLength(1);
});
test('names statuses and organisations in one chip each', () => {
  expect(
    labels({ startDate: '2000-01-01', status: ['ACTIVE', 'COMPLETE'], selectedNodes: ['1111'] }),
  ).toEqual([
    'schedules.column.status: schedules.status.ACTIVE, schedules.status.COMPLETE',
    'schedules.list.organisations: Organisation 1111',
  ]);
});

test('names the next charge and the last result', () => {
  const change = vi.fn<(part: object) => void>();
  const found = chips(
    { startDate: '2000-01-01', dueFrom: '2026-11-23', dueTo: '2026-11-23', lastResult: 'FAILED' },
    change,
  );
  expect(found.map(({ label }) => label)).toEqual([
    'schedules.list.due_days 23 Nov',
    'schedules.list.last_result: schedules.list.result.FAILED',
  ]);
  for (const { onRemove } of found) onRemove?.();
  expect(change.mock.calls).toEqual([
    [{ dueFrom: undefined, dueTo: undefined }],
    [{ lastResult: undefined }],
  ]);
});
