import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { base, closeMerchant, paid, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type TestResponse, type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';
import { deferEmail, deferred, listEvents, followUpsOf, readStatus, readTask } from './queue-fixtures.ts';

const tasks = '/proxy/async/queue/tasks';
const search = `${tasks}/search/1100`;
const email = 'capture@x.example';
const analystName = 'analyst@harbour.example';

let app: TestApp;
let merchant: Send;
let analyst: Send;
let outsider: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await paid(merchant);
  await deferEmail(app, email, 'capture', 7);
  analyst = await actAs(app, analystName);
  outsider = await actAs(app, 'admin@meridian.example');
});
afterAll(() => closeMerchant(app));

let openedCount = 0;
/** A new task: its id and its transaction. */
async function openTask(transaction: object = {}, operation: 'payment' | 'payout' = 'payment') {
  openedCount += 1;
  const txnId = await deferred(
    merchant,
    email,
    { amount: `${openedCount}.10`, ...transaction },
    { operation },
  );
  const [task] = await app.owner<
    { taskId: number }[]
  >`select task_id from queue_task where txn_id = ${txnId}`;
  return { taskId: String(task?.taskId), txnId };
}
const act = (taskId: string, action: string, commentMessage?: string) =>
  analyst('POST', `${tasks}/${taskId}/action`, { action, commentMessage });
const summarise = ({ status, body }: TestResponse) => [status, body.result, body.taskList?.[0]?.reasonCode];
const find = async (query: string) => (await analyst('GET', `${search}?${query}`)).body;

describe('actOnTask', () => {
  test('accepts a payment: it is captured', async () => {
    const { taskId, txnId } = await openTask();
    const response = await act(taskId, 'ACCEPT', 'Called the customer');
    expect(summarise(response)).toEqual([200, 'SUCCESS', 'S200']);
    expect(response.body.taskList[0]).toMatchObject({ taskId, taskStatus: 'ACCEPTED' });
    expect(await followUpsOf(app, txnId)).toEqual(['CAPTURE SUCCESS']);
    expect(await readTask(app, txnId)).toMatchObject({ decidedBy: analystName });
    const by = (kind: string) => `${kind} ${analystName}`;
    expect(await listEvents(app, txnId)).toEqual(['OPENED system', by('COMMENTED'), by('ACCEPTED')]);
  });

  test('rejects a payment: it is released and VOIDED', async () => {
    const { taskId, txnId } = await openTask();
    expect(summarise(await act(taskId, 'REJECT'))).toEqual([200, 'SUCCESS', 'S200']);
    expect(await readStatus(app, txnId)).toBe('PREAUTH VOIDED C107');
    expect(await readTask(app, txnId)).toMatchObject({ status: 'REJECTED', decidedBy: analystName });
  });

  test.each([
    ['ACCEPT', 'PAYOUT_COMPLETE SUCCESS', 'PAYOUT_INITIALIZE SUCCESS S100'],
    ['REJECT', 'PAYOUT_VOID SUCCESS', 'PAYOUT_INITIALIZE VOIDED C107'],
  ])('%s decides a payout', async (action, followUp, status) => {
    const { taskId, txnId } = await openTask({}, 'payout');
    expect(summarise(await act(taskId, action))).toEqual([200, 'SUCCESS', 'S200']);
    expect(await followUpsOf(app, txnId)).toEqual([followUp]);
    expect(await readStatus(app, txnId)).toBe(status);
  });

  test('only releases a payment that the merchant had requested as deferred', async () => {
    const { taskId, txnId } = await openTask({ deferred: true });
    expect(summarise(await act(taskId, 'ACCEPT'))).toEqual([200, 'SUCCESS', 'S200']);
    expect(await followUpsOf(app, txnId)).toEqual([]);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'ACCEPTED', decidedBy: analystName });
  });

  test('returns V020 for a task that is closed', async () => {
    const { taskId, txnId } = await openTask();
    await act(taskId, 'ACCEPT');
    for (const action of ['ACCEPT', 'REJECT', 'HOLD', 'FLUSH'])
      expect(summarise(await act(taskId, action))).toEqual([200, 'ERROR', 'V020']);
    expect(await followUpsOf(app, txnId)).toEqual(['CAPTURE SUCCESS']);
  });

  test('decides a task once for two reviewers at the same time', async () => {
    const { taskId, txnId } = await openTask();
    const responses = await Promise.all([
      act(taskId, 'ACCEPT'),
      act(taskId, 'REJECT'),
      act(taskId, 'ACCEPT'),
    ]);
    expect(responses.filter(({ body }) => body.result === 'SUCCESS')).toHaveLength(1);
    expect(await followUpsOf(app, txnId)).toHaveLength(1);
  });

  test('names the reviewer who has closed a task meanwhile', async () => {
    const { taskId } = await openTask();
    const admin = await actAs(app, 'admin@harbour.example');
    await admin('POST', `${tasks}/${taskId}/action`, { action: 'REJECT' });
    const [result] = (await act(taskId, 'ACCEPT')).body.taskList;
    expect(result).toMatchObject({ taskStatus: 'REJECTED', reasonCode: 'V020' });
    expect(result.lastEvent).toMatchObject({ kind: 'REJECTED', by: 'admin@harbour.example', assignee: null });
  });

  test('holds a task without stopping its clock', async () => {
    const { taskId, txnId } = await openTask();
    expect(summarise(await act(taskId, 'HOLD'))).toEqual([200, 'SUCCESS', 'S200']);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'ON_HOLD' });
    expect(summarise(await act(taskId, 'REJECT'))).toEqual([200, 'SUCCESS', 'S200']);
  });

  test('flushes a task: the clock stops and the merchant decides', async () => {
    const { taskId, txnId } = await openTask();
    expect(summarise(await act(taskId, 'FLUSH'))).toEqual([200, 'SUCCESS', 'S200']);
    const [task] = await app.owner`select status, next_check_at from queue_task where txn_id = ${txnId}`;
    expect(task).toEqual({ status: 'FLUSHED', nextCheckAt: null });
    expect(reason(await merchant('POST', `${base}/${txnId}/capture`, {}))).toBe('S100');
    expect(await readTask(app, txnId)).toMatchObject({ status: 'FLUSHED', decidedBy: analystName });
  });

  test('rejects an unknown action and a comment of 256 characters', async () => {
    const { taskId } = await openTask();
    expect((await act(taskId, 'EXPIRE')).status).toBe(400);
    expect((await act(taskId, 'HOLD', 'x'.repeat(256))).status).toBe(400);
  });
});

describe('scope', () => {
  test('rejects another company’s user with 403', async () => {
    const { taskId, txnId } = await openTask();
    const body = { action: 'ACCEPT' };
    expect((await outsider('POST', `${tasks}/${taskId}/action`, body)).status).toBe(403);
    expect((await outsider('GET', search)).status).toBe(403);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'NEW' });
  });

  test('rejects an organisation without the feature', async () => {
    expect((await outsider('GET', `${tasks}/search/1200`)).status).toBe(403);
    const response = await outsider('POST', `${tasks}/action`, { taskRecordIds: [1], action: 'HOLD' });
    expect([response.status, response.body.code]).toEqual([403, 'V003']);
  });

  test('rejects a whole request with one foreign id', async () => {
    const { taskId, txnId } = await openTask();
    const response = await analyst('POST', `${tasks}/action`, {
      taskRecordIds: [taskId, 999_999],
      action: 'ACCEPT',
    });
    expect([response.status, response.body.code]).toEqual([403, 'V003']);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'NEW' });
  });

  test('rejects a user without the permission', async () => {
    const support = await actAs(app, 'support@harbour.example');
    expect((await support('GET', search)).status).toBe(403);
    expect((await support('POST', `${tasks}/action`, { taskRecordIds: [1], action: 'HOLD' })).status).toBe(
      403,
    );
  });
});

test('actOnTasks reports each task', async () => {
  const [first, second] = [await openTask(), await openTask()];
  await act(second.taskId, 'FLUSH');
  const body = { taskRecordIds: [first.taskId, second.taskId], action: 'ACCEPT' };
  const response = await analyst('POST', `${tasks}/action`, body);
  expect(response.body.result).toBe('PARTIAL');
  expect(response.body.taskList).toMatchObject([
    { taskId: first.taskId, taskStatus: 'ACCEPTED', reasonCode: 'S200' },
    { taskId: second.taskId, taskStatus: 'FLUSHED', reasonCode: 'V020' },
  ]);
});

test('actOnTasks decides each of a hundred tasks once, though ten changed meanwhile', async () => {
  const openTasks: Awaited<ReturnType<typeof openTask>>[] = [];
  for (let count = 0; count < 100; count += 1) openTasks.push(await openTask());
  const changedTasks = openTasks.slice(0, 10);
  const changes = [
    'ACCEPT',
    'REJECT',
    'FLUSH',
    'ACCEPT',
    'REJECT',
    'FLUSH',
    'ACCEPT',
    'REJECT',
    'FLUSH',
    'ACCEPT',
  ];
  for (const [index, { taskId }] of changedTasks.entries()) await act(taskId, changes[index] ?? 'ACCEPT');
  const body = { taskRecordIds: openTasks.map(({ taskId }) => taskId), action: 'ACCEPT' };
  // Two reviewers send the same request at once.
  const responses = await Promise.all([
    analyst('POST', `${tasks}/action`, body),
    analyst('POST', `${tasks}/action`, body),
  ]);
  const codes = responses.map(({ body: { taskList } }) =>
    taskList.map(({ reasonCode }: { reasonCode: string }) => reasonCode),
  );
  for (const [index] of openTasks.entries()) {
    const successes = codes.filter((list) => list[index] === 'S200').length;
    expect(successes, String(index)).toBe(index < 10 ? 0 : 1);
  }
  const ids = openTasks.map(({ txnId }) => txnId);
  const [money] = await app.owner<{ captures: number; twice: number }[]>`
    select count(*)::int as captures, (count(*) - count(distinct related_id))::int as twice
    from txn where related_id = any (${ids}::bigint[]) and txn_type = 'CAPTURE'`;
  expect(money).toEqual({ captures: 94, twice: 0 });
});

test('retryTasks repeats a failed accept', async () => {
  const { taskId, txnId } = await openTask();
  const processor = app.sandbox;
  const noResponse = { kind: 'no-response', why: 'connection' } as const;
  useProcessor(app, { ...processor, send: () => Promise.resolve(noResponse) });
  const sent = await act(taskId, 'ACCEPT');
  expect(sent.body.taskList).toMatchObject([{ taskStatus: 'ACCEPTING', reasonCode: 'S200' }]);
  expect(sent.body.taskList[0].lastEvent).toMatchObject({ kind: 'ACCEPTING', by: analystName, at: null });
  expect(summarise(await act(taskId, 'REJECT'))).toEqual([200, 'ERROR', 'V020']);
  useProcessor(app, processor);
  app.clock.advance(minuteMs);
  await reconcilePayments.run(app.services);
  expect(await readTask(app, txnId)).toMatchObject({ status: 'ACCEPT_FAILED', reasonCode: 'X203' });
  expect(summarise(await act(taskId, 'ACCEPT'))).toEqual([200, 'ERROR', 'V020']);
  const retried = await analyst('POST', `${tasks}/action/retry`, { taskRecordIds: [taskId] });
  expect(summarise(retried)).toEqual([200, 'SUCCESS', 'S200']);
  expect(await followUpsOf(app, txnId)).toEqual(['CAPTURE FAILED', 'CAPTURE SUCCESS']);
});

describe('a retry of all failed tasks', () => {
  const customer = 'retry-all@x.example';
  const filter = `taskSearch.customerEmail=${customer}`;
  const reviewRetry = async (query = filter) =>
    (await analyst('GET', `${tasks}/retry/1100?${query}`)).body as {
      data: { id: string; version: number }[];
      resultsAvailable: number;
      sums: object[];
    };
  async function fail(amount: string, status: string, currency = 'GBP'): Promise<string> {
    const txnId = await deferred(merchant, customer, { amount });
    const [task] = await app.owner<{ id: string }[]>`
      update queue_task set status = ${status}, ccy_code = ${currency} where txn_id = ${txnId} returning task_id::text as id`;
    return task?.id ?? '';
  }
  let ids: string[];
  beforeAll(async () => {
    await deferEmail(app, customer, 'capture', 7);
    ids = [
      await fail('11.01', 'ACCEPT_FAILED'),
      await fail('12.02', 'ACCEPT_FAILED'),
      await fail('13.03', 'ACCEPT_FAILED', 'EUR'),
      await fail('14.04', 'REJECT_FAILED'),
      await fail('15.05', 'NEW'),
    ];
  });

  test('has sums of what accepts take and rejects release, over every page', async () => {
    const { data, resultsAvailable, sums } = await reviewRetry(`${filter}&limit=1&startFrom=2`);
    expect(data.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 4).toSorted());
    expect(resultsAvailable).toBe(4);
    expect(sums).toEqual([
      { effect: 'CAPTURE', currency: 'GBP', amount: '23.03', tasks: 2 },
      { effect: 'CAPTURE', currency: 'EUR', amount: '13.03', tasks: 1 },
      { effect: 'RELEASE', currency: 'GBP', amount: '14.04', tasks: 1 },
    ]);
  });

  test('keeps the filters', async () => {
    expect((await reviewRetry(`${filter}&taskStatuses=REJECT_FAILED`)).resultsAvailable).toBe(1);
    expect((await reviewRetry(`${filter}&taskStatuses=NEW`)).data).toEqual([]);
    expect((await reviewRetry(`${filter}&assignee=me`)).sums).toEqual([]);
  });

  test('is hidden from other companies', async () => {
    expect((await outsider('GET', `${tasks}/retry/1100`)).status).toBe(403);
  });

  test('leaves a task alone that has changed since it was confirmed', async () => {
    const { data } = await reviewRetry();
    const [first, second] = data;
    // A reviewer's comment raises the version.
    await analyst('POST', `${tasks}/comment`, { taskRecordIds: [first?.id], commentMessage: 'Wait' });
    const response = await analyst('POST', `${tasks}/action/retry`, {
      taskRecordIds: [first?.id, second?.id],
      reviewed: [first, second].map((task) => ({ taskId: task?.id, version: task?.version })),
    });
    expect(response.body.taskList).toMatchObject([
      { taskStatus: 'ACCEPT_FAILED', reasonCode: 'V020' },
      { taskStatus: 'ACCEPTED', reasonCode: 'S200' },
    ]);
  });
});

test('a reviewer who was too late for a reject that then failed gets V020', async () => {
  const processor = app.sandbox;
  const admin = await actAs(app, 'admin@harbour.example');
  const first = await openTask({ amount: '81.81' });
  const others = [first, ...(await Promise.all(Array.from({ length: 7 }, () => openTask())))];
  // The sandbox declines the release of this amount.
  const disputed = await openTask({ amount: '12.66' });
  const firstOther = Promise.withResolvers<void>();
  const restOfOthers = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let sent = 0;
  useProcessor(app, {
    ...processor,
    async send(operation) {
      sent += 1;
      const gates: Record<number, PromiseWithResolvers<void>> = { 1266: release, 8181: firstOther };
      await (gates[operation.amountMinor] ?? restOfOthers).promise;
      return processor.send(operation);
    },
  });
  const taskRecordIds = [...others, disputed].map(({ taskId }) => taskId);
  // Eight tasks at a time: the ninth was read before it is tried.
  const late = analyst('POST', `${tasks}/action`, { taskRecordIds, action: 'REJECT' });
  await expect.poll(() => sent).toBe(8);
  const early = admin('POST', `${tasks}/${disputed.taskId}/action`, { action: 'REJECT' });
  await expect.poll(() => sent).toBe(9);
  firstOther.resolve();
  await expect.poll(() => readTask(app, first.txnId)).toMatchObject({ status: 'REJECTED' });
  // Long enough for the late reject to be refused while the early one is with the processor.
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  release.resolve();
  expect(summarise(await early)).toEqual([200, 'ERROR', 'D100']);
  restOfOthers.resolve();
  const { body } = await late;
  useProcessor(app, processor);
  expect(body.taskList.at(-1)).toMatchObject({
    taskStatus: 'REJECT_FAILED',
    reasonCode: 'V020',
    lastEvent: { kind: 'REJECT_FAILED', by: 'admin@harbour.example' },
  });
  expect(
    body.taskList.slice(0, 8).every(({ reasonCode }: { reasonCode: string }) => reasonCode === 'S200'),
  ).toBe(true);
});

describe('commentTasks', () => {
  test('adds a comment and raises the version', async () => {
    const { taskId, txnId } = await openTask();
    const body = { taskRecordIds: [taskId], commentMessage: ' checked 9900000000000010 ' };
    const response = await analyst('POST', `${tasks}/comment`, body);
    expect(response.body.taskList).toMatchObject([{ version: 2, taskStatus: 'NEW', reasonCode: 'S200' }]);
    const [event] = await app.owner`
      select kind, comment, actor from queue_event join queue_task q using (company_id, task_id)
      where q.txn_id = ${txnId} order by event_id desc limit 1`;
    expect(event).toEqual({ kind: 'COMMENTED', comment: 'checked 990000******0010', actor: analystName });
  });

  test('rejects a blank comment', async () => {
    const { taskId } = await openTask();
    const body = { taskRecordIds: [taskId], commentMessage: '  ' };
    expect((await analyst('POST', `${tasks}/comment`, body)).status).toBe(400);
  });
});

describe('assignTasks', () => {
  const assign = (taskId: string, version: number, assignee: string, action = 'ASSIGN') =>
    analyst('POST', `${tasks}/assign`, { assignedTasks: [{ taskId, version }], action, assignee });

  test('assigns a task of the version that was read', async () => {
    const { taskId, txnId } = await openTask();
    expect(summarise(await assign(taskId, 1, analystName))).toEqual([200, 'SUCCESS', 'S200']);
    expect(summarise(await assign(taskId, 1, analystName))).toEqual([200, 'ERROR', 'V020']);
    expect((await find(`taskSearch.transactionId=${txnId}`)).data).toMatchObject([{ assignee: analystName }]);
    expect(summarise(await assign(taskId, 2, '', 'UNASSIGN'))).toEqual([200, 'SUCCESS', 'S200']);
    expect((await find(`taskSearch.transactionId=${txnId}`)).data).toMatchObject([{ assignee: null }]);
  });

  test.each(['support@harbour.example', 'admin@meridian.example', ''])(
    'refuses %j, who may not work on the task',
    async (assignee) => {
      const { taskId } = await openTask();
      expect(summarise(await assign(taskId, 1, assignee))).toEqual([200, 'ERROR', 'V020']);
    },
  );
});

test('listQueueUsers names the users with the permission', async () => {
  const { body } = await analyst('GET', '/proxy/async/queue/users/1100');
  const names = body.map(({ emailAddress }: { emailAddress: string }) => emailAddress);
  expect(names).toContain(analystName);
  expect(names).not.toContain('support@harbour.example');
  expect(names).not.toContain('admin@meridian.example');
});

describe('searchTasks', () => {
  test('shows an open task with its transaction', async () => {
    const { taskId, txnId } = await openTask({ amount: '77.70' });
    const { data, resultsAvailable, resultsReturned } = await find(`taskSearch.taskId=${taskId}`);
    expect([resultsAvailable, resultsReturned]).toEqual([1, 1]);
    expect(data[0]).toMatchObject({
      id: taskId,
      transactionId: txnId,
      status: 'NEW',
      version: 1,
      assignee: null,
    });
    expect(data[0]).toMatchObject({
      transactionAmount: '77.70',
      transactionCurrencyCode: 'GBP',
      customerEmail: email,
    });
    expect(data[0]).toMatchObject({
      transactionTypeCategory: 'PAYMENT',
      paymentSource: 'CARD',
      finalAction: 'capture',
    });
  });

  test('names the rules that deferred it only to users who may see rules', async () => {
    const { taskId } = await openTask();
    const [foundTask] = (await find(`taskSearch.taskId=${taskId}`)).data;
    expect(foundTask.ruleNames).toEqual([`Defer ${email}`]);
    await app.owner`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      select user_id, 'queue-reviewer', 1100, true from app_user where user_name = 'coffee@harbour.example'`;
    const reviewer = await actAs(app, 'coffee@harbour.example');
    const [withoutRules] = (await reviewer('GET', `${search}?taskSearch.taskId=${taskId}`)).body.data;
    expect(withoutRules).toMatchObject({ id: taskId, ruleNames: [] });
  });

  test('finds an assignee by a part of the name or of the email, as the grid shows it', async () => {
    const { taskId, txnId } = await openTask();
    const assignment = { assignedTasks: [{ taskId, version: 1 }], action: 'ASSIGN', assignee: analystName };
    await analyst('POST', `${tasks}/assign`, assignment);
    const count = async (text: string) =>
      (await find(`taskSearch.transactionId=${txnId}&taskSearch.assignee=${encodeURIComponent(text)}`))
        .resultsAvailable;
    for (const text of ['Noor', 'rahman', 'r Rah', 'analyst', analystName.toUpperCase()])
      expect(await count(text), text).toBe(1);
    for (const text of ['Hart', 'admin', '%', 'n_or']) expect(await count(text), text).toBe(0);
  });

  test('has the time of the clock’s next attempt, null when it gave up', async () => {
    const { taskId, txnId } = await openTask();
    const next = async () => (await find(`taskSearch.taskId=${taskId}`)).data[0];
    const [dueTask] = [await next()];
    expect(dueTask.nextCheckAt).toBe(dueTask.decidesAt);
    await app.owner`update queue_task set status = 'ACCEPT_FAILED', next_check_at = null where txn_id = ${txnId}`;
    expect((await next()).nextCheckAt).toBeNull();
  });

  test('hides closed tasks', async () => {
    const { taskId } = await openTask();
    await act(taskId, 'REJECT');
    expect((await find(`taskSearch.taskId=${taskId}`)).resultsAvailable).toBe(0);
  });

  test.each([
    'id',
    'assignee',
    'customerEmail',
    'customerIpAddress',
    'score',
    'status',
    'transactionAmount',
    'transactionCurrencyCode',
    'transactionId',
    'transactionTime',
    'cardIssuerCountryCode',
    'paymentSource',
    'taskFilter.transactionTypeCategory',
  ])('pages by %s without gaps in both directions', async (field) => {
    const all = await find('limit=100');
    for (const sort of ['ASC', 'DESC']) {
      const order = `taskField.field=${field}&taskField.sort=${sort}`;
      const pages = [];
      for (let from = 0; from < all.resultsAvailable; from += 5)
        pages.push(...(await find(`${order}&limit=5&startFrom=${from + 1}`)).data);
      expect(new Set(pages.map(({ id }: { id: string }) => id)).size).toBe(all.resultsAvailable);
    }
  });

  test('sorts amounts as numbers', async () => {
    await openTask({ amount: '999.00' });
    await openTask({ amount: '5000.00' });
    const amounts = (await find('taskField.field=transactionAmount&limit=100')).data.map(
      ({ transactionAmount }: { transactionAmount: string }) => Number(transactionAmount),
    );
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => a - b));
    expect(amounts.length).toBeGreaterThan(2);
  });

  test.each([
    ['V001', 'taskSearch.transactionAmount=abc'],
    ['V001', 'taskSearch.taskId=99999999999999999999'],
    ['V001', 'taskSearch.taskStatus=ACCEPTED'],
    ['V001', 'taskSearch.transactionTime=yesterday'],
    ['V001', 'assignee=you'],
    ['V001', 'txnMinAmount=9&txnMaxAmount=3'],
    ['V001', 'transactionTypeCategories=REFUND'],
    ['V002', 'limit=101'],
    ['V002', 'startFrom=0'],
    ['V002', 'taskField.field=version'],
    ['V002', 'taskField.sort=UP'],
  ])('returns %s for %s', async (code, query) => {
    const response = await analyst('GET', `${search}?${query}`);
    expect([response.status, response.body.code]).toEqual([400, code]);
  });

  test('filters by email, type, amount, status and time', async () => {
    const { txnId } = await openTask({ amount: '4321.00' });
    const payout = await openTask({ amount: '4322.00' }, 'payout');
    const ids = async (query: string) =>
      (await find(query)).data.map(({ transactionId }: { transactionId: string }) => transactionId);
    const bothIds = [txnId, payout.txnId];
    expect(await ids('txnMinAmount=4321&txnMaxAmount=4322&taskSearch.customerEmail=CAPTURE')).toEqual(
      bothIds,
    );
    expect(await ids('txnMinAmount=4321&transactionTypeCategories=PAYOUT')).toEqual([payout.txnId]);
    expect(await ids('taskSearch.transactionAmount=4321')).toEqual([txnId]);
    await act(payout.taskId, 'HOLD');
    expect(await ids('txnMinAmount=4321&taskStatuses=ON_HOLD,ALL_FAILED')).toEqual([payout.txnId]);
    const before = new Date(app.clock.now().getTime() - dayMs).toISOString();
    expect(await ids(`txnMinAmount=4321&taskSearch.transactionTime=${before}`)).toEqual([]);
    expect(await ids('txnMinAmount=4321&taskSearch.customerEmail=thief')).toEqual([]);
  });
});

test('countTasks counts each choice with the others applied', async () => {
  const { taskId } = await openTask({ amount: '9000.00' });
  const heldTask = await openTask({ amount: '9001.00' }, 'payout');
  await act(heldTask.taskId, 'HOLD');
  const assignment = { assignedTasks: [{ taskId, version: 1 }], action: 'ASSIGN', assignee: analystName };
  await analyst('POST', `${tasks}/assign`, assignment);
  const count = async (query: string) => (await analyst('GET', `${tasks}/taskCounts/1100?${query}`)).body;
  expect(await count('txnMinAmount=9000')).toEqual({
    maximumTransactionAmount: '9001',
    assigneeCountMap: { ANYONE: 2, ME: 1 },
    transactionTypeCountMap: { PAYMENT: 1, PAYOUT: 1 },
    statusCounts: { taskStatusCountsMap: { NEW: 1, ON_HOLD: 1 }, totalFailedCount: 0 },
  });
  expect(await count('txnMinAmount=9000&assignee=me')).toMatchObject({
    assigneeCountMap: { ANYONE: 2, ME: 1 },
    transactionTypeCountMap: { PAYMENT: 1, PAYOUT: 0 },
    statusCounts: { taskStatusCountsMap: { NEW: 1 } },
  });
});
