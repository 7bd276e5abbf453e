import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { decideDueDeferrals } from '#features/review/queue/server/decide-due-deferrals.ts';
import { deferEmail, deferred } from '#features/review/queue/test/queue-fixtures.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

const analystName = 'analyst@harbour.example';
const figures = '/proxy/async/queue/figures/1100';

let app: TestApp;
let merchant: Send;
let analyst: Send;
let rules: number[];
let today: string;
const day = (daysAgo: number) => new Date(Date.parse(today) - daysAgo * dayMs).toISOString().slice(0, 10);
const query = (from: number, zone = 'UTC') => `from=${day(from)}&to=${today}&timeZone=${zone}`;
const getQueueFigures = async (parameters: string) => (await analyst('GET', `${figures}?${parameters}`)).body;
const listCountedTasks = async (parameters: string) =>
  (await analyst('GET', `${figures}/tasks?${parameters}`)).body;

let openedCount = 0;
async function openTask(email: string): Promise<{ taskId: string; txnId: string }> {
  openedCount += 1;
  const txnId = await deferred(merchant, email, { amount: `${openedCount}.10` });
  const [task] = await app.owner<{ taskId: string }[]>`
    select task_id::text from queue_task where txn_id = ${txnId}`;
  return { taskId: task?.taskId ?? '', txnId };
}
const act = (taskId: string, action: string) =>
  analyst('POST', `/proxy/async/queue/tasks/${taskId}/action`, { action });

beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await paid(merchant);
  rules = [
    await deferEmail(app, 'one@x.example', 'capture', 1),
    await deferEmail(app, 'two@x.example', 'decline'),
  ];
  // Noon, so that hours stay within a day.
  const toNoon = dayMs * 1.5 - (app.clock.now().getTime() % dayMs);
  app.clock.advance(toNoon);
  analyst = await actAs(app, analystName);
  const [accepted, rejected, flushed] = [
    await openTask('one@x.example'),
    await openTask('two@x.example'),
    await openTask('two@x.example'),
  ];
  const dueTask = await openTask('one@x.example');
  app.clock.advance(10 * minuteMs);
  await act(accepted.taskId, 'ACCEPT');
  app.clock.advance(20 * minuteMs);
  analyst = await actAs(app, analystName);
  await act(rejected.taskId, 'REJECT');
  await act(flushed.taskId, 'FLUSH');
  expect((await merchant('POST', `${base}/${accepted.txnId}/refund`, {})).status).toBe(201);
  // The clock captures the other one the next day.
  app.clock.advance(dayMs);
  await decideDueDeferrals.run(app.services);
  expect(dueTask.taskId).not.toBe('');
  await openTask('two@x.example');
  app.clock.advance(2 * hourMs);
  await openTask('two@x.example');
  analyst = await actAs(app, analystName);
  today = app.clock.now().toISOString().slice(0, 10);
});
afterAll(() => closeMerchant(app));

test('counts open tasks by age', async () => {
  const { open: ages } = await getQueueFigures(query(6));
  expect(ages).toEqual([
    { age: '1h', tasks: 1 },
    { age: '6h', tasks: 1 },
    { age: '24h', tasks: 0 },
    { age: '3d', tasks: 0 },
    { age: 'older', tasks: 0 },
  ]);
  expect((await listCountedTasks(`${query(6)}&age=6h`)).tasks).toHaveLength(1);
});

test('counts closed tasks by day, in the zone of the reader', async () => {
  const { days } = await getQueueFigures(query(6));
  expect(days).toHaveLength(7);
  expect(days.slice(-2)).toEqual([
    { day: day(1), ACCEPTED: 1, REJECTED: 1, FLUSHED: 1, EXPIRED: 0 },
    { day: day(0), ACCEPTED: 1, REJECTED: 0, FLUSHED: 0, EXPIRED: 0 },
  ]);
  // It is one day later in Kiritimati at noon.
  expect((await getQueueFigures(query(6, 'Pacific/Kiritimati'))).days.at(-1)).toMatchObject({ REJECTED: 1 });
});

test('measures decisions of reviewers and leaves out the clock', async () => {
  const { medianSeconds, p95Seconds, reviewers } = await getQueueFigures(query(6));
  expect(medianSeconds).toBe(30 * 60);
  expect(p95Seconds).toBe(30 * 60);
  expect(reviewers).toEqual([
    {
      reviewer: analystName,
      name: 'Noor Rahman',
      ACCEPTED: 1,
      REJECTED: 1,
      FLUSHED: 1,
      EXPIRED: 0,
      medianSeconds: 1800,
      refunded: 1,
    },
  ]);
});

test('counts the tasks of each rule, and accepted ones that were refunded since', async () => {
  const body = await getQueueFigures(query(6));
  expect(body.acceptedRefunded).toBe(1);
  expect(body.rules).toEqual([
    {
      ruleId: rules[0],
      name: 'Defer one@x.example',
      ACCEPTED: 2,
      REJECTED: 0,
      FLUSHED: 0,
      EXPIRED: 0,
      refunded: 1,
    },
    {
      ruleId: rules[1],
      name: 'Defer two@x.example',
      ACCEPTED: 0,
      REJECTED: 1,
      FLUSHED: 1,
      EXPIRED: 0,
      refunded: 0,
    },
  ]);
});

test.each([
  ['status=ACCEPTED', 2],
  [`status=ACCEPTED&reviewer=${analystName}`, 1],
  ['refunded=true', 1],
  ['reviewer=ana@x.example', 0],
])('lists the tasks of a figure: %s', async (filter, count) => {
  const { tasks, hasMore } = await listCountedTasks(`${query(6)}&${filter}`);
  expect([tasks.length, hasMore]).toEqual([count, false]);
});

test('lists the tasks of a rule, newest first and before a task', async () => {
  const { tasks } = await listCountedTasks(`${query(6)}&ruleId=${rules[1]}`);
  expect(tasks.map(({ status }: { status: string }) => status)).toEqual(['FLUSHED', 'REJECTED']);
  const nextPage = await listCountedTasks(`${query(6)}&ruleId=${rules[1]}&before=${tasks[0].taskId}`);
  expect(nextPage.tasks).toEqual([tasks[1]]);
});

test.each([
  ['from=2026-02-30&to=2026-03-01&timeZone=UTC'],
  ['from=2026-03-02&to=2026-03-01&timeZone=UTC'],
  ['from=2024-01-01&to=2026-03-01&timeZone=UTC'],
  ['from=2026-03-01&to=2026-03-01&timeZone=Mars/Olympus'],
])('rejects a range that is not valid: %s', async (parameters) => {
  expect((await analyst('GET', `${figures}?${parameters}`)).status).toBe(400);
});

test('names a renamed rule as at the last task that was closed', async () => {
  await app.owner`
    update fraud_decision set result = jsonb_set(result, '{triggeredRules,0,ruleName}', '"A new name"')
    where txn_id = (
      select q.txn_id from queue_task q join fraud_decision f using (company_id, txn_id)
      where q.decided_at is not null and f.result #>> '{triggeredRules,0,ruleId}' = ${String(rules[0])}
      order by q.decided_at desc limit 1)`;
  const { rules: namedRules } = await getQueueFigures(query(6));
  expect(namedRules[0]).toMatchObject({ ruleId: rules[0], name: 'A new name' });
});

test('another company may not read the figures', async () => {
  const outsider = await actAs(app, 'admin@meridian.example');
  expect((await outsider('GET', `${figures}?${query(6)}`)).status).toBe(403);
  expect((await outsider('GET', `${figures}/tasks?${query(6)}`)).status).toBe(403);
});
