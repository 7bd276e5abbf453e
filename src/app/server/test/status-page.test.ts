import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBreaker } from '#features/processing/connections/server/db/breakers.ts';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { projectRoot } from '#server/config.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createOperator } from '../processes/operator-server.ts';
import { startWorker } from '../processes/start-worker.ts';
import { describeStatus } from '../operator/describe-status.ts';
import { figureReaders } from '../operator/figures.ts';
import { takeSnapshot } from '../operator/take-snapshot.ts';

interface Line {
  name: string;
  state: string;
  figure: string;
  advice: string;
  help: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await sealAudit.run(app.services);
});
afterAll(() => app.stop());

const json = { accept: 'application/json' };
const mailSender = { send: async () => {} } as unknown as Services['mailSender'];

/** A page of its own: one keeps its snapshot for five seconds. */
async function withOperator<T>(work: (operator: FastifyInstance) => Promise<T>): Promise<T> {
  const operator = createOperator({ ...app.services, mailSender }, createMetrics(), () => false);
  try {
    return await work(operator);
  } finally {
    await operator.close();
  }
}

async function readStatus(): Promise<{ state: string; version: string; lines: Line[] }> {
  return withOperator(async (operator) => (await operator.inject({ url: '/status', headers: json })).json());
}

const find = (lines: readonly Line[], name: string) => lines.find((line) => line.name === name);

test('names a database without a worker', async () => {
  const { lines } = await readStatus();
  expect(find(lines, 'Worker')).toMatchObject({
    state: 'act now',
    figure: 'no worker has run on this database',
  });
});

test('is good when every figure is', async () => {
  const job = { name: 'send-mail', everySeconds: 3600, run: async () => {} };
  const worker = await startWorker(app.services, app.databaseUrl, [job]);
  await expect
    .poll(
      () => app.owner`
        select 1 as found from pgboss.job where name = 'send-mail' and state = 'created' and start_after > now()`,
    )
    .toEqual([{ found: 1 }]);
  await worker.stop();
  const { state, version, lines } = await readStatus();
  expect(lines.filter((line) => line.state !== 'good')).toEqual([]);
  expect(state).toBe('good');
  expect(version).toBe(app.services.config.version);
  expect(lines.map(({ name }) => name)).toEqual([
    'Database',
    'Disk',
    'Connections',
    'Worker',
    'Payments without a result',
    'Work after payments',
    'Processors',
    'Emails',
    'Webhooks',
    'Notifications',
    'Audit',
    'Version',
  ]);
  expect(find(lines, 'Payments without a result')?.figure).toBe('none');
  expect(find(lines, 'Processors')?.figure).toBe('1 connected, all take payments');
});

test('begins with what is wrong', async () => {
  const now = app.clock.now();
  await app.owner`
    insert into mail_outbox (mail_id, mail_key, template, locale, recipient, contents, state, queued_at, next_attempt_at)
    select gen_random_uuid(), 'late-' || n, 'passwordReset', 'en', 'canary@customer.example', '{}', 'queued', ${now}::timestamptz,
           ${addMs(now, -10 * minuteMs)}::timestamptz
    from generate_series(1, 3) as n`;
  await app.owner`
    insert into processor_intent (txn_id, company_id, root_id, operation, state, created_at, next_check_at, attempts)
    select 900000 + n, (select min(company_id) from organisation where company_id is not null), 900000 + n, 'SALE', 'PENDING',
           ${addMs(now, -90 * minuteMs)}::timestamptz, ${now}::timestamptz, 4 * n
    from generate_series(1, 2) as n`;
  const [connection] = await app.owner<{ connectionId: number }[]>`
    select min(connection_id) as connection_id from processor_connection`;
  const id = connection?.connectionId ?? 0;
  await openBreaker(app.services.database, id, 'no connection could be made', addMs(now, -3 * minuteMs));
  await app.owner`update pgboss.job set start_after = now() - interval '20 minutes' where state = 'created'`;

  const { state, lines } = await readStatus();
  expect(state).toBe('act now');
  expect(lines.map((line) => line.state)).toEqual([
    ...Array.from({ length: 3 }, () => 'act now'),
    'look soon',
    ...Array.from({ length: 8 }, () => 'good'),
  ]);
  expect(find(lines, 'Payments without a result')).toMatchObject({
    state: 'act now',
    figure: '2, the oldest for 90 min, 1 for an hour and more',
  });
  expect(find(lines, 'Processors')).toMatchObject({
    state: 'act now',
    figure: `1 of 1 stopped, the first for 3 min: ${id} (sandbox): no connection could be made`,
  });
  expect(find(lines, 'Worker')).toMatchObject({
    state: 'act now',
    figure: expect.stringMatching(/^1 of \d+ jobs late, the latest by 20 min: send-mail$/),
  });
  expect(find(lines, 'Emails')).toMatchObject({
    state: 'look soon',
    figure: '3 due, the oldest for 10 min',
  });
});

test('is a page without scripts that links to the guide', async () => {
  await withOperator(async (operator) => {
    const page = await operator.inject({ url: '/status', headers: { accept: 'text/html,*/*' } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.body).not.toMatch(/<script|canary/);
    expect(page.body).toMatch(/<td>send-mail<\/td><td>[\d :-]+ UTC<\/td><td>late<\/td>/);
    expect(page.body).toMatch(/<h1 class="now">Act now<\/h1>/);
    const guide = await operator.inject('/guide');
    const links = [...page.body.matchAll(/href="\/guide#([\w-]+)"/g)].map(([, anchor = '']) => anchor);
    expect(links).toHaveLength(4);
    for (const anchor of links) expect(guide.body).toContain(`id="${anchor}"`);
  });
});

test('every line cites a heading of the guide', async () => {
  const guide = readFileSync(join(projectRoot, 'docs', 'running.md'), 'utf8');
  const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const snapshot = await takeSnapshot(app.services, figureReaders(app.services));
  const lines = describeStatus({
    ...snapshot,
    replicaLagMs: null,
    figures: { warehouse: { lagSeconds: 1, isUp: false } },
  });
  expect(lines.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Warehouse', 'Read replica', 'Emails']),
  );
  for (const { help } of lines) expect(headings).toContain(help.replace('docs/running.md#', ''));
});

test('reports the lag of warehouse and replica', async () => {
  const snapshot = await takeSnapshot(app.services, figureReaders(app.services));
  const lines = describeStatus({
    ...snapshot,
    replicaLagMs: 61_000,
    figures: { ...snapshot.figures, warehouse: { lagSeconds: 400, isUp: true } },
  });
  expect(find(lines, 'Read replica')).toMatchObject({ state: 'look soon', figure: '61 s behind' });
  expect(find(lines, 'Warehouse')).toMatchObject({ state: 'look soon', figure: '6 min behind' });
});

test('has the same figures as the metrics', async () => {
  const metrics = await withOperator(async (operator) => (await operator.inject('/metrics')).body);
  expect(metrics).toContain('countinghouse_unresolved_operations 2');
  expect(metrics).toContain('countinghouse_unresolved_oldest_seconds 5400');
  expect(metrics).toContain('countinghouse_stuck_operations 1');
  expect(metrics).toContain('countinghouse_queue_due{queue="email"} 3');
  expect(metrics).toContain('countinghouse_queue_oldest_seconds{queue="email"} 600');
  expect(metrics).toMatch(/countinghouse_breaker_open\{connection="\d+",adapter="sandbox"\} 1/);
  expect(metrics).toMatch(/countinghouse_job_overdue_seconds\{name="send-mail"\} 12\d\d/);
  expect(metrics).toContain('countinghouse_database_up 1');
});

test('asks the database once in five seconds', async () => {
  await withOperator(async (operator) => {
    const first = (await operator.inject({ url: '/status', headers: json })).body;
    await app.owner`delete from mail_outbox`;
    expect((await operator.inject({ url: '/status', headers: json })).body).toBe(first);
  });
});

test('names the database alone while it is down', async () => {
  const other = await startApp();
  const operator = createOperator(other.services, createMetrics(), () => false);
  await other.services.database.end({ timeout: 1 });
  const response = (await operator.inject({ url: '/status', headers: json })).json();
  const page = (await operator.inject({ url: '/status', headers: { accept: 'text/html' } })).body;
  const metrics = (await operator.inject('/metrics')).body;
  await operator.close();
  await other.stop();
  expect(response.state).toBe('act now');
  expect(response.lines).toMatchObject([{ name: 'Database', state: 'act now' }]);
  expect(page).toContain('Figures that are kept in the database are missing until it responds.');
  expect(metrics).toContain('countinghouse_database_up 0');
  expect(metrics).toContain('countinghouse_unresolved_operations Nan');
});
