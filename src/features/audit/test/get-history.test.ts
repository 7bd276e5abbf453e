import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { actAs } from '#testing/act-as.ts';
import { testStart } from '#testing/template-contents.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  for (const [companyId, act] of [
    [1100, 'createThing'],
    [1200, 'stealThing'],
    [1100, 'editThing'],
  ] as const) {
    await writeAuditEvent(app.services.database, {
      at: testStart,
      companyId,
      actorKind: 'system',
      actor: 'test',
      ip: '192.0.2.1',
      act,
      objectKind: 'thing',
      objectId: '7',
      outcome: 'allowed',
      before: act === 'editThing' ? { name: 'old', limit: 5 } : null,
      after: act === 'editThing' ? { name: 'new', limit: 5 } : null,
      requestId: 'r',
    });
  }
});
afterAll(() => app.stop());

test('returns the history of one object within the own company', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const response = await admin('GET', '/proxy/sync/auditHistory/thing/7');
  expect(response.body).toMatchObject({
    lines: [
      { act: 'editThing', before: { name: 'old', limit: 5 }, after: { name: 'new', limit: 5 } },
      { act: 'createThing', before: null, after: null },
    ],
    hasMore: false,
  });
  const short = await admin('GET', '/proxy/sync/auditHistory/thing/7?pageSize=1');
  expect(short.body).toMatchObject({ lines: [{ act: 'editThing' }], hasMore: true });
  const nobody = await admin('GET', '/proxy/sync/auditHistory/thing/8');
  expect(nobody.body).toEqual({ lines: [], hasMore: false });
});

test('shows the lines of every company to a domain user', async () => {
  const domain = await actAs(app, 'domain@demo.example');
  const response = await domain('GET', '/proxy/sync/auditHistory/thing/7');
  expect(response.body.lines.map((line: { act: string }) => line.act)).toEqual([
    'editThing',
    'stealThing',
    'createThing',
  ]);
});

test("leaves no line of the read in the object's history", async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  await admin('GET', '/proxy/sync/auditHistory/thing/7');
  const response = await admin('GET', '/proxy/sync/auditHistory/thing/7');
  expect(response.body.lines.length).toBe(2);
  const events =
    await app.owner`select detail from audit_event where act = 'getHistory' order by seq desc limit 1`;
  expect(events).toEqual([{ detail: { objectKind: 'thing', objectId: '7' } }]);
});
