import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { protocolForUrl } from '#shared/define-endpoint.ts';
import { newToken, createScimUser, createScimGroup } from '#features/access/scim/test/scim-fixtures.ts';
import { type Send, actAs, actAsMerchant, actAsProvider } from '#testing/act-as.ts';
import { type Json, everyEndpoint, toJsonSchema } from '#testing/every-endpoint.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

/** Generated requests to every endpoint. Every response is a catalogued one and never 5xx. */
const perEndpoint = 20;
/** fast-check prints it with a failure. Another seed generates other requests. */
const seed = Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_122);

let app: TestApp;
let admin: Send;
let viewer: Send;
let merchant: Send;
let provider: Send;
let transactionId: string;
let scimIds: string[];
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  viewer = await actAs(app, 'support@harbour.example');
  merchant = actAsMerchant(app);
  provider = actAsProvider(app, (await newToken(app)).token);
  const user = await createScimUser(provider, 'generated@harbour.example');
  scimIds = [user.id, (await createScimGroup(provider, 'Generated', [user.id])).id];
  const paid = await merchant('POST', '/acceptor/rest/transactions/5300001/payment', {
    transaction: { currency: 'GBP', amount: '50.00', merchantRef: 'GENERATED', commerceType: 'ECOM' },
    paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123' } },
  });
  transactionId = paid.body.transaction.transactionId;
});
afterAll(() => app.stop());

/**
 * Values that no rule expects: other types, empty and long texts, lone surrogates, NUL, numbers out of range.
 */
const hostile = fc.oneof(
  fc.constantFrom<unknown>('', ' ', '\0', '\ud83d', '😀', "'; --", '<b>', '__proto__', '＝1', '%00', '../..'),
  fc.constantFrom<unknown>(0, -1, 1.5, 2 ** 31, 2 ** 53, 1e21, -0, '1e3', '1,00', '٣', 'NaN'),
  fc.constantFrom<unknown>('2026-02-30', '9999-12-31', '0000-00-00', '2026-11-22T25:00:00Z', '24:00'),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { __proto__: null, constructor: 1 }, 'x'.repeat(5000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that pass the first checks, by field name. */
const plausible: Readonly<Record<string, readonly unknown[]>> = {
  amount: ['1.00', 5, '0.51'],
  fixed: ['1.00'],
  currency: ['GBP', 'JPY'],
  commerceType: ['ECOM', 'MOTO'],
  pan: ['9902000000000018', '9900000000005159'],
  expiryDate: ['1229'],
  cv2: ['123'],
  url: ['https://shop.harbour.example/done'],
  field: ['txn_id', 'txn_date', 'amount', 'merch_ref', 'txn_status', 'txn_datetime'],
  operation: ['EQUALS', 'IN', 'BETWEEN', 'IS_NULL'],
  startDate: ['2026-12-01', '2027-01-31'],
  timezone: ['Europe/London'],
  emailAddress: ['a@b.example'],
  filter: ['userName eq "a"', 'members[value eq "a"]', 'not (active eq true)', 'id pr and ('],
};

function generateValue(schema: Json, name: string): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fittingValue(schema, name) }, { weight: 1, arbitrary: hostile });
}

function fittingValue(schema: Json, name: string): fc.Arbitrary<unknown> {
  const plausibleValue = plausible[name];
  if (plausibleValue && schema.type !== 'object' && schema.type !== 'array')
    return fc.constantFrom(...plausibleValue);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  const variants = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined;
  if (variants) return fc.oneof(...variants.map((variant) => fittingValue(variant, name)));
  switch (schema.type) {
    case 'object':
      return generateObject(schema);
    case 'array':
      return fc.array(generateValue((schema.items ?? {}) as Json, name), { maxLength: 3 });
    case 'number':
    case 'integer':
      return fc.constantFrom(1, 2, 25, 1000, 1111, 5_300_001);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constantFrom('a', 'text', '1', '5300001');
  }
}

/** Optional fields vary; required ones are missing sometimes. */
function generateObject(schema: Json): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const model = Object.fromEntries(properties.map(([key, property]) => [key, generateValue(property, key)]));
  const isRequired = new Set((schema.required ?? []) as string[]);
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(model, { requiredKeys: Object.keys(model).filter((key) => isRequired.has(key)) }),
    },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
  );
}

const asText = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());

/** Mostly real ids, so that requests reach the handlers' rules. */
function generatePath(url: string): fc.Arbitrary<string> {
  const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const ids: Json = { orgId: 1000, organisationId: 1000, installationId: 5_300_001 };
  const value = (name: string) => {
    const real = fc.nat({ max: 1 }).map((index) => {
      if (name === 'transactionId') return transactionId;
      if (name === 'scimGroupId') return scimIds[1];
      return name === 'id' && url.startsWith('/scim/') ? scimIds[index] : (ids[name] ?? 'a');
    });
    return fc.oneof({ weight: 6, arbitrary: real }, { weight: 1, arbitrary: hostile });
  };
  return fc
    .tuple(...names.map(value))
    .map((values) =>
      names.reduce((text, name, index) => text.replace(`{${name}}`, asText(values[index])), url),
    );
}

/**
 * A rejection names its reason: the portal's problem, or a merchant API reason code, which the portal passes
 * on, or an error of SCIM.
 */
function isNamed(body: unknown): boolean {
  const { code, requestId, reasonCode, outcome, detail, status } = (body ?? {}) as Record<string, Json>;
  if (typeof detail === 'string' && typeof status === 'string') return true;
  if (typeof code === 'string') return typeof requestId === 'string';
  return typeof (reasonCode ?? outcome?.reasonCode) === 'string';
}

const statuses = new Set<number>();

const tested = everyEndpoint.filter(({ call }) => call.name !== 'logout' && call.name !== 'endOtherSessions');

test('generates at least two thousand requests', () => {
  expect(tested.length * perEndpoint).toBeGreaterThan(2000);
});

describe('responds to no generated request with 5xx or without a reason', () => {
  test.each(tested.map(({ call, method, url }) => [`${method} ${url}`, call, method, url] as const))(
    '%s',
    async (_name, call, method, url) => {
      const protocol = protocolForUrl(url);
      const query = toJsonSchema(call.query);
      const request = fc.record({
        path: generatePath(url),
        query: call.query ? generateObject(query) : fc.constant({}),
        body: call.body ? generateValue(toJsonSchema(call.body), 'body') : fc.constant(undefined),
      });
      await fc.assert(
        fc.asyncProperty(request, async ({ path, query: queryValues, body }) => {
          const search = Object.entries(queryValues as Json).map(
            ([name, value]) => `${name}=${asText(value)}`,
          );
          // Wrong codes lock the account of their user.
          const user = call.name === 'stepUp' ? viewer : admin;
          const caller = { 'merchant-api': merchant, scim: provider, portal: user }[protocol];
          const payload = body === undefined ? undefined : JSON.stringify(body);
          const response = await caller(
            method,
            search.length > 0 ? `${path}?${search.join('&')}` : path,
            payload,
            payload === undefined ? {} : { 'content-type': 'application/json' },
          );
          expect(response.status).toBeLessThan(500);
          const isPage = String(response.headers['content-type']).startsWith('text/html');
          if (response.status >= 400 && !isPage)
            expect(isNamed(response.body), JSON.stringify(response.body)).toBe(true);
          statuses.add(response.status);
        }),
        { numRuns: perEndpoint, seed },
      );
    },
  );
});

test("reaches the handlers' rules", async () => {
  for (const status of [200, 400, 404]) expect(statuses).toContain(status);
  expect((await admin('GET', '/me')).status).toBe(200);
});
