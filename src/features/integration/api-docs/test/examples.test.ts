import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { RecordedExample } from '../examples/example-request.ts';
import { operations } from '../openapi/operations.ts';
import { readRecordedExamples, recordedFile } from '../server/page/docs-pages.ts';
import { collectFieldTypes, runExamples } from './run-examples.ts';

let app: TestApp;
/** The first example of each operation, as it ran now. */
let run: Record<string, RecordedExample>;
beforeAll(async () => {
  app = await startApp();
  const merchant = actAsMerchant(app);
  await createHook(await actAs(app, 'admin@harbour.example'), { events: ['*'] });
  run = await runExamples(app, ({ method, url, body }) => merchant(method as 'GET' | 'POST', url, body));
  if (process.env['COUNTINGHOUSE_RECORD'])
    await writeFile(recordedFile, `${JSON.stringify(run, undefined, 2)}\n`);
});
afterAll(() => app.stop());

test('every operation has an example', () => {
  expect(Object.keys(run).toSorted()).toEqual(Object.keys(operations).toSorted());
});

test.each(Object.keys(operations))('the response to %s is as recorded', (name) => {
  const recorded = readRecordedExamples()[name];
  const [now, then] = [run[name], recorded];
  expect(now?.status, 'record with COUNTINGHOUSE_RECORD=1').toBe(then?.status);
  expect(Object.keys(now?.path ?? {})).toEqual(Object.keys(then?.path ?? {}));
  expect([now?.query, collectFieldTypes(now?.body)]).toEqual([then?.query, collectFieldTypes(then?.body)]);
  expect(collectFieldTypes(now?.response), 'record with COUNTINGHOUSE_RECORD=1').toEqual(
    collectFieldTypes(then?.response),
  );
});

test('the recorded examples have no secret', () => {
  const text = JSON.stringify(readRecordedExamples());
  expect(text).not.toMatch(/whsec_|"ns_|key-demo|Basic |Bearer /);
  expect(text.match(/"secret":"[^"]*"/g)).toEqual(['"secret":"…"']);
  expect(text.match(/\/hosted\/[^…"]*\/begin/g)).toBeNull();
});
