import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { startScheduleApp, monthly, scheduled, actAsRenewing } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

describe('searchSchedules', () => {
  const scheduleIds: string[] = [];
  beforeAll(async () => {
    for (const name of ['ada', 'bert', 'cleo']) {
      const customer = { merchantRef: `cust-${name}`, email: `${name}@example.org`, displayName: name };
      scheduleIds.push((await scheduled(merchant, monthly, { customer })).scheduleId);
      app.clock.advance(dayMs);
    }
    await clerk('POST', `/schedules/${scheduleIds[1]}/suspend`);
  });

  const search = (body: object, send = clerk) =>
    send('POST', '/schedules/search', { startFrom: 1, limit: 25, ...body });
  const findIds = async (body: object) =>
    (await search(body)).body.data.map((row: { scheduleId: string }) => scheduleIds.indexOf(row.scheduleId));

  describe('finds', () => {
    test.each([
      ['all, the latest first', {}, [2, 1, 0]],
      ['the oldest first', { sortBy: { creationDate: 'ASC' } }, [0, 1, 2]],
      ['by status', { searchFields: { status: ['SUSPENDED', 'TECH_SUSPENDED'] } }, [1]],
      ['by customer', { metaDataFields: { customerMerchantRef: 'cust-ada' } }, [0]],
      ['by customer in other letters', { metaDataFields: { customerMerchantRef: '  CUST-Ada ' } }, [0]],
      ['by e-mail, however it is written', { metaDataFields: { customerEmail: 'CLEO@example.org' } }, [2]],
      ['by card', { metaDataFields: { lastFour: '0010' } }, [2, 1, 0]],
      ['by days', { searchFields: { creationDate: { start: '2026-11-21', end: '2026-11-21' } } }, [1]],
      ['by owner', { owner: ['merchant:1111'] }, [2, 1, 0]],
      ['by a group above the owner', { owner: ['1100'] }, [2, 1, 0]],
      ['nothing of another merchant', { owner: ['merchant:1112'] }, []],
    ])('%s', async (_name, body, expected) => {
      expect(await findIds(body)).toEqual(expected);
    });

    test('by id, ignoring case', async () => {
      expect(await findIds({ searchFields: { scheduleId: scheduleIds[0]?.toUpperCase() } })).toEqual([0]);
    });
  });

  test('pages with a total and the requested fields', async () => {
    const { body } = await search({
      startFrom: 2,
      limit: 1,
      resultFields: ['scheduleId', 'status', 'nextEpisodeDate'],
    });
    expect(body).toEqual({
      data: [{ scheduleId: scheduleIds[1], status: 'SUSPENDED', nextEpisodeDate: null }],
      resultsAvailable: 3,
      resultsReturned: 1,
    });
  });

  test.each([
    ['nothing', {}, ''],
    ['a backward interval', { start: '2026-11-21', end: '2026-11-20' }, ''],
    ['a day before 2000', { start: '1999-12-30', end: '2026-11-20' }, '.start'],
  ])('names the field when the creation date is %s', async (_name, creationDate, field) => {
    const response = await search({ searchFields: { creationDate } });
    expect([response.status, response.body.message]).toEqual([400, `body.searchFields.creationDate${field}`]);
  });

  test("stays within the caller's scope", async () => {
    expect((await search({ owner: ['merchant:1211'] })).status).toBe(403);
    expect((await search({ owner: ['merchant:424242'] })).status).toBe(403);
    const meridian = await actAs(app, 'admin@meridian.example');
    expect((await search({}, meridian)).body.resultsAvailable).toBe(0);
    expect((await search({ searchFields: { scheduleId: scheduleIds[0] } }, meridian)).body.data).toEqual([]);
    expect((await search({ searchFields: { scheduleId: 'short' } })).status).toBe(400);
  });
});

describe('reportSchedules', () => {
  beforeAll(() => app.owner`truncate schedule cascade`);

  const parseRows = (file: string) => file.replace('\uFEFF', '').trimEnd().split('\r\n');

  test('streams every matching row once, across batches', async () => {
    const customer = { merchantRef: '=cmd()', email: 'ada@example.org' };
    const { scheduleId } = await scheduled(merchant, monthly, { customer });
    await app.owner`
      insert into schedule select (jsonb_populate_record(s, jsonb_build_object(
        'schedule_id', md5(n::text), 'txn_id', n, 'created_at', s.created_at - make_interval(secs => n / 2 + 1)))).*
      from schedule s, generate_series(1, 1203) n`;
    const response = await clerk('POST', '/schedules/report', { startFrom: 1 });
    expect(response.headers['content-disposition']).toContain(
      `schedules-${app.clock.now().toISOString().slice(0, 10)}.csv`,
    );
    const [header, ...rows] = parseRows(response.body);
    expect(header?.split(',').slice(0, 4)).toEqual(['scheduleId', 'owner', 'status', 'type']);
    expect(rows).toHaveLength(1204);
    expect(new Set(rows.map((row) => row.slice(0, 32))).size).toBe(1204);
    // Spreadsheets must not run a cell as a formula.
    expect(rows[0]).toContain(`${scheduleId},merchant:1111,ACTIVE,frequency`);
    expect(rows[0]).toContain("'=cmd()");
  });

  test("stays within the caller's scope and writes an audit event", async () => {
    const meridian = await actAs(app, 'admin@meridian.example');
    expect(parseRows((await meridian('POST', '/schedules/report', {})).body)).toHaveLength(1);
    expect((await clerk('POST', '/schedules/report', { owner: ['merchant:1211'] })).status).toBe(403);
    expect((await clerk('POST', '/schedules/report', { startFrom: 2 })).status).toBe(400);
    const suspended = { searchFields: { status: ['SUSPENDED'] } };
    expect(parseRows((await clerk('POST', '/schedules/report', suspended)).body)).toHaveLength(1);
    const lines = await app.owner`select 1 from audit_event where act = 'reportSchedules' and not refused`;
    expect(lines.length).toBeGreaterThan(2);
  });

  describe('rejects a report', () => {
    const requestReport = (send: Send) => send('POST', '/schedules/report', {});

    test('after twenty in ten minutes, with the time to wait', async () => {
      const renewingAdmin = await actAsRenewing(app, 'admin@meridian.example');
      const statuses = new Set<number>();
      let last = await requestReport(renewingAdmin);
      for (let file = 1; file < 22 && last.status === 200; file += 1) {
        statuses.add(last.status);
        last = await requestReport(renewingAdmin);
      }
      expect([[...statuses], last.status, last.headers['retry-after']]).toEqual([[200], 429, '600']);
      expect((await requestReport(clerk)).status).toBe(200);
      app.clock.advance(10 * 60_000);
      expect((await requestReport(renewingAdmin)).status).toBe(200);
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
});
