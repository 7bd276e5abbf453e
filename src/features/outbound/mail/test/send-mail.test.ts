import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { locales } from '#shared/locales.ts';
import { smtpMailSender } from '#integrations/smtp-mail-sender.ts';
import { createOperator } from '#app/server/processes/operator-server.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { processResetRequests } from '#features/access/account/server/account-jobs.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { type UserMail, queueMail } from '#server/mail/queue-mail.ts';
import { maxMailAttempts } from '#server/mail/mail-outbox.ts';
import { createMetrics } from '#server/metrics.ts';
import { newUser, users } from '#features/access/users/test/user-fixtures.ts';
import { actAs, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sendMail } from '../server/send-mail.ts';
import { type TestMailServer, startMailServer } from './smtp-server.ts';

let app: TestApp;
let server: TestMailServer;
beforeAll(async () => {
  server = await startMailServer();
  const mailSender = smtpMailSender({ url: server.url, from: 'no-reply@pay.example', timeoutMs: 5000 });
  app = await startApp({ services: { mailSender } });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
afterEach(async () => {
  server.setBehaviour('take');
  server.received.length = 0;
  await app.owner`delete from mail_outbox`;
});

const buildUsernameChange = (to: string, more: Partial<UserMail> = {}) =>
  ({
    key: `test:${to}`,
    template: 'usernameChange',
    to,
    locale: 'en',
    values: { name: 'Ada', oldUsername: 'old@harbour.example', newUsername: to },
    now: app.clock.now(),
    ...more,
  }) as UserMail;
const queue = (mail: UserMail) => queueMail(app.services.database, mail);
const run = () => sendMail.run(app.services);
async function readOutbox() {
  return [
    ...(await app.owner<{ recipient: string; state: string; attempts: number; error: string | null }[]>`
      select recipient, state, attempts, last_error as error from mail_outbox order by recipient`),
  ];
}

test('sends a queued email once, as text and HTML', async () => {
  await queue(buildUsernameChange('ada@harbour.example'));
  await queue(buildUsernameChange('ada@harbour.example'));
  await run();
  await run();
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: 'no-reply@pay.example', to: ['ada@harbour.example'] });
  expect(mail?.raw).toContain('Subject: Your username has changed');
  expect(mail?.raw).toMatch(/Content-Type: text\/plain/);
  expect(mail?.raw).toMatch(/Content-Type: text\/html/);
  expect(mail?.raw).toMatch(/Message-ID: <[0-9a-f-]{36}@pay\.example>/i);
  expect(await readOutbox()).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test.each(locales)('renders every email in %s', async (locale) => {
  const at = app.clock.now().toISOString();
  const tokenId = '0b5f5e0e-5f0c-4c6e-9c64-3f7a6f0b1c2d';
  const values = {
    invitation: { name: 'Ada', organisation: 'Harbour', tokenId },
    passwordReset: { name: 'Ada', tokenId },
    usernameChange: { name: 'Ada', oldUsername: 'a@x.example', newUsername: 'b@x.example' },
    passwordChanged: { name: 'Ada', at, ip: '192.0.2.1' },
    newDevice: { name: 'Ada', at, ip: '192.0.2.1', device: 'Firefox, Linux' },
    feedback: {
      from: 'a@x.example',
      name: 'Ada',
      organisation: 'Harbour',
      feedbackType: 'support',
      message: 'One\nTwo',
      browserInfo: { browser: 'Firefox' },
    },
  };
  for (const [template, contents] of Object.entries(values)) {
    await queue(
      buildUsernameChange(`${template.toLowerCase()}@x.example`, {
        template,
        locale,
        values: contents,
      } as Partial<UserMail>),
    );
  }
  // The test's mail server waits for 100 ms with every connection.
  await Promise.all([run(), run(), run()]);
  expect(server.received).toHaveLength(6);
  expect((await readOutbox()).every(({ state }) => state === 'sent')).toBe(true);
});

test('sends an email once with several workers', async () => {
  for (let index = 0; index < 25; index += 1) await queue(buildUsernameChange(`p${index}@harbour.example`));
  await Promise.all([run(), run(), run(), run()]);
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
    Array.from({ length: 25 }, (_, index) => `p${index}@harbour.example`).sort(),
  );
});

test('retries a temporary rejection with back-off up to the limit', async () => {
  await queue(buildUsernameChange('later@harbour.example'));
  server.setBehaviour(451);
  await run();
  expect(await readOutbox()).toMatchObject([
    { state: 'queued', attempts: 1, error: expect.stringContaining('not today') },
  ]);
  await run();
  expect(await readOutbox()).toMatchObject([{ attempts: 1 }]);
  for (let attempt = 2; attempt <= maxMailAttempts; attempt += 1) {
    app.clock.advance(2 ** (attempt - 1) * minuteMs - 1);
    await run();
    expect(await readOutbox()).toMatchObject([{ attempts: attempt - 1, state: 'queued' }]);
    app.clock.advance(1);
    await run();
  }
  expect(await readOutbox()).toMatchObject([{ state: 'failed', attempts: maxMailAttempts }]);
  const operator = createOperator(app.services, createMetrics(), () => false);
  const { body } = await operator.inject('/metrics');
  expect(body).toContain('countinghouse_mails{state="failed"} 1');
  expect(body).toContain('countinghouse_mails{state="sent"} 0');
  await operator.close();
});

test('does not retry a permanent rejection', async () => {
  await queue(buildUsernameChange('gone@harbour.example'));
  server.setBehaviour(550);
  await run();
  expect(await readOutbox()).toMatchObject([{ state: 'failed', attempts: 1 }]);
});

test('retries after a connection lost before the email was sent', async () => {
  await queue(buildUsernameChange('early@harbour.example'));
  server.setBehaviour('silent at once');
  await run();
  expect(await readOutbox()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  server.setBehaviour('take');
  app.clock.advance(2 * minuteMs);
  await run();
  expect(await readOutbox()).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('does not retry after a timeout with the email sent', async () => {
  await queue(buildUsernameChange('doubt@harbour.example'));
  server.setBehaviour('silent after taking');
  await run();
  server.setBehaviour('take');
  app.clock.advance(dayMs);
  await run();
  expect(server.received).toHaveLength(1);
  expect(await readOutbox()).toMatchObject([{ state: 'in-doubt', attempts: 1 }]);
});

test('marks the email of a crashed worker as in doubt', async () => {
  await queue(buildUsernameChange('crash@harbour.example'));
  await app.owner`update mail_outbox set state = 'sending', attempts = 1, claimed_at = ${app.clock.now()}`;
  await run();
  expect(await readOutbox()).toMatchObject([{ state: 'sending' }]);
  app.clock.advance(11 * minuteMs);
  await run();
  expect(server.received).toHaveLength(0);
  expect(await readOutbox()).toMatchObject([{ state: 'in-doubt' }]);
});

test('keeps emails without a mail server', async () => {
  await queue(buildUsernameChange('old@harbour.example'));
  const without = { ...app.services, mailSender: undefined };
  await sendMail.run(without);
  expect(await readOutbox()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  app.clock.advance(4 * dayMs);
  await queue(buildUsernameChange('young@harbour.example'));
  await run();
  expect(await readOutbox()).toMatchObject([
    { recipient: 'old@harbour.example', state: 'failed' },
    { recipient: 'young@harbour.example', state: 'sent' },
  ]);
});

test('serves sign-in and reset while the mail server is down', async () => {
  const measureWait = async () => {
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    const reset = await send('POST', '/users/forgottenPassword/coffee%40harbour.example');
    const credentials = { username: 'admin@harbour.example', password: demoPassword };
    const signIn = await send('POST', '/auth/login', credentials);
    await processResetRequests.run(app.services);
    return [reset.status, reset.body, signIn.status, Object.keys(signIn.body)];
  };
  const usualWait = await measureWait();
  await app.owner`delete from mail_outbox`;
  app.clock.advance(hourMs);
  const { mailSender } = app.services;
  // No server listens on this port.
  app.services.mailSender = smtpMailSender({ url: 'smtp://127.0.0.1:1', from: 'no-reply@pay.example' });
  expect(await measureWait()).toEqual(usualWait);
  await Promise.all([run(), run()]);
  const queued = { state: 'queued', attempts: 1, error: expect.any(String) };
  expect(await readOutbox()).toEqual([
    { recipient: 'admin@harbour.example', ...queued },
    { recipient: 'coffee@harbour.example', ...queued },
  ]);
  app.services.mailSender = mailSender;
  app.clock.advance(2 * minuteMs);
  await Promise.all([run(), run()]);
  await run();
  expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual([
    'admin@harbour.example',
    'coffee@harbour.example',
  ]);
});

test.each([
  ['a carriage return and a line feed', '\r\n'],
  ['a bare line feed', '\n'],
  ['a line separator', '\u2028'],
  ['a next-line sign', '\u0085'],
])('%s injects no header', async (_title, sign) => {
  const text = `Ada${sign}Bcc: evil@x.example`;
  const send = await actAs(app, 'admin@harbour.example');
  await app.owner`delete from mail_outbox`;
  for (const part of [
    { userName: `a@x.example${sign}Bcc:evil@x.example` },
    { name: { givenName: text, familyName: 'Moreau' } },
  ]) {
    expect((await send('POST', users, newUser(part))).status).toBe(400);
  }
  const browserInfo = {
    browser: 'b',
    browserVersion: '1',
    userAgent: 'u',
    device: 'd',
    os: 'o',
    osVersion: '1',
  };
  const feedback = { feedbackType: 'support', message: text, browserInfo };
  const injected = { ...feedback, browserInfo: { ...browserInfo, os: text } };
  if (sign !== '\u2028') expect((await send('POST', '/users/sendFeedback', injected)).status).toBe(400);
  expect((await send('POST', '/users/sendFeedback', feedback)).status).toBe(204);
  await run();
  const [mail] = server.received;
  const [head = ''] = mail?.raw.split('\r\n\r\n') ?? [];
  expect(
    head
      .match(/^(?:subject|to|cc|bcc):/gim)
      ?.map((line) => line.toLowerCase())
      .toSorted(),
  ).toEqual(['subject:', 'to:']);
  expect(server.received.flatMap(({ to }) => to)).toEqual([app.services.config.operatorMail]);
});

test('sends a receipt in the name of the merchant from our address', async () => {
  const values = {
    merchant: 'Harbour Coffee',
    amount: '£7.80',
    card: '•••• 0018',
    reference: 'A1',
    at: '2026-11-23T10:00:00.000Z',
    timeZone: 'Europe/London',
    senderName: 'Harbour Coffee',
    replyTo: 'shop@harbour.example',
  };
  const receipt = { key: 'receipt:1', template: 'paymentReceipt', values };
  await queue(buildUsernameChange('payer@example.org', receipt as object));
  await run();
  const [mail] = server.received;
  expect(mail?.from).toBe('no-reply@pay.example');
  expect(mail?.raw).toMatch(/^From: Harbour Coffee <no-reply@pay\.example>/m);
  expect(mail?.raw).toMatch(/^Reply-To: shop@harbour\.example/m);
});
