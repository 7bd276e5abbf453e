import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { actAsRenewing, monthly, startScheduleApp, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

const rowsOf = (file: string) => file.replace('\uFEFF', '').trimEnd().split('\r\n');

test('streams every matching row once, across batches', async () => {
  const customer = { merchantRef: '=cmd()', email: 'ada@example.org' };
  const { scheduleId } = await scheduled(merchant, monthly, { customer });
  await app.owner`
    insert into schedule select (jsonb_populate_record(s, jsonb_build_object(
      'schedule_id', md5(n::text), 'txn_id', n, 'created_at', s.created_at - make_interval(secs => n / 2 + 1)))).*
    from schedule s, generate_series(1, 1203) n`;
  const response = await clerk('POST', '/schedules/report', { startFrom: 1 });
  expect(response.headers['content-disposition']).toContain('schedules-2026-11-20.csv');
  const [header, ...rows] = rowsOf(response.body);
  expect(header?.split(',').slice(0, 4)).toEqual(['scheduleId', 'owner', 'status', 'type']);
  expect(rows).toHaveLength(1204);
  expect(new Set(rows.map((row) => row.slice(0, 32))).size).toBe(1204);
  // Spreadsheets must not run a cell as a formula.
  expect(rows[0]).toContain(`${scheduleId},merchant:1111,ACTIVE,frequency`);
  expect(rows[0]).toContain("'=cmd()");
});

test("stays within the caller's scope and writes an audit event", async () => {
  const meridian = await actAs(app, 'admin@meridian.example');
  expect(rowsOf((await meridian('POST', '/schedules/report', {})).body)).toHaveLength(1);
  expect((await clerk('POST', '/schedules/report', { owner: ['merchant:1211'] })).status).toBe(403);
  expect((await clerk('POST', '/schedules/report', { startFrom: 2 })).status).toBe(400);
  const suspended = { searchFields: { status: ['SUSPENDED'] } };
  expect(rowsOf((await clerk('POST', '/schedules/report', suspended)).body)).toHaveLength(1);
  const lines = await app.owner`select 1 from audit_event where act = 'reportSchedules' and not refused`;
  expect(lines.length).toBeGreaterThan(2);
});

describe('rejects a report', () => {
  const requestReport = (send: Send) => send('POST', '/schedules/report', {});

  test('after twenty in ten minutes, with the time to wait', async () => {
    const eager = await actAsRenewing(app, 'admin@meridian.example');
    const statuses = new Set<number>();
    let last = await requestReport(eager);
    for (let file = 1; file < 22 && last.status === 200; file += 1) {
      statuses.add(last.status);
      last = await requestReport(eager);
    }
    expect([[...statuses], last.status, last.headers['retry-after']]).toEqual([[200], 429, '600']);
    expect((await requestReport(clerk)).status).toBe(200);
    app.clock.advance(10 * 60_000);
    expect((await requestReport(eager)).status).toBe(200);
  });

  test('without a session or without permission', async () => {
    const admin = await actAs(app, 'coffee@harbour.example');
    expect((await requestReport(admin)).status).toBe(200);
    app.clock.advance(13 * 3_600_000);
    expect((await requestReport(admin)).status).toBe(401);
    await app.owner`delete from role_permission where permission = 'P_VIEW_SCHEDULE'`;
    expect((await requestReport(await actAs(app, 'coffee@harbour.example'))).status).toBe(403);
    const [line] = await app.owner`
      select outcome, refused from audit_event where act = 'reportSchedules' order by seq desc limit 1`;
    expect(line).toMatchObject({ refused: true });
  });
});
