import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { Replica } from '#database/replica.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, freshDatabase, startApp } from '#testing/start-app.ts';

let app: TestApp;
let admin: Send;
let replica: Replica;
let isCutOff = false;
beforeAll(async () => {
  const databaseUrl = await freshDatabase();
  // A database that is no standby has every change, as a replica that was promoted.
  const copy = openDatabase(databaseUrl, { max: 2 });
  const primary = ((...statement: Parameters<Database>) =>
    isCutOff ? Promise.reject(new Error('cut off')) : copy(...statement)) as Database;
  replica = new Replica({ primary, database: copy, now: () => app.clock.now() });
  app = await startApp({ databaseUrl, services: { replica } });
  admin = await actAs(app, 'admin@harbour.example');
  await insertTransaction(app.owner, { txnId: 10_000_000_001 });
});
afterAll(() => Promise.all([app.stop(), replica.end()]));

/** The store that answered a search, and the transactions it found. */
async function search(dataSource: 'REPORT' | 'REAL-TIME') {
  const { reportResponses } = app.services.state;
  reportResponses.reset();
  const { status, body } = await admin('POST', '/proxy/sync/tqs/reporting/internal/search', {
    startFrom: 1,
    limit: 50,
    dataSource,
    fields: [{ field: 'txn_id', sort: 'DESC', sortOrder: 1 }],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { values } = await reportResponses.get();
  return { stores: values.map(({ labels }) => labels.store), found: body.data };
}

test('answers reports while it is fresh, and nothing in real time', async () => {
  await replica.check();
  expect(await search('REPORT')).toEqual({ stores: ['replica'], found: [['10000000001']] });
  expect(await search('REAL-TIME')).toEqual({ stores: ['postgres'], found: [['10000000001']] });
});

test('answers nothing while it is too far behind', async () => {
  await replica.check();
  isCutOff = true;
  app.clock.advance(5000);
  expect((await search('REPORT')).stores).toEqual(['replica']);
  app.clock.advance(1);
  expect((await search('REPORT')).stores).toEqual(['postgres']);
  isCutOff = false;
  await replica.check();
  expect((await search('REPORT')).stores).toEqual(['replica']);
});

test('leaves a report to the primary when it fails', async () => {
  await replica.check();
  await replica.end();
  expect(await search('REPORT')).toEqual({ stores: ['replica', 'postgres'], found: [['10000000001']] });
});
