import { expect } from 'vitest';
import { handlers } from '#app/server/handlers.ts';
import { settleDisputeEvents } from '#features/payments/disputes/server/settle-dispute-events.ts';
import { collectReports } from '#features/processing/connections/server/collect-reports.ts';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import type { TestApp } from '#testing/start-app.ts';
import type { ExampleRequest, RecordedExample } from '../examples/example-request.ts';
import { otherExamples } from '../examples/other-examples.ts';
import { paymentExamples } from '../examples/payment-examples.ts';
import { parseMerchantRoute } from '../openapi/build-document.ts';

const examples = [...paymentExamples, ...otherExamples];
const routes = new Map(handlers.map(({ endpoint }) => [endpoint.name, parseMerchantRoute(endpoint)]));

/** An example with the values of earlier responses, ready to be sent. */
export interface ReadyExample {
  operation: string;
  method: string;
  /** With its query. */
  url: string;
  /** The values of the address in its order, without the installation. */
  pathValues: string[];
  query: Readonly<Record<string, string | number>>;
  body: object | undefined;
}

/** Sends an example, and returns what came back. */
export type SendExample = (example: ReadyExample) => Promise<{ status: number; body: unknown }>;

/** Runs the examples in their order; returns the first one of each operation. */
export async function runExamples(app: TestApp, send: SendExample): Promise<Record<string, RecordedExample>> {
  const run: Record<string, RecordedExample> = {};
  const variables = new Map<string, string>();
  for (const example of examples) {
    app.clock.advance(1000);
    const result = await runExample(app, send, example, variables);
    run[example.operation] ??= result;
    for (const job of [collectReports, settleDisputeEvents]) await job.run(app.services);
    // What the worker does seconds after its end.
    if (example.operation === 'endCompanyClock') await app.owner`delete from test_clock`;
  }
  return run;
}

/** Sends one example. Fails unless it succeeds and gives what later ones need. */
async function runExample(
  app: TestApp,
  send: SendExample,
  example: ExampleRequest,
  variables: Map<string, string>,
): Promise<RecordedExample> {
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
  const typedQuery = substitute(example.query ?? {});
  const query = example.query && texts(typedQuery);
  const body = example.body && substitute(example.body);
  const route = routes.get(operation);
  if (!route) throw new Error(`no operation ${operation}`);
  if (route.url.includes('{installationId}')) path['installationId'] = '5300001';
  const url = route.url.replaceAll(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '');
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const pathValues = [...route.url.matchAll(/\{(\w+)\}/g)]
    .filter(([, name]) => name !== 'installationId')
    .map(([, name = '']) => path[name] ?? '');
  const response = await send({
    operation,
    method: route.method,
    url: url + search,
    pathValues,
    query: typedQuery,
    body,
  });
  expect([200, 201], `${operation}: ${JSON.stringify(response.body)}`).toContain(response.status);
  for (const [name, fieldPath] of Object.entries(saveAs))
    variables.set(name, readValue(response.body, fieldPath));
  await passChallenge(app, response.body, variables);
  return {
    path,
    ...(query ? { query } : {}),
    ...(body ? { body: withoutSecrets(app, body) } : {}),
    status: response.status,
    response: withoutSecrets(app, response.body),
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
async function passChallenge(app: TestApp, body: unknown, variables: Map<string, string>): Promise<void> {
  const { threeDSecure = {} } = (body ?? {}) as { threeDSecure?: object };
  const challenge = readChallengeId({ ...threeDSecure });
  if (challenge === undefined) return;
  const outcome = (await completeChallenge(app.owner, challenge, 'Test_5132'))?.outcome ?? 'N';
  variables.set('cres', challengeResponse(2, challenge, outcome).cres ?? '');
}

/** A long list is shown by its first elements. */
const shorten = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 8 ? value.slice(0, 3) : value;

/** Secrets, and addresses that are secrets: payment pages and links. */
function withoutSecrets(app: TestApp, body: unknown): unknown {
  const text = JSON.stringify(body, (_name, value: unknown) => shorten(value))
    .replaceAll(app.services.config.checkoutUrl, 'https://gateway.example')
    .replaceAll(/"(secret|cres|creq|threeDSSessionData)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/(\/hosted\/)[^/"]+(\/begin\/)/g, '$1…$2')
    .replaceAll(/("link":"[^"]*\/)[^/"]+"/g, '$1…"');
  return JSON.parse(text);
}

/** The fields of an object with their types; for a list, those of its first element. Null fits any type. */
export function collectFieldTypes(value: unknown, fieldPath = ''): Record<string, string> {
  if (Array.isArray(value)) return value.length === 0 ? {} : collectFieldTypes(value[0], `${fieldPath}[]`);
  if (typeof value !== 'object' || value === null)
    return { [fieldPath]: value === null ? 'null' : typeof value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, part]) => collectFieldTypes(part, `${fieldPath}.${name}`)),
  ) as Record<string, string>;
}
