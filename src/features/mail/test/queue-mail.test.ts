import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTokenId } from '#server/auth/account-token.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { type StoredMail, renderMail } from '#server/mail/render-mail.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys } from '#testing/template-contents.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const place = { portalUrl: 'https://portal.example', keys: testKeys };
const tokenId = '0b5f5e0e-5f0c-4c6e-9c64-3f7a6f0b1c2d';

test.each(['a@b.example\r\nBcc: evil@x.example', 'a\n@b.example'])('rejects the address %j', async (to) => {
  const values = { name: 'Ada', oldUsername: 'x', newUsername: 'y' };
  const mail = {
    key: to,
    template: 'usernameChange',
    to,
    locale: 'en',
    values,
    now: app.clock.now(),
  } as const;
  await expect(queueMail(app.services.database, mail)).rejects.toThrow('line break');
});

test('rejects line breaks in values except the text of feedback', async () => {
  const { database } = app.services;
  const base = { to: 'a@b.example', locale: 'en', now: app.clock.now() } as const;
  const passwordReset = { name: 'Ada\r\nBcc: x', tokenId };
  await expect(
    queueMail(database, { ...base, key: 'r', template: 'passwordReset', values: passwordReset }),
  ).rejects.toThrow('line break');
  const values = {
    from: 'a@b.example',
    name: 'Ada',
    organisation: 'Harbour',
    feedbackType: 'support',
    message: 'One\nTwo',
    browserInfo: { browser: 'Firefox' },
  };
  await queueMail(database, { ...base, key: 'f', template: 'feedback', values });
  await expect(
    queueMail(database, {
      ...base,
      key: 'g',
      template: 'feedback',
      values: { ...values, browserInfo: { browser: 'x\r\ny' } },
    }),
  ).rejects.toThrow('line break');
});

test.each([
  ['a@b.example', true],
  ['ünï@köln.example', true],
  ['a@b.example, c@d.example', false],
  ['"a b"@c.example', false],
  ['<a@b.example>', false],
  ['a@b@c', false],
  ['@b', false],
  [`${'a'.repeat(260)}@b`, false],
])('%j is one email address: %s', (text, expected) => {
  expect(isMailAddress(text)).toBe(expected);
});

test('stores an email to an invalid address as failed', async () => {
  const values = { name: 'Ada', tokenId };
  await queueMail(app.services.database, {
    key: 'odd',
    template: 'passwordReset',
    to: 'a b@c',
    locale: 'en',
    values,
    now: app.clock.now(),
  });
  const [row] = await app.owner<{ state: string }[]>`select state from mail_outbox where mail_key = 'odd'`;
  expect(row?.state).toBe('failed');
});

test('derives the link’s secret from the id when it is rendered', () => {
  const mail: StoredMail = { template: 'passwordReset', locale: 'en', contents: { name: 'Ada', tokenId } };
  const { text, html } = renderMail(mail, place);
  const [, secret = ''] = /https:\/\/portal\.example\/password\/([\w-]{64})\s/.exec(text) ?? [];
  expect(html).toContain(`href="https://portal.example/password/${secret}"`);
  expect(readTokenId(testKeys.accountLink, secret)).toBe(tokenId);
  expect(readTokenId(testKeys.apiKey, secret)).toBeUndefined();
});

test('escapes values', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const marked = `${name}<img src=x>\r\n"'&`;
      const mail: StoredMail = {
        template: 'invitation',
        locale: 'de',
        contents: { name: marked, organisation: marked, tokenId },
      };
      const { subject, text, html } = renderMail(mail, place);
      expect(subject).toBe('Ihre Einladung zu Countinghouse');
      expect(html).not.toContain('<img');
      expect(text.split('\n')).toHaveLength(
        renderMail({ ...mail, contents: { name: 'A', organisation: 'B', tokenId } }, place).text.split('\n')
          .length,
      );
    }),
  );
});
