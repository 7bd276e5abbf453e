import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '#app/server/handlers.ts';
import { settleDisputeEvents } from '#features/payments/disputes/server/settle-dispute-events.ts';
import { collectReports } from '#features/processing/connections/server/collect-reports.ts';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { type TestResponse, type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { ExampleRequest, RecordedExample } from '../examples/example-request.ts';
import { otherExamples } from '../examples/other-examples.ts';
import { paymentExamples } from '../examples/payment-examples.ts';
import { parseMerchantRoute } from '../openapi/build-document.ts';
import { operations } from '../openapi/operations.ts';
import { readRecordedExamples, recordedFile } from '../server/page/docs-pages.ts';

const examples = [...paymentExamples, ...otherExamples];
const routes = new Map(handlers.map(({ endpoint }) => [endpoint.name, parseMerchantRoute(endpoint)]));

let app: TestApp;
let merchant: Send;
/** The first example of each operation, as it ran now. */
const run: Record<string, RecordedExample> = {};
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await createHook(await actAs(app, 'admin@harbour.example'), { events: ['*'] });
  const variables = new Map<string, string>();
  for (const example of examples) {
    app.clock.advance(1000);
    const result = await runExample(example, variables);
    run[example.operation] ??= result;
    for (const job of [collectReports, settleDisputeEvents]) await job.run(app.services);
  }
  if (process.env['COUNTINGHOUSE_RECORD'])
    await writeFile(recordedFile, `${JSON.stringify(run, undefined, 2)}\n`);
});
afterAll(() => app.stop());

/** Sends one example. Fails unless it succeeds and gives what later ones need. */
async function runExample(example: ExampleRequest, variables: Map<string, string>): Promise<RecordedExample> {
  const { operation, saveAs = {} } = example;
  const substitute = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
        const variable = variables.get(name);
        if (variable === undefined) throw new Error(`${operation}: no earlier response has ${name}`);
        return variable;
      }),
    ) as T;
  const path: Record<string, string> = texts(substitute(example.path ?? {}));
  const query = example.query && texts(substitute(example.query));
  const body = example.body && substitute(example.body);
  const route = routes.get(operation);
  if (!route) throw new Error(`no operation ${operation}`);
  if (route.url.includes('{installationId}')) path['installationId'] = '5300001';
  const url = route.url.replaceAll(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '');
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const response = await merchant(route.method as 'GET' | 'POST', url + search, body);
  expect([200, 201], `${operation}: ${JSON.stringify(response.body)}`).toContain(response.status);
  for (const [name, fieldPath] of Object.entries(saveAs))
    variables.set(name, readValue(response.body, fieldPath));
  await passChallenge(response, variables);
  return {
    path,
    ...(query ? { query } : {}),
    ...(body ? { body: withoutSecrets(body) } : {}),
    status: response.status,
    response: withoutSecrets(response.body),
  };
}

const texts = (values: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

function readValue(body: unknown, fieldPath: string): string {
  const value = fieldPath
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], body);
  if (value === undefined) throw new Error(`the response has no ${fieldPath}: ${JSON.stringify(body)}`);
  return String(value);
}

/** The payer passes 3-D Secure at the sandbox's issuer; `cres` is what its page posts. */
async function passChallenge({ body }: TestResponse, variables: Map<string, string>): Promise<void> {
  const challenge = readChallengeId(body.threeDSecure ?? {});
  if (challenge === undefined) return;
  const outcome = (await completeChallenge(app.owner, challenge, 'Test_5132'))?.outcome ?? 'N';
  variables.set('cres', challengeResponse(2, challenge, outcome).cres ?? '');
}

/** A long list is shown by its first elements. */
const shorten = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 8 ? value.slice(0, 3) : value;

/** Secrets, and addresses that are secrets: payment pages and links. */
function withoutSecrets(body: unknown): unknown {
  const text = JSON.stringify(body, (_name, value: unknown) => shorten(value))
    .replaceAll(app.services.config.checkoutUrl, 'https://gateway.example')
    .replaceAll(/"(secret|cres|creq|threeDSSessionData)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/(\/hosted\/)[^/"]+(\/begin\/)/g, '$1…$2')
    .replaceAll(/("link":"[^"]*\/)[^/"]+"/g, '$1…"');
  return JSON.parse(text);
}

/** The fields of an object with their types; for a list, those of its first element. Null fits any type. */
function collectFieldTypes(value: unknown, fieldPath = ''): Record<string, string> {
  if (Array.isArray(value)) return value.length === 0 ? {} : collectFieldTypes(value[0], `${fieldPath}[]`);
  if (typeof value !== 'object' || value === null)
    return { [fieldPath]: value === null ? 'null' : typeof value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, part]) => collectFieldTypes(part, `${fieldPath}.${name}`)),
  ) as Record<string, string>;
}

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
