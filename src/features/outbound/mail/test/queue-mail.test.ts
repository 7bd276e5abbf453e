import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTokenId } from '#server/auth/account-token.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { type StoredMail, renderMail } from '#server/mail/render-mail.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys, testStart } from '#testing/template-contents.ts';
import { createPortal } from '#app/server/processes/portal-server.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('the emails of a demo', () => {
  beforeAll(async () => {
    const tokenId = '0b5f5e0e-5f0c-4c6e-9c64-3f7a6f0b1c2d';
    for (const [index, state] of ['queued', 'sending', 'sent', 'failed', 'in-doubt'].entries()) {
      await queueMail(app.services.database, {
        key: `k${index}`,
        template: 'passwordReset',
        to: `p${index}@x.example`,
        locale: 'en',
        values: { name: '<b>Ada</b>', tokenId },
        now: app.clock.now(),
      });
      await app.owner`update mail_outbox set state = ${state} where mail_key = ${`k${index}`}`;
    }
  });

  const html = { accept: 'text/html' };

  test('shows the emails of a demo as text and HTML', async () => {
    const list = await app.portal.inject({ url: '/debug/mail', headers: html });
    for (const state of ['queued', 'sending', 'sent', 'failed', 'in-doubt'])
      expect(list.body).toContain(state);
    const links = [...list.body.matchAll(/href="(\/debug\/mail\/[\w-]+)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(5);
    for (const link of links) {
      const mail = await app.portal.inject({ url: link, headers: html });
      expect(mail.body).toMatch(/href="http:\/\/localhost:8080\/password\/[\w-]{64}"/);
      expect(mail.body).not.toContain('<b>');
      const asHtml = await app.portal.inject({ url: `${link}/html`, headers: html });
      expect(asHtml.body).toContain('&lt;b&gt;Ada');
      for (const response of [list, mail, asHtml]) {
        const policy = String(response.headers['content-security-policy']);
        expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
        expect(policy).not.toContain('unsafe');
        expect(response.headers['cache-control']).toBe('no-store');
      }
    }
  });

  test('returns 404 for unknown emails', async () => {
    for (const url of ['/debug/mail/nonsense', '/debug/mail/nonsense/html']) {
      expect((await app.portal.inject({ url })).statusCode).toBe(404);
    }
  });

  test('returns 404 to other machines and through a proxy', async () => {
    const reach = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      (await app.portal.inject({ url: '/debug/mail', headers, remoteAddress })).statusCode;
    expect(await reach({})).toBe(200);
    expect(await reach({}, '192.0.2.7')).toBe(404);
    expect(await reach({ 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    expect(await reach({ forwarded: 'for=127.0.0.1' })).toBe(404);
  });

  test('does not exist in production', async () => {
    const config = { ...app.services.config, demo: 'none' as const };
    const services: Services = { ...app.services, config };
    const portal = await createPortal(services, createMetrics());
    expect((await portal.inject({ url: '/debug/mail' })).statusCode).toBe(404);
    await portal.close();
  });
});

describe('queueMail', () => {
  const mailContext = { portalUrl: 'https://portal.example', keys: testKeys };
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
    const { text, html } = renderMail(mail, mailContext);
    const [, secret = ''] = /https:\/\/portal\.example\/password\/([\w-]{64})\s/.exec(text) ?? [];
    expect(html).toContain(`href="https://portal.example/password/${secret}"`);
    expect(readTokenId(testKeys.accountLink, secret, testStart)).toBe(tokenId);
    expect(readTokenId(testKeys.apiKey, secret, testStart)).toBeUndefined();
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
        const { subject, text, html } = renderMail(mail, mailContext);
        expect(subject).toBe('Ihre Einladung zu Countinghouse');
        expect(html).not.toContain('<img');
        expect(text.split('\n')).toHaveLength(
          renderMail(
            { ...mail, contents: { name: 'A', organisation: 'B', tokenId } },
            mailContext,
          ).text.split('\n').length,
        );
      }),
    );
  });
});
