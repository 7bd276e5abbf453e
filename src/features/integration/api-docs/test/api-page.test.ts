import { gzipSync } from 'node:zlib';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { apiChanges } from '../api-changes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reasonCodes } from '#shared/payments/reason-codes.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { docsPaths } from '../server/page/docs-pages.ts';
import { html } from '../server/page/html.ts';
import { listSchemaRows, describeType } from '../server/page/reference.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
const get = (url: string) => app.gateway.inject({ method: 'GET', url });

test('documents every merchant endpoint and reason code, no browser ones', async () => {
  const { body } = await get('/docs/reference');
  const { paths } = (await get('/openapi.json')).json();
  expect(Object.keys(paths).length).toBeGreaterThan(15);
  for (const path of Object.keys(paths)) expect(body).toContain(`<code>${path}</code>`);
  const errors = (await get('/docs/errors')).body;
  for (const code of reasonCodes) expect(errors).toContain(`<code id="${code}">${code}</code>`);
  expect(body).toContain('<code>transaction.merchantRef</code>');
  expect(body).not.toContain('{pageKey}');
});

test('shows a recorded response of every operation with a body', async () => {
  const { body } = await get('/docs/reference');
  const { paths } = (await get('/openapi.json')).json();
  const sections = body.split('<details id="').slice(1);
  const operations = Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>));
  for (const { operationId, responses } of operations) {
    const response = Object.values(responses).find(({ content }) => content);
    if (response?.content?.['application/json'] === undefined) continue;
    const section = sections.find((candidate) => candidate.startsWith(`${operationId}"`));
    expect(section, operationId).toMatch(/<pre tabindex="0"><code>[{[]/);
  }
});

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, unknown> }>;
}

test('no page has more than 64 kB on the way', async () => {
  for (const path of docsPaths) expect(gzipSync((await get(path)).body).length, path).toBeLessThan(64_000);
});

test('has a page at every path of the documentation', async () => {
  for (const path of docsPaths) expect((await get(path)).statusCode, path).toBe(200);
});

/** The calls that the reader of a page can send. */
async function readCalls(path: string): Promise<{ method: string; address: string; body?: object }[]> {
  const { body } = await get(path);
  return [...body.matchAll(/ data-calls="([^"]*)"/g)].flatMap(([, calls = '']) =>
    JSON.parse(calls.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')),
  );
}

test('the reader can send every call of the reference, with its own method', async () => {
  const { paths } = (await get('/openapi.json')).json() as { paths: Record<string, object> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`),
  );
  const calls = await readCalls('/docs/reference');
  const sent = calls.map(({ method, address }) => `${method} ${address.split('?')[0]}`);
  for (const one of documented) {
    const [method, path = ''] = one.split(' ');
    const pattern = new RegExp(`^${method} ${path.replaceAll('*', '[^/]+')}$`);
    expect(
      sent.some((call) => pattern.test(call)),
      one,
    ).toBe(true);
  }
  expect((await get('/docs/reference')).body).toContain('curl -u &quot;$KEY&quot; -X DELETE');
});

test('the reader can send the calls of the quick start', async () => {
  const calls = await readCalls('/docs');
  expect(calls.map(({ method, address }) => `${method} ${address}`)).toEqual([
    'POST /acceptor/rest/transactions/$INSTALLATION/payment',
    'POST /acceptor/rest/transactions/$INSTALLATION/$TRANSACTION/refund',
  ]);
  expect(calls[1]?.body).toEqual({ transaction: { amount: '2.50' } });
});

test('documents every webhook and callback of the OpenAPI document', async () => {
  const { body } = await get('/docs/reference');
  const { webhooks, components } = (await get('/openapi.json')).json();
  expect(Object.keys(webhooks).length).toBeGreaterThan(20);
  for (const type of Object.keys(webhooks)) expect(body).toContain(`<code>${type}</code>`);
  for (const name of Object.keys(components.callbacks).filter((callback) => !callback.endsWith('OfSession')))
    expect(body).toContain(`<code>${name}</code>`);
  const [, reference = ''] = body.split('<h2 id="webhooks">');
  for (const text of ['webhook-signature', 'x-countinghouse-signature', 'data.transaction.transactionId'])
    expect(reference).toContain(`<code>${text}</code>`);
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('describes the pages of a list', async () => {
  const { paths } = (await get('/openapi.json')).json();
  for (const path of ['/acceptor/rest/schedules/{installationId}', '/smartlink/links/{installationId}']) {
    const { parameters, responses } = paths[path].get;
    expect(parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100 },
    });
    expect(parameters.map(({ name }: { name: string }) => name)).toContain('cursor');
    const { properties } = responses['200'].content['application/json'].schema;
    expect(Object.keys(properties)).toEqual(['items', 'nextCursor']);
  }
});

test("needs nothing that the gateway's policy forbids", async () => {
  const page = await get('/docs');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(page.body).not.toMatch(
    /<script(?! src="\/docs\/(?:page|try)\.js")|style="|<style|onclick|src="http/,
  );
  for (const file of ['/docs/page.css', '/docs/page.js', '/docs/try.js']) {
    const response = await get(file);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(file.endsWith('css') ? 'text/css' : 'text/javascript');
  }
});

test('serves a page with title and language at the root', async () => {
  const { statusCode, body } = await get('/');
  expect(statusCode).toBe(200);
  expect(body).toContain('<html lang="en">');
  expect(body).toContain('<title>Countinghouse payment gateway</title>');
});

describe('a schema in words', () => {
  test('escapes text that is not HTML', () => {
    expect(html`<p>${'<b>&"'} ${html`<i>${1}</i>`} ${[html`a`, html`b`]}</p>`.text).toBe(
      '<p>&lt;b&gt;&amp;&quot; <i>1</i> ab</p>',
    );
  });

  test('names fields with their parents', () => {
    const text = { type: 'string', maxLength: 5 };
    const cards = {
      type: 'array',
      items: { type: 'object', properties: { token: text }, required: ['token'] },
    };
    const part = { anyOf: [{ type: 'object', properties: { cards } }, { type: 'null' }] };
    expect(listSchemaRows({ type: 'object', properties: { part } })).toEqual([
      { name: 'part', type: 'object or null', isRequired: false, description: '' },
      { name: 'part.cards[]', type: 'list', isRequired: false, description: '' },
      { name: 'part.cards[].token', type: 'text, at most 5', isRequired: true, description: '' },
    ]);
    expect(describeType({ type: ['number', 'string'] })).toBe('number or text');
    expect(describeType({ enum: ['A', 'B'] })).toBe('A | B');
    expect(describeType({ anyOf: [{ type: 'number' }, text] })).toBe('number or text, at most 5');
  });
});

test('the changelog has every change, the newest day first', () => {
  const dates = apiChanges.map(({ date }) => date);
  expect(dates).toEqual([...new Set(dates)].toSorted().toReversed());
  expect(dates.every((date) => isCalendarDay(date))).toBe(true);
});
