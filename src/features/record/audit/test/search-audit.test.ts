import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditEvent, writeAuditEvent } from '#server/audit/audit-event.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { testStart } from '#testing/template-contents.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { findUserId } from '#features/access/users/test/user-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('searchAudit', () => {
  let harbour: Send;
  let meridian: Send;
  let domain: Send;
  let coffee: Send;
  beforeAll(async () => {
    // The cashier of one merchant sees that merchant's audit only.
    await app.owner`insert into role (role_id, name, description) values ('auditor', 'Auditor', '')`;
    await app.owner`insert into role_permission (role_id, permission) values ('auditor', 'P_VIEW_AUDIT')`;
    await app.owner`
    insert into role_grant (user_id, role_id, organisation_id)
    select user_id, 'auditor', 1111 from app_user where user_name = 'coffee@harbour.example'`;
    harbour = await actAs(app, 'admin@harbour.example');
    meridian = await actAs(app, 'admin@meridian.example');
    domain = await actAs(app, 'domain@demo.example');
    coffee = await actAs(app, 'coffee@harbour.example');
  });
  beforeEach(async () => {
    app.clock.advance(minuteMs);
    for (const send of [harbour, meridian, domain, coffee]) await send('POST', '/session/touch', {});
    await app.owner`truncate audit_event`;
  });

  const write = (event: Partial<AuditEvent>) =>
    writeAuditEvent(app.services.database, {
      at: testStart,
      companyId: 1100,
      actorKind: 'api',
      actor: 'harbour-api',
      ip: '192.0.2.1',
      act: 'probe',
      outcome: 'allowed',
      requestId: 'r',
      ...event,
    });
  const list = async (send: Send, orgId: number, query = '') => {
    const response = await send('GET', `/proxy/sync/audit/${orgId}/events?offset=0&pageSize=25${query}`);
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body as {
      lines: { act: string; objectId: string; [key: string]: unknown }[];
      total: number;
    };
  };
  const visibleIds = async (send: Send, orgId: number, query = '') =>
    (await list(send, orgId, `&act=probe${query}`)).lines.map((line) => line.objectId);

  async function writeEventEverywhere(): Promise<void> {
    await write({ objectId: 'merchant', organisationId: 1111 });
    await write({ objectId: 'shop', organisationId: 5_300_001 });
    await write({ objectId: 'neighbour', organisationId: 1112 });
    await write({ objectId: 'group' });
    await write({ objectId: 'other', companyId: 1200, organisationId: 1211 });
    await write({ objectId: 'domain', companyId: null, organisationId: 1000 });
    await write({ objectId: 'stranger', companyId: null, actorKind: 'anonymous' });
  }

  test('shows events only where the caller has the permission', async () => {
    await writeEventEverywhere();
    expect(await visibleIds(harbour, 1100)).toEqual(['group', 'neighbour', 'shop', 'merchant']);
    expect(await visibleIds(harbour, 1110)).toEqual(['neighbour', 'shop', 'merchant']);
    expect(await visibleIds(harbour, 1111)).toEqual(['shop', 'merchant']);
    expect(await visibleIds(coffee, 1111)).toEqual(['shop', 'merchant']);
    expect(await visibleIds(meridian, 1200)).toEqual(['other']);
    expect(await visibleIds(domain, 1200)).toEqual(['other']);
    expect(await visibleIds(domain, 1000)).toEqual([
      'stranger',
      'domain',
      'other',
      'group',
      'neighbour',
      'shop',
      'merchant',
    ]);
  });

  test("hides other tenants' lines without a condition, by row-level security", async () => {
    await writeEventEverywhere();
    const { inTenant } = await import('#database/tenant.ts');
    const visible = await inTenant(
      app.services.database,
      [1200],
      (sql) => sql`select object_id as id from audit_event`,
    );
    expect(visible.map(({ id }) => id)).toEqual(['other']);
    expect(await app.services.database`select 1 from audit_event`).toEqual([]);
  });

  test('limits a permission without cascade to one organisation', async () => {
    await writeEventEverywhere();
    await app.owner`update role_grant set organisation_id = 1110, cascade = false where role_id = 'auditor'`;
    await app.owner`update app_user set access_version = access_version + 1, organisation_id = 1110
                    where user_name = 'coffee@harbour.example'`;
    await write({ objectId: 'branch', organisationId: 1110 });
    expect(await visibleIds(coffee, 1110)).toEqual(['branch']);
    const response = await coffee('GET', '/proxy/sync/audit/1111/events?offset=0&pageSize=25');
    expect(response.status).toBe(403);
  });

  test('filters by user, object, action, outcome and time', async () => {
    await write({ objectKind: 'transaction', objectId: '1', actor: 'harbour-api' });
    await write({ objectKind: 'transaction', objectId: '2', outcome: 'refused: FORBIDDEN' });
    await write({ objectKind: 'user', objectId: '2', act: 'editUser' });
    await write({ objectKind: 'user', objectId: '3', at: new Date('2026-11-01T00:00:00Z') });
    const userId = await findUserId(app, 'analyst@harbour.example');
    await write({ actorKind: 'user', actor: userId, objectId: '4', act: 'editUser' });
    const listIds = async (query: string) =>
      (await list(harbour, 1100, query)).lines.map((line) => line.objectId);
    expect(await listIds('&act=editUser')).toEqual(['4', '2']);
    expect(await listIds('&objectKind=transaction&objectId=2')).toEqual(['2']);
    expect(await listIds('&objectId=2')).toEqual(['2', '2']);
    expect(await listIds('&outcome=refused')).toEqual(['2']);
    expect(await listIds('&actor=Analyst@Harbour.example')).toEqual(['4']);
    expect(await listIds('&actor=harbour-api&outcome=allowed')).toEqual(['2', '1', '3']);
    expect(await listIds('&from=2026-10-31T00:00:00.000Z&to=2026-11-01T00:00:00.000Z')).toEqual(['3']);
    await app.owner`update api_credential set name = 'Web shop' where api_id = 'harbour-api'`;
    const [byKey] = (await list(harbour, 1100, '&actor=harbour-api')).lines;
    expect(byKey).toMatchObject({ actor: 'harbour-api', actorName: 'Web shop' });
    const named = (await list(harbour, 1100, '&act=editUser')).lines[0];
    expect(named).toMatchObject({
      actorName: 'Noor Rahman',
      organisationName: 'Harbour Group',
      refused: false,
    });
  });

  test('pages through lines of one instant and bounds the count', async () => {
    await app.owner`
      insert into audit_event (at, company_id, organisation_id, actor_kind, actor, ip, act, object_id, outcome, request_id)
      select ${testStart}, 1100, 1100, 'system', 's', '::1', 'probe', n::text, 'allowed', 'r'
      from generate_series(1, 60) n`;
    const pages = [];
    for (const offset of [0, 25, 50]) {
      const response = await harbour(
        'GET',
        `/proxy/sync/audit/1100/events?act=probe&offset=${offset}&pageSize=25`,
      );
      pages.push(...response.body.lines.map((line: { objectId: string }) => Number(line.objectId)));
      expect(response.body).toMatchObject({ total: 60, hasMore: false });
    }
    expect(pages).toEqual(Array.from({ length: 60 }, (_, n) => 60 - n));
    await app.owner`
      insert into audit_event (at, company_id, organisation_id, actor_kind, actor, ip, act, outcome, request_id)
      select ${testStart}, 1100, 1100, 'system', 's', '::1', 'probe', 'allowed', 'r' from generate_series(1, 10001) n`;
    expect(await list(harbour, 1100, '&act=probe')).toMatchObject({ total: 10_000, hasMore: true });
  });

  test('records one line per search, with its filters', async () => {
    await list(harbour, 1100, '&act=login&actor=secret%20typed%20here');
    const lines =
      await app.owner`select act, object_kind as kind, object_id as id, outcome, detail from audit_event`;
    expect(lines).toEqual([
      {
        act: 'searchAudit',
        kind: 'organisation',
        id: '1100',
        outcome: 'allowed',
        detail: { orgId: '1100', offset: '0', pageSize: '25', act: 'login', actor: '…' },
      },
    ]);
  });

  test.each([
    'offset=3&pageSize=7',
    'offset=0&pageSize=25&from=yesterday',
    'offset=10025&pageSize=25',
    'offset=0&pageSize=25&x=1',
    'offset=0&pageSize=25&outcome=maybe',
  ])('rejects %s', async (query) => {
    expect((await harbour('GET', `/proxy/sync/audit/1100/events?${query}`)).status).toBe(400);
  });
});

describe('getHistory', () => {
  beforeAll(async () => {
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
    const unknown = await admin('GET', '/proxy/sync/auditHistory/thing/8');
    expect(unknown.body).toEqual({ lines: [], hasMore: false });
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
});
