import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueMail } from '#server/mail/queue-mail.ts';
import { createPortal } from '#app/server/processes/portal-server.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const tokenId = '0b5f5e0e-5f0c-4c6e-9c64-3f7a6f0b1c2d';
  for (const [at, state] of ['queued', 'sending', 'sent', 'failed', 'in-doubt'].entries()) {
    await queueMail(app.services.database, {
      key: `k${at}`,
      template: 'passwordReset',
      to: `p${at}@x.example`,
      locale: 'en',
      values: { name: '<b>Ada</b>', tokenId },
      now: app.clock.now(),
    });
    await app.owner`update mail_outbox set state = ${state} where mail_key = ${`k${at}`}`;
  }
});
afterAll(() => app.stop());

const html = { accept: 'text/html' };

test('shows the emails of a demo as text and HTML', async () => {
  const list = await app.portal.inject({ url: '/debug/mail', headers: html });
  for (const state of ['queued', 'sending', 'sent', 'failed', 'in-doubt']) expect(list.body).toContain(state);
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
