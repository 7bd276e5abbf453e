import { expect, test, vi } from 'vitest';
import { englishUiTexts } from '#ui/ui-texts.ts';
import { fieldValue, isNarrowed, removeField } from '#web/list-screen/list-field.ts';
import { defaultList, type ScheduleListParams } from '../list-params.ts';
import { scheduleFields } from '../web/find/list-filter.tsx';

const t = (key: string): string => key;
const texts = { ...englishUiTexts, locale: 'en-GB' };
const nodes = [{ id: '1111', name: 'Organisation 1111' }];
const build = (params: Partial<ScheduleListParams>, onChange = vi.fn<(params: object) => void>()) =>
  scheduleFields({ ...defaultList, ...params }, t, { nodes, today: '2026-11-22', onChange });
const values = (params: Partial<ScheduleListParams>) =>
  Object.fromEntries(
    build(params).flatMap((field) => {
      const value = fieldValue(field, texts);
      return value === undefined ? [] : [[field.id, value]];
    }),
  );

test('names the default days of creation, which are not cleared', () => {
  expect(values({})).toEqual({ created: expect.stringMatching(/^21\s*–\s*22 Nov$/) });
  expect(isNarrowed(build({}))).toBe(false);
});
test('shows every day once the days are removed', () => {
  const change = vi.fn<(part: object) => void>();
  const created = build({}, change).find(({ id }) => id === 'created');
  if (created !== undefined) removeField(created);
  expect(change).toHaveBeenCalledWith({ startDate: '2000-01-01', endDate: undefined });
  expect(values({ startDate: '2000-01-01' })).toEqual({});
});
test('names an interval that ends before today', () => {
  expect(Object.keys(values({ startDate: '2000-01-01', endDate: '2026-11-21' }))).toEqual(['created']);
});
test('names statuses, organisations, the next charge and the last result', () => {
  const params = {
    startDate: '2000-01-01',
    status: ['ACTIVE', 'COMPLETE'],
    selectedNodes: ['1111'],
    dueFrom: '2026-11-23',
    dueTo: '2026-11-23',
    lastResult: 'FAILED',
  } satisfies Partial<ScheduleListParams>;
  expect(values(params)).toEqual({
    status: 'schedules.status.ACTIVE, schedules.status.COMPLETE',
    organisations: 'Organisation 1111',
    due: '23 Nov',
    lastResult: 'schedules.list.result.FAILED',
  });
  expect(isNarrowed(build(params))).toBe(true);
});
test('removes one field and keeps the others', () => {
  const change = vi.fn<(part: object) => void>();
  for (const field of build({ dueFrom: '2026-11-23', lastResult: 'FAILED' }, change))
    if (field.id !== 'created') removeField(field);
  expect(change.mock.calls).toEqual([
    [{ status: undefined }],
    [{ dueFrom: undefined, dueTo: undefined }],
    [{ lastResult: undefined }],
    [{ selectedNodes: undefined }],
  ]);
});
