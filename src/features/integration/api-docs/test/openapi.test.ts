import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { handlers } from '#app/server/handlers.ts';
import { type ApiDocument, buildApiDocument, parseMerchantRoute } from '../openapi/build-document.ts';
import { describeFields, requireFields } from '../openapi/json-schema.ts';
import { eventTypes, testEvent } from '#features/outbound/webhooks/event-types.ts';
import { operations } from '../openapi/operations.ts';
import { readRecordedExamples } from '../server/page/docs-pages.ts';

const contracts = handlers.map(({ endpoint }) => endpoint);
const document = buildApiDocument(contracts, {
  version: '1.2.3',
  checkoutUrl: 'https://gateway.example',
  examples: readRecordedExamples(),
});
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

test('describes every call of the merchant API, and no other', () => {
  const calls = contracts.filter((call) => parseMerchantRoute(call)).map(({ name }) => name);
  expect(Object.keys(operations).toSorted()).toEqual(calls.toSorted());
  expect(documented.map(({ operationId }) => operationId).toSorted()).toEqual(calls.toSorted());
});

test('is valid OpenAPI 3.1 for swagger-parser and redocly', async () => {
  const text = JSON.stringify(document);
  await SwaggerParser.validate(JSON.parse(text) as never);
  const lintResults = await lintFromString({
    source: text,
    config: await createConfig({ extends: ['recommended'] }),
  });
  // The host is reserved for examples.
  const problems = lintResults.filter(({ ruleId }) => ruleId !== 'no-server-example.com');
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('lists the requirements of a payment', () => {
  const { schemas } = document.components;
  expect(schemas['PaymentRequest']?.required).toEqual(['transaction', 'paymentMethod']);
  expect(schemas['PaymentRequest']?.properties?.['transaction']?.required).toEqual([
    'currency',
    'amount',
    'commerceType',
  ]);
  expect(schemas['Refusal']?.required).toEqual(['status', 'reasonCode', 'reasonMessage']);
});

test('a refund has a reason, and no field that only the portal sends', () => {
  const { RefundRequest: request } = document.components.schemas;
  const fields = request?.properties?.['transaction']?.properties ?? {};
  expect(fields['refundReason']?.enum).toContain('GOODS_RETURNED');
  expect(JSON.stringify(document)).not.toContain('refundNote');
});

test('money movements take an Idempotency-Key, reads do not', () => {
  const takesKey = ({ parameters }: (typeof documented)[number]) =>
    parameters.some((parameter) => '$ref' in parameter && parameter.$ref?.endsWith('/IdempotencyKey'));
  const movements = documented.filter(({ operationId }) =>
    /^(?:takePayment|takePayout|(?:capture|cancel|refund|repeat)Transaction)$/.test(operationId),
  );
  expect(movements).toHaveLength(6);
  expect(movements.every(takesKey)).toBe(true);
  expect(documented.filter(({ method }) => method === 'get').some(takesKey)).toBe(false);
});

test('requests may have unknown fields, except where they are refused', () => {
  const { schemas } = document.components;
  expect(schemas['PaymentRequest']?.additionalProperties).toBeUndefined();
  expect(schemas['SearchRequest']?.additionalProperties).toBe(false);
});

test('every operation names its success, its refusals and its tag', () => {
  const tagNames = document.tags.map(({ name }) => name);
  for (const { operationId, tags, responses } of documented) {
    expect(tagNames, operationId).toContain(tags[0]);
    const statuses = Object.keys(responses);
    expect(
      statuses.filter((status) => status.startsWith('2')),
      operationId,
    ).toHaveLength(1);
    expect(statuses, operationId).toEqual(expect.arrayContaining(['401', '403', '429', '500', '503']));
  }
});

test('shows an example of every request and response', () => {
  for (const { operationId, requestBody, responses } of documented) {
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    const response = success && 'content' in success ? success.content?.['application/json'] : undefined;
    // A ping has no body.
    if (!operationId.startsWith('ping')) expect(response, operationId).toHaveProperty('example');
    if (requestBody) expect(requestBody.content['application/json'], operationId).toHaveProperty('example');
  }
});

test('has a webhook with a schema of its own for every event', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypes, testEvent]);
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const name = post.requestBody.content['application/json'].schema.$ref?.split('/').at(-1) ?? '';
    const { enum: types, const: only } = document.components.schemas[name]?.properties?.['type'] ?? {};
    expect(types ?? [only], type).toContain(type);
  }
});

test('describes the callbacks that a payment or a session can name', () => {
  const callbacksOf = (name: string) =>
    documented.find(({ operationId }) => operationId === name)?.callbacks ?? {};
  const sessionCallbacks = ['preAuthCallback', 'postAuthCallback', 'transactionNotification'];
  expect(Object.keys(callbacksOf('takePayment'))).toEqual([...sessionCallbacks, 'expiryNotification']);
  for (const name of ['createPaymentSession', 'createPaymentLink'])
    expect(Object.keys(callbacksOf(name))).toEqual(sessionCallbacks);
  expect(callbacksOf('refundTransaction')).toEqual({});
  const { $ref = '' } = callbacksOf('createPaymentSession')['preAuthCallback'] ?? {};
  expect(document.components.callbacks[$ref.split('/').at(-1) ?? '']).toHaveProperty([
    '{$request.body#/session/preAuthCallback/url}',
  ]);
});

test('rejects a text or a requirement of an unknown field', () => {
  const schema: ApiDocument['components']['schemas'][string] = { type: 'object', properties: { a: {} } };
  expect(() => requireFields(schema, ['b'], {})).toThrow('no field b');
  expect(() => describeFields(schema, { 'a.c': 'x' }, {})).toThrow('no field a.c');
});
