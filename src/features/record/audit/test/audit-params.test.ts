import { describe, expect, test } from 'vitest';
import { readDays, defaultAudit, readAuditParams } from '../audit-params.ts';
import { resolveInterval } from '../web/audit-screen.tsx';

describe('the address of the audit', () => {
  test.each([
    [{}, defaultAudit],
    [
      { offset: '50', pageSize: '25' },
      { ...defaultAudit, offset: 50 },
    ],
    [{ offset: '30', pageSize: '25' }, defaultAudit],
    [{ offset: '10025', pageSize: '25' }, defaultAudit],
    [
      { offset: '10000', pageSize: '25' },
      { ...defaultAudit, offset: 10_000 },
    ],
    [{ range: 'FOREVER' }, defaultAudit],
    [{ range: 'DAYS' }, defaultAudit],
    [{ range: 'DAYS', fromDay: '2026-11-02', toDay: '2026-11-01' }, defaultAudit],
    [{ range: 'DAYS', fromDay: '2026-02-30', toDay: '2026-03-01' }, defaultAudit],
    [
      { range: 'DAYS', fromDay: '2026-11-01', toDay: '2026-11-02' },
      { ...defaultAudit, range: 'DAYS', fromDay: '2026-11-01', toDay: '2026-11-02' },
    ],
    [{ fromDay: '2026-11-01', toDay: '2026-11-02' }, defaultAudit],
    [
      { act: 'login', outcome: 'refused', actor: ' ada ' },
      { ...defaultAudit, act: 'login', outcome: 'refused', actor: 'ada' },
    ],
    [{ act: 'drop table', outcome: 'maybe', objectKind: '<b>', objectId: 'x'.repeat(101) }, defaultAudit],
    [{ objectId: '9902000000000018', actor: '9902 0000 0000 0018' }, defaultAudit],
  ])('%j', (raw, params) => {
    expect(readAuditParams(raw)).toEqual(params);
  });
});

test.each(['', '01/02/2026', '2026-02-31', 'today'])('rejects the day %j', (fromDay) => {
  expect(readDays({ fromDay, toDay: '2026-12-31' })).toBeUndefined();
});

describe('the interval of the parameters', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  test.each([
    ['TODAY', 'UTC', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
    ['YESTERDAY', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['WITHIN_1_WEEK', 'Europe/Berlin', '2026-11-14T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['WITHIN_90_DAYS', 'UTC', '2026-08-24T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
    ['LAST_MONTH', 'UTC', '2026-10-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z'],
    ['TODAY', 'Pacific/Auckland', '2026-11-20T11:00:00.000Z', '2026-11-21T10:59:59.999Z'],
  ] as const)('%s in %s', (range, zone, from, to) => {
    expect(resolveInterval({ range }, now, zone)).toEqual({ from, to });
  });
  test.each([
    ['UTC', '2026-11-01T00:00:00.000Z', '2026-11-02T23:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-10-31T10:00:00.000Z', '2026-11-02T09:59:59.999Z'],
    ['Pacific/Pago_Pago', '2026-11-01T11:00:00.000Z', '2026-11-03T10:59:59.999Z'],
  ])('named days in %s', (zone, from, to) => {
    const params = { range: 'DAYS', fromDay: '2026-11-01', toDay: '2026-11-02' } as const;
    expect(resolveInterval(params, now, zone)).toEqual({ from, to });
  });
  test('has no bounds for any time', () => {
    expect(resolveInterval({ range: 'ANY_TIME' }, now, 'UTC')).toEqual({});
  });
});
