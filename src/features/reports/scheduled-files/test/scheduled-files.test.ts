import { createHash } from 'node:crypto';
import { read } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addMs, dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs, signedIn } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { Manifest } from '../manifest.ts';
import type { ScheduledFile, Subscription } from '../schemas.ts';
import { deleteOldScheduledFiles, makeScheduledFiles } from '../server/make-scheduled-files.ts';

const group = 1100;
const url = (orgId = group) => `/proxy/sync/tqs/scheduledFiles/${orgId}`;

let app: TestApp;
let admin: Send;
let analyst: Send;
const start = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  app = await startApp();
  // 19 November in London, beside its first and last second.
  const add = (txnId: number, at: string, more: object = {}) =>
    insertTransaction(app.owner, { txnId, at: new Date(at), ...more });
  await add(20_000_000_001, '2026-11-18T23:59:59Z', { minor: 5 });
  await add(20_000_000_002, '2026-11-19T00:00:00Z', { minor: 1234 });
  await add(20_000_000_003, '2026-11-19T12:00:00Z', { type: 'REFUND', minor: 99 });
  await add(20_000_000_004, '2026-11-19T23:59:59Z', {
    type: 'PAYOUT',
    currency: 'JPY',
    digits: 0,
    minor: 500,
  });
  await add(20_000_000_005, '2026-11-19T13:00:00Z', { currency: 'KWD', digits: 3, minor: 1234 });
  await add(20_000_000_006, '2026-11-20T00:00:00Z', { minor: 7 });
  await add(20_000_000_007, '2026-11-19T13:00:00Z', {
    merchantId: 1112,
    installationId: 5300003,
    minor: 1000,
  });
  admin = await actAs(app, 'admin@harbour.example');
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner`delete from view_subscription`;
  await app.owner`delete from transaction_view`;
  await app.owner`delete from mail_outbox`;
});

const columns = ['txn_datetime', 'txn_id', 'money_moved', 'ccy_code'];
async function saveView(more: object = {}, person = admin, orgId = group): Promise<string> {
  const view = {
    name: 'Everything',
    params: { searchRange: 'YESTERDAY' },
    columns,
    isShared: true,
    isPinned: false,
  };
  const response = await person('POST', `/proxy/sync/tqs/views/${orgId}`, { ...view, ...more });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body.id as string;
}
const schedule = (viewId: string, more: object = {}) => ({
  viewId,
  frequency: 'DAILY',
  day: null,
  hour: 11,
  timeZone: 'Europe/London',
  period: 'VIEW',
  format: 'CSV',
  locale: 'en',
  name: null,
  ...more,
});
async function subscribe(viewId: string, more: object = {}, person = admin, orgId = group) {
  const response = await person('POST', url(orgId), schedule(viewId, more));
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as Subscription;
}
const history = async (person = admin, orgId = group) => {
  const { body } = await person('GET', url(orgId));
  return body as { subscriptions: Subscription[]; files: ScheduledFile[] };
};
/** The worker's services at another time: sessions would end if the clock of the app moved on. */
const workerAt = (at: Date) => ({ ...app.services, clock: { now: () => at } });
const due = addMs(start, hourMs);
const runDue = (at = due) => makeScheduledFiles.run(workerAt(at));
const onlyFile = async (person = admin, orgId = group): Promise<ScheduledFile> => {
  const { files } = await history(person, orgId);
  expect(files).toHaveLength(1);
  return files[0] as ScheduledFile;
};
async function download(file: ScheduledFile, name = 'admin@harbour.example', orgId = group) {
  const { cookies } = await signedIn(app, name);
  const get = (path: string) =>
    app.portal.inject({
      method: 'GET',
      url: path,
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
    });
  const response = await get(`${url(orgId)}/files/${file.id}`);
  const manifest = await get(`${url(orgId)}/files/${file.id}/manifest`);
  return { response, manifest: JSON.parse(manifest.body) as Manifest };
}

describe('subscribeToView', () => {
  test('sets the first due time', async () => {
    const subscription = await subscribe(await saveView());
    expect(subscription).toMatchObject({ nextDueAt: '2026-11-20T11:00:00.000Z', endedAt: null });
    expect((await history()).subscriptions).toEqual([subscription]);
  });

  test.each([
    [{ frequency: 'WEEKLY', day: 8 }, 'body.day'],
    [{ frequency: 'DAILY', day: 1 }, 'body.day'],
    [{ timeZone: 'Europe/Atlantis' }, 'body.timeZone'],
  ])('refuses %o', async (more, field) => {
    const response = await admin('POST', url(), schedule(await saveView(), more));
    expect([response.status, response.body.message]).toEqual([400, field]);
  });

  test('refuses a view that the user does not see', async () => {
    const viewId = await saveView({ isShared: false });
    expect((await analyst('POST', url(), schedule(viewId))).status).toBe(404);
  });

  test('accepts 20 for a user', async () => {
    const viewId = await saveView();
    for (let number = 0; number < 20; number += 1) await subscribe(viewId);
    expect((await admin('POST', url(), schedule(viewId))).body.code).toBe('SUBSCRIPTION_LIMIT');
  });
});

describe('a due file', () => {
  test('has the rows of yesterday in the zone of the schedule', async () => {
    await subscribe(await saveView());
    await runDue();
    const { response } = await download(await onlyFile());
    expect(response.statusCode).toBe(200);
    const ids = [...response.body.matchAll(/,(200000000\d\d),/g)].map(([, id]) => id);
    expect(ids.toSorted()).toEqual([2, 3, 4, 5, 7].map((number) => String(20_000_000_000 + number)));
  });

  test('comes with a manifest of its rows, sums and SHA-256', async () => {
    await subscribe(await saveView({ name: 'Münzen & more' }));
    await runDue();
    const file = await onlyFile();
    const { response, manifest } = await download(file);
    const content = response.rawPayload;
    expect(file).toMatchObject({ state: 'READY', rows: 5, bytes: content.length });
    expect(manifest).toMatchObject({
      format: 'countinghouse-manifest-1',
      file: {
        name: 'Mu_nzen_more_20261120.csv',
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
      rows: 5,
      found: 5,
      totals: [
        { currency: 'GBP', count: 3, taken: '22.34', refunded: '0.99', paidOut: '0.00', net: '21.35' },
        { currency: 'JPY', count: 1, taken: '0', refunded: '0', paidOut: '500', net: '-500' },
        { currency: 'KWD', count: 1, taken: '1.234', refunded: '0.000', paidOut: '0.000', net: '1.234' },
      ],
      columns,
      filters: [],
      interval: { from: '2026-11-19T00:00:00.000Z', to: '2026-11-19T23:59:59.999Z' },
      timeZone: 'Europe/London',
      organisation: { id: group },
      madeFor: { name: 'Amelia Hart' },
      dueAt: '2026-11-20T11:00:00.000Z',
    });
  });

  test('is a spreadsheet on request', async () => {
    await subscribe(await saveView(), { format: 'XLSX' });
    await runDue();
    const { response } = await download(await onlyFile());
    expect(read(response.rawPayload).SheetNames).toEqual(['Transactions', 'Totals']);
  });

  test('takes the period of the subscription instead of that of the view', async () => {
    await subscribe(await saveView({ params: { searchRange: 'TODAY' } }), { period: 'YESTERDAY' });
    await runDue();
    expect((await onlyFile()).rows).toBe(5);
  });

  test('counts its days from the due time when a worker is late', async () => {
    await subscribe(await saveView());
    await runDue(addMs(start, 20 * hourMs));
    expect((await onlyFile()).rows).toBe(5);
  });

  test('is announced by an email with a link and no data', async () => {
    await subscribe(await saveView());
    await runDue();
    const mails = await app.owner`select recipient, template, contents from mail_outbox`;
    expect(mails).toEqual([
      {
        recipient: 'admin@harbour.example',
        template: 'scheduledFile',
        contents: {
          name: 'Amelia',
          view: 'Everything',
          organisation: 'Harbour Group',
          rows: '5',
          linkUrl: `${app.services.config.portalUrl}/scheduledFiles`,
        },
      },
    ]);
  });

  test('is made once for each due time', async () => {
    await subscribe(await saveView());
    const later = addMs(due, 2 * dayMs);
    await Promise.all([1, 2, 3].map(() => runDue(later)));
    // A user has two exports at a time: the third file waits a minute.
    await runDue(addMs(later, minuteMs));
    const { files } = await history();
    expect(files.map(({ dueAt, state }) => [dueAt, state])).toEqual([
      ['2026-11-22T11:00:00.000Z', 'READY'],
      ['2026-11-21T11:00:00.000Z', 'READY'],
      ['2026-11-20T11:00:00.000Z', 'READY'],
    ]);
    expect(await app.owner`select from mail_outbox`).toHaveLength(3);
  });

  test('is made again after its worker was killed', async () => {
    await subscribe(await saveView());
    await runDue();
    // As a worker leaves it that ended before its transaction: claimed, without parts.
    await app.owner`delete from view_file_part`;
    await app.owner`
      update view_file set state = 'RUNNING', manifest = null, next_attempt_at = ${addMs(due, 15 * minuteMs)}`;
    await runDue();
    expect((await onlyFile()).state).toBe('RUNNING');
    await runDue(addMs(start, hourMs + 16 * minuteMs));
    expect(await onlyFile()).toMatchObject({ state: 'READY', rows: 5 });
    expect(await app.owner`select from mail_outbox`).toHaveLength(1);
  });

  test('waits while no slot for exports is free, however long', async () => {
    const { exportSlots } = app.services.state;
    await subscribe(await saveView());
    let taken = 0;
    while (exportSlots.take(100)) taken += 1;
    for (let minute = 0; minute < 4; minute += 1) await runDue(addMs(due, minute * minuteMs));
    for (; taken > 0; taken -= 1) exportSlots.release();
    expect((await onlyFile()).state).toBe('QUEUED');
    await runDue(addMs(due, 4 * minuteMs));
    expect((await onlyFile()).state).toBe('READY');
  });

  test('fails when three workers were killed', async () => {
    await subscribe(await saveView());
    await runDue();
    await app.owner`
      update view_file set state = 'RUNNING', manifest = null, attempts = 3, next_attempt_at = ${due}`;
    await runDue();
    expect(await onlyFile()).toMatchObject({ state: 'FAILED', failure: 'UNEXPECTED' });
  });

  test('is stored in parts of at most 1 MB', async () => {
    for (let number = 0; number < 300; number += 1)
      await insertTransaction(app.owner, {
        txnId: 30_000_000_000 + number,
        at: new Date('2026-11-10T12:00:00Z'),
      });
    await app.owner`update txn set description = repeat('long ', 800) where txn_id >= 30000000000`;
    const params = { searchRange: '2026-11-10..2026-11-10' };
    await subscribe(await saveView({ params, columns: ['txn_id', 'description'] }));
    await runDue();
    const parts = await app.owner<{ size: number }[]>`
      select octet_length(content) as size from view_file_part order by position`;
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.slice(0, -1).every(({ size }) => size === 1_048_576)).toBe(true);
    const { response, manifest } = await download(await onlyFile());
    expect(manifest.rows).toBe(300);
    expect(createHash('sha256').update(response.rawPayload).digest('hex')).toBe(manifest.file.sha256);
  });
});

describe('a subscription ends', () => {
  const endOf = async (person = admin, orgId = group) => {
    const { subscriptions, files } = await history(person, orgId);
    return [subscriptions[0]?.endReason, files[0]?.state, files[0]?.failure];
  };

  test('when its view is deleted', async () => {
    const viewId = await saveView();
    await subscribe(viewId);
    await admin('DELETE', `/proxy/sync/tqs/views/${group}/${viewId}`);
    await runDue();
    expect(await endOf()).toEqual(['VIEW_GONE', 'FAILED', 'VIEW_GONE']);
    await runDue(addMs(start, 2 * dayMs));
    expect((await history()).files).toHaveLength(1);
  });

  test('when its view is no longer shared', async () => {
    const viewId = await saveView();
    await subscribe(viewId, {}, analyst);
    await app.owner`update transaction_view set is_shared = false`;
    await runDue();
    expect(await endOf(analyst)).toEqual(['VIEW_GONE', 'FAILED', 'VIEW_GONE']);
  });

  test('when its user is deactivated', async () => {
    await subscribe(await saveView(), {}, analyst);
    await app.owner`update app_user set active = false where user_name = 'analyst@harbour.example'`;
    await runDue();
    await app.owner`update app_user set active = true where user_name = 'analyst@harbour.example'`;
    expect(await endOf(analyst)).toEqual(['USER_INACTIVE', 'FAILED', 'USER_INACTIVE']);
    expect(await app.owner`select from mail_outbox`).toEqual([]);
  });

  test('when a filter is no longer permitted', async () => {
    const viewId = await saveView({
      params: { searchRange: 'TODAY', 'filter.OPTIMIZE360_OUTCOME': 'DEFER' },
    });
    const coffee = await actAs(app, 'coffee@harbour.example');
    await subscribe(viewId, {}, coffee, 1111);
    await runDue();
    expect(await endOf(coffee, 1111)).toEqual(['NO_PERMISSION', 'FAILED', 'NO_PERMISSION']);
  });
});

describe('listScheduledFiles, downloadScheduledFile and downloadManifest', () => {
  test('a file has the rows and columns that its user may see', async () => {
    const viewId = await saveView({ columns: [...columns, 'OPTIMIZE360_OUTCOME'] });
    const coffee = await actAs(app, 'coffee@harbour.example');
    await subscribe(viewId, {}, coffee, 1111);
    await runDue();
    const { manifest } = await download(await onlyFile(coffee, 1111), 'coffee@harbour.example', 1111);
    expect(manifest).toMatchObject({ columns, rows: 4, organisation: { id: 1111 } });
  });

  test('only its user downloads a file', async () => {
    await subscribe(await saveView());
    await runDue();
    const { id } = await onlyFile();
    expect((await analyst('GET', `${url()}/files/${id}`)).status).toBe(404);
    expect((await analyst('GET', `${url()}/files/${id}/manifest`)).status).toBe(404);
    const meridian = await actAs(app, 'admin@meridian.example');
    expect((await meridian('GET', `${url(1200)}/files/${id}`)).status).toBe(404);
    expect((await analyst('DELETE', `${url()}/${(await history()).subscriptions[0]?.id}`)).status).toBe(404);
  });

  test('a download needs the rights again', async () => {
    await subscribe(await saveView({ columns: [...columns, 'OPTIMIZE360_OUTCOME'] }));
    await runDue();
    const { id } = await onlyFile();
    await app.owner`update view_file set scope = scope || '{"tenantIds": [1100, 1200]}'`;
    expect((await admin('GET', `${url()}/files/${id}`)).status).toBe(403);
    await app.owner`update view_file set scope = scope || '{"tenantIds": [1100], "merchants": [1111]}'`;
    expect((await admin('GET', `${url()}/files/${id}`)).status).toBe(200);
    await app.owner`update view_file set request = jsonb_set(request, '{orgIds}', '[1200]')`;
    expect((await admin('GET', `${url()}/files/${id}`)).status).toBe(403);
  });

  test('a download is audited', async () => {
    await subscribe(await saveView());
    await runDue();
    const file = await onlyFile();
    const { manifest } = await download(file);
    const events = await app.owner`
      select act, detail from audit_event where object_kind = 'scheduledFile' and object_id = ${file.id} order by act desc`;
    expect(events).toEqual([
      { act: 'downloadScheduledFile', detail: { rows: 5, sha256: manifest.file.sha256 } },
      { act: 'downloadManifest', detail: { sha256: manifest.file.sha256 } },
    ]);
  });
});

describe('changeSubscription', () => {
  const change = (subscription: Subscription, more: object = {}, person = admin) => {
    const { frequency, day, hour, timeZone, period, format, name, isPaused, version, viewId } = subscription;
    const body = { frequency, day, hour, timeZone, period, format, name, isPaused, version, viewId };
    return person('PUT', `${url()}/${subscription.id}`, { ...body, locale: 'en', ...more });
  };

  test('changes name, view and times', async () => {
    const subscription = await subscribe(await saveView());
    const viewId = await saveView({ name: 'Refunds', columns: ['txn_id'] });
    const { status, body } = await change(subscription, {
      viewId,
      name: 'Refunds for the bookkeeper',
      frequency: 'WEEKLY',
      day: 1,
      hour: 6,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      viewName: 'Refunds',
      name: 'Refunds for the bookkeeper',
      nextDueAt: '2026-11-23T06:00:00.000Z',
      version: 2,
    });
    await runDue(new Date('2026-11-23T06:00:00Z'));
    const file = await onlyFile();
    expect(file).toMatchObject({ viewName: 'Refunds for the bookkeeper', state: 'READY' });
    expect(file.fileName).toBe('Refunds_for_the_bookkeeper_20261123.csv');
    expect((await download(file)).manifest.columns).toEqual(['txn_id']);
    const [mail] = await app.owner<{ text: string }[]>`select to_jsonb(m)::text as text from mail_outbox m`;
    expect(mail?.text).toContain('Refunds for the bookkeeper');
  });

  test('pauses and resumes, without files for the time between', async () => {
    const subscription = await subscribe(await saveView());
    const paused = await change(subscription, { isPaused: true });
    expect(paused.body).toMatchObject({ isPaused: true });
    await runDue(addMs(start, 3 * dayMs));
    expect((await history()).files).toEqual([]);
    const resumed = await change(paused.body as Subscription, { isPaused: false });
    expect(resumed.body).toMatchObject({ isPaused: false, nextDueAt: '2026-11-20T11:00:00.000Z' });
    await runDue();
    expect((await history()).files).toHaveLength(1);
  });

  test('is audited with the values before and after', async () => {
    const subscription = await subscribe(await saveView());
    await change(subscription, { isPaused: true, hour: 12 });
    const [event] = await app.owner`
      select before, after from audit_event where act = 'changeSubscription' and object_id = ${subscription.id}`;
    expect(event).toMatchObject({
      before: { isPaused: false, hour: 11 },
      after: { isPaused: true, hour: 12 },
    });
  });

  test('is refused for an older version, an ended one and one of another user', async () => {
    const viewId = await saveView();
    const subscription = await subscribe(viewId);
    expect((await change(subscription, {}, analyst)).status).toBe(404);
    expect((await change(subscription, { hour: 12 })).status).toBe(200);
    const older = await change(subscription, { hour: 13 });
    expect([older.status, older.body.code]).toEqual([409, 'SUBSCRIPTION_CHANGED']);
    await admin('DELETE', `/proxy/sync/tqs/views/${group}/${viewId}`);
    await runDue(addMs(start, 2 * hourMs));
    const ended = (await history()).subscriptions[0] as Subscription;
    const refused = await change(ended, { hour: 13 });
    expect([refused.status, refused.body.code]).toEqual([409, 'SUBSCRIPTION_ENDED']);
  });

  test('is refused with a view that its user does not see', async () => {
    const subscription = await subscribe(await saveView());
    const viewId = await saveView({ isShared: false }, analyst);
    expect((await change(subscription, { viewId })).status).toBe(404);
    const { body } = await change(subscription, { frequency: 'WEEKLY', day: 9 });
    expect(body.message).toBe('body.day');
    const named = await change(subscription, { name: '4111 1111 1111 1111' });
    expect(named.status).toBe(400);
  });
});

test('endSubscription deletes the files', async () => {
  const { id } = await subscribe(await saveView());
  await runDue();
  expect((await admin('DELETE', `${url()}/${id}`)).status).toBe(204);
  expect(await history()).toEqual({ subscriptions: [], files: [] });
  expect(await app.owner`select from view_file_part`).toEqual([]);
});

test('files are deleted after 30 days', async () => {
  await subscribe(await saveView());
  await runDue();
  await deleteOldScheduledFiles.run(workerAt(addMs(start, 30 * dayMs)));
  expect(await app.owner`select from view_file`).toHaveLength(1);
  await deleteOldScheduledFiles.run(workerAt(addMs(start, 31 * dayMs)));
  expect(await app.owner`select from view_file`).toEqual([]);
  expect(await app.owner`select from view_file_part`).toEqual([]);
});

test('a time that passed more than 30 days ago gets no file', async () => {
  await subscribe(await saveView(), { frequency: 'WEEKLY', day: 5 });
  await runDue(addMs(start, 70 * dayMs));
  const { files } = await history();
  // The first due time, and those of the last 30 days.
  expect(files).toHaveLength(5);
});
