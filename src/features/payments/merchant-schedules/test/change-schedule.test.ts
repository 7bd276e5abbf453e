import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reason } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  daily,
  listEpisodes,
  runDays,
  scheduled,
  startScheduleApp,
  readStatus,
} from '#features/payments/schedules/test/schedule-fixtures.ts';
import { type TestResponse, type Send, actAsMerchant } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  ({ app, merchant } = await startScheduleApp());
});
afterAll(() => app.stop());

type Action = 'suspend' | 'resume' | 'cancel';
const schedulePath = (scheduleId: string, installation = 5_300_001) =>
  `/acceptor/rest/schedules/${installation}/${scheduleId}`;
const act = (
  action: Action,
  scheduleId: string,
  headers: Record<string, string> = {},
  send = merchant,
): Promise<TestResponse> => send('POST', `${schedulePath(scheduleId)}/${action}`, undefined, headers);
const result = (response: TestResponse) => [
  response.status,
  response.body.reasonCode ?? response.body.status,
];
const listAudit = (scheduleId: string) => app.owner`
  select act, actor_kind, actor, before ->> 'status' as before, after ->> 'status' as after
  from audit_event where object_id = ${scheduleId} and object_kind = 'schedule' and not refused
    and before is not null order by seq`;

test('getInstallationSchedule returns what the portal shows', async () => {
  const { scheduleId, transactionId } = await scheduled(merchant, daily);
  const { status, body } = await merchant('GET', schedulePath(scheduleId));
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: scheduleId, status: 'ACTIVE', transactionId, installationId: 5300001 });
});

test('suspendInstallationSchedule holds episodes until resumeInstallationSchedule', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  const suspended = await act('suspend', scheduleId);
  expect([suspended.status, suspended.body.status, suspended.body.nextEpisode]).toEqual([
    200,
    'SUSPENDED',
    null,
  ]);
  await runDays(app, 2);
  expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 HELD']);
  const resumed = await act('resume', scheduleId);
  expect([resumed.status, resumed.body.status]).toEqual([200, 'ACTIVE']);
  expect((await act('cancel', scheduleId)).body.status).toBe('CANCELLED');
  const by = { actorKind: 'api', actor: 'harbour-api' };
  expect(await listAudit(scheduleId)).toMatchObject([
    { act: 'suspendSchedule', ...by, before: 'ACTIVE', after: 'SUSPENDED' },
    { act: 'resumeSchedule', ...by, before: 'SUSPENDED', after: 'ACTIVE' },
    { act: 'cancelSchedule', ...by, before: 'ACTIVE', after: 'CANCELLED' },
  ]);
});

describe('a status that forbids the change is 409 V100', () => {
  const cases: [status: string, allowed: Action[]][] = [
    ['ACTIVE', ['suspend', 'cancel']],
    ['SUSPENDED', ['resume', 'cancel']],
    ['TECH_SUSPENDED', ['cancel']],
    ['COMPLETE', []],
    ['CANCELLED', []],
  ];
  test.each(cases)('%s', async (status, allowed) => {
    const { scheduleId } = await scheduled(merchant, daily);
    for (const action of ['suspend', 'resume', 'cancel'] as const) {
      if (allowed.includes(action)) continue;
      await app.owner`update schedule set status = ${status} where schedule_id = ${scheduleId}`;
      const refused = await act(action, scheduleId);
      expect(result(refused)).toEqual([409, 'V100']);
      expect(refused.body.reasonMessage).toBe(`The schedule is ${status}`);
      expect(await readStatus(app, scheduleId)).toBe(status);
    }
    for (const action of allowed) {
      await app.owner`update schedule set status = ${status} where schedule_id = ${scheduleId}`;
      expect((await act(action, scheduleId)).status).toBe(200);
    }
  });
});

describe('an Idempotency-Key', () => {
  test('repeats the response, and the change is made once', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const key = { 'idempotency-key': 'suspend-1' };
    const original = await act('suspend', scheduleId, key);
    await act('resume', scheduleId);
    const repeat = await act('suspend', scheduleId, key);
    expect([repeat.status, repeat.body]).toEqual([200, original.body]);
    expect(repeat.headers['idempotent-replayed']).toBe('true');
    expect(await readStatus(app, scheduleId)).toBe('ACTIVE');
    expect(await listAudit(scheduleId)).toHaveLength(2);
  });

  test('runs once for two simultaneous requests', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const key = { 'idempotency-key': 'suspend-2' };
    const responses = await Promise.all([act('suspend', scheduleId, key), act('suspend', scheduleId, key)]);
    expect(responses.map(result)).toEqual([
      [200, 'SUSPENDED'],
      [200, 'SUSPENDED'],
    ]);
    expect(await listAudit(scheduleId)).toHaveLength(1);
  });

  test('is rejected for another action or schedule (422)', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const otherSchedule = await scheduled(merchant, daily);
    const key = { 'idempotency-key': 'suspend-3' };
    await act('suspend', scheduleId, key);
    expect(result(await act('cancel', scheduleId, key))).toEqual([422, 'V100']);
    expect(result(await act('suspend', otherSchedule.scheduleId, key))).toEqual([422, 'V100']);
    expect(await readStatus(app, scheduleId)).toBe('SUSPENDED');
  });

  test('is free again after a rejection', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const key = { 'idempotency-key': 'resume-1' };
    expect((await act('resume', scheduleId, key)).status).toBe(409);
    await act('suspend', scheduleId);
    expect(result(await act('resume', scheduleId, key))).toEqual([200, 'ACTIVE']);
  });

  test('of 256 characters is V100', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const refused = await act('suspend', scheduleId, { 'idempotency-key': 'k'.repeat(256) });
    expect(result(refused)).toEqual([400, 'V100']);
  });
});

describe('at the same time', () => {
  test('one of two suspensions succeeds', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const responses = await Promise.all([act('suspend', scheduleId), act('suspend', scheduleId)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await listAudit(scheduleId)).toHaveLength(1);
  });

  test('a suspension never revives a cancelled schedule', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { scheduleId } = await scheduled(merchant, daily);
      const [suspended, cancelled] = await Promise.all([
        act('suspend', scheduleId),
        act('cancel', scheduleId),
      ]);
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(suspended.status);
      expect(await readStatus(app, scheduleId)).toBe('CANCELLED');
      expect(await listAudit(scheduleId)).toHaveLength(suspended.status === 200 ? 2 : 1);
    }
  });
});

describe('cancelInstallationSchedule and its neighbours', () => {
  test('report another installation like an unknown schedule (A400)', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const meridian = actAsMerchant(app, 'meridian-api');
    const responses: TestResponse[] = [];
    for (const suffix of ['/suspend', '/resume', '/cancel', '']) {
      const method = suffix === '' ? 'GET' : 'POST';
      responses.push(
        await merchant(method, `${schedulePath('c'.repeat(32))}${suffix}`),
        await merchant(method, `${schedulePath(scheduleId, 5_300_002)}${suffix}`),
        await meridian(method, `${schedulePath(scheduleId, 5_300_006)}${suffix}`),
      );
      const foreign = await meridian(method, `${schedulePath(scheduleId)}${suffix}`);
      expect(result(foreign)).toEqual([403, 'V103']);
    }
    for (const { status, body } of responses)
      expect([status, body]).toEqual([
        404,
        { status: 'FAILED', reasonCode: 'A400', reasonMessage: 'No such schedule' },
      ]);
    expect(await readStatus(app, scheduleId)).toBe('ACTIVE');
    const refused = await app.owner<{ actor: string }[]>`
      select actor from audit_event where act = 'cancelInstallationSchedule' and refused`;
    expect(new Set(refused.map(({ actor }) => actor))).toEqual(new Set(['harbour-api', 'meridian-api']));
  });

  test('reject an id that is no schedule id', async () => {
    const response = await merchant('POST', `${schedulePath('short')}/cancel`);
    expect([response.status, reason(response), response.body.field]).toEqual([400, 'V100', 'scheduleId']);
  });
});
