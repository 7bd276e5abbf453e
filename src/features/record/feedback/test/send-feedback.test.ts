import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hourMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let support: Send;
beforeAll(async () => {
  app = await startApp({
    flags: ['--operator-mail', 'help@operator.example', '--session-idle-minutes', '600'],
  });
  support = await actAs(app, 'support@harbour.example');
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.advance(hourMs);
  await app.owner`delete from feedback`;
  await app.owner`delete from mail_outbox`;
});

const browserInfo = {
  browser: 'Firefox',
  browserVersion: '144.0',
  userAgent: 'Mozilla/5.0',
  device: 'desktop',
  os: 'Linux',
  osVersion: 'unknown',
};
const send = (message: string, more: object = {}) =>
  support('POST', '/users/sendFeedback', { feedbackType: 'support', message, browserInfo, ...more });
const readStored = () => app.owner`select company_id as company, type, message from feedback`;
const readMails = () => app.owner`select template, recipient, contents from mail_outbox`;

test('stores, emails and audits feedback', async () => {
  expect((await send('The grid\nblinks.')).status).toBe(204);
  expect(await readStored()).toEqual([{ company: 1100, type: 'support', message: 'The grid\nblinks.' }]);
  expect(await readMails()).toEqual([
    {
      template: 'feedback',
      recipient: 'help@operator.example',
      contents: {
        from: 'support@harbour.example',
        name: 'Tom Okafor',
        organisation: 'Harbour Group',
        feedbackType: 'support',
        message: 'The grid\nblinks.',
        browserInfo,
      },
    },
  ]);
  const [line] = await app.owner`
    select object_kind as kind, outcome, detail::text as detail from audit_event where act = 'sendFeedback'`;
  expect(line).toEqual({ kind: 'feedback', outcome: 'allowed', detail: '{"feedbackType": "support"}' });
});

test('masks card numbers', async () => {
  await send('My card 4444 3333 2222 1111 and 4444333322221111 fail', {
    browserInfo: { ...browserInfo, device: '4444333322221111' },
  });
  const everything = JSON.stringify([await readStored(), await readMails()]);
  expect(everything).toContain('444433******1111');
  expect(everything).not.toMatch(/4444 ?3333/);
});

test('removes control characters except line breaks', async () => {
  await send('one\r\ntwo\rthree\u0007\u001b[31m');
  expect((await readStored())[0]?.message).toBe('one\ntwo\nthree[31m');
});

test.each([
  ['no message', { message: '' }],
  ['blanks only', { message: ' \n ' }],
  ['a message too long', { message: 'x'.repeat(2001) }],
  ['an unknown type', { feedbackType: 'praise' }],
  ['a header in the browser', { browserInfo: { ...browserInfo, os: 'Linux\r\nBcc: x@evil.example' } }],
  ['a field more', { to: 'x@evil.example' }],
])('rejects %s', async (_name, more) => {
  expect((await send('fine', more)).status).toBe(400);
  expect(await readStored()).toEqual([]);
});

test('accepts two thousand characters', async () => {
  expect((await send('x'.repeat(2000))).status).toBe(204);
});

test('accepts ten messages an hour', async () => {
  const statuses = [];
  for (let n = 0; n < 11; n += 1) statuses.push(await send(`message ${n}`));
  expect(statuses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(204), 429]);
  expect(statuses.at(-1)?.headers['retry-after']).toBe('3600');
  expect((await readStored()).length).toBe(10);
});

test('accepts feedback of a domain user', async () => {
  const domain = await actAs(app, 'domain@demo.example');
  const response = await domain('POST', '/users/sendFeedback', {
    feedbackType: 'other',
    message: 'Hello',
    browserInfo,
  });
  expect(response.status).toBe(204);
  expect(await readStored()).toEqual([{ company: null, type: 'other', message: 'Hello' }]);
});
