import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { hourMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { testStart } from '#testing/template-contents.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp({ flags: ['--session-idle-minutes', '600'] });
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.advance(hourMs);
  await app.owner`truncate audit_event`;
});

test('exports every matching line once and in order, over several reads', async () => {
  await app.owner`
    insert into audit_event (at, company_id, organisation_id, actor_kind, actor, ip, act, object_id, outcome, request_id)
    select ${testStart}::timestamptz + n % 7 * interval '1 microsecond', 1100, 1100, 'system', 's', '::1', 'probe',
           n::text, 'allowed', 'r' from generate_series(1, 2345) n`;
  await writeAuditEvent(app.services.database, {
    at: testStart,
    companyId: 1200,
    actorKind: 'system',
    actor: 's',
    ip: '::1',
    act: 'probe',
    outcome: 'allowed',
    requestId: 'r',
  });
  const response = await admin('GET', '/proxy/sync/audit/1100/export?act=probe');
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe('attachment; filename="audit-1100-2026-11-20.csv"');
  expect(response.body.startsWith('\uFEFFnumber,time_utc,')).toBe(true);
  const rows = response.body.trimEnd().split('\r\n').slice(1);
  expect(rows.length).toBe(2345);
  const organisations = rows.map((row: string) => row.split(',').slice(0, 2).toReversed());
  const sorted = organisations.toSorted((a: string[], b: string[]) =>
    a[0] === b[0] ? Number(b[1]) - Number(a[1]) : (b[0] ?? '') < (a[0] ?? '') ? -1 : 1,
  );
  expect(organisations).toEqual(sorted);
});

test('escapes cells that a spreadsheet would evaluate', async () => {
  await writeAuditEvent(app.services.database, {
    at: testStart,
    companyId: 1100,
    actorKind: 'system',
    actor: '=HYPERLINK("http://evil.example")',
    ip: '::1',
    userAgent: '@SUM(1+1)',
    act: 'probe',
    outcome: 'allowed',
    requestId: 'r',
  });
  const response = await admin('GET', '/proxy/sync/audit/1100/export?act=probe');
  expect(response.body).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(response.body).toContain(`,'@SUM(1+1),`);
});

test('records the start of the export, and its size at the end', async () => {
  await admin('GET', '/proxy/sync/audit/1100/export?outcome=refused');
  const lines = await inTenant(
    app.services.database,
    [1100],
    (sql) => sql`select act, outcome, object_id as id, detail from audit_event order by seq`,
  );
  expect(lines).toEqual([
    { act: 'exportAudit', outcome: 'allowed', id: '1100', detail: { orgId: '1100', outcome: 'refused' } },
    { act: 'exportAuditEnd', outcome: 'allowed', id: '1100', detail: { rows: 0 } },
  ]);
});

test('limits one user to twenty exports in ten minutes', async () => {
  const statuses = [];
  for (let n = 0; n < 22; n += 1) {
    statuses.push((await admin('GET', '/proxy/sync/audit/1100/export?act=nothing')).status);
  }
  expect(statuses.filter((status) => status === 200).length).toBe(20);
  expect(statuses.at(-1)).toBe(429);
});
