import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('an address that cannot be decoded shows the page that says so, with the headers of every page', async () => {
  const answer = await app.portal.inject({ url: '/setup/%E0%A4%A', headers: { accept: 'text/html' } });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/error?errorCode=404']);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});

test('to a call, and on the gateway, it is a problem like any other', async () => {
  const call = await app.portal.inject({ url: '/proxy/%E0%A4%A', headers: { accept: 'application/json' } });
  expect([call.statusCode, call.json().httpStatus, call.json().message]).toEqual([400, 400, 'body']);
  const shop = await app.gateway.inject({ url: '/acceptor/%E0%A4%A', headers: { accept: 'text/html' } });
  expect(shop.statusCode).toBe(400);
});
