import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function policyOf(url: string): Promise<string> {
  const response = await app.portal.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  return String(response.headers['content-security-policy']);
}
const framedBy = async (url: string) => /frame-ancestors ([^;]+)/.exec(await policyOf(url))?.[1];

test.each([
  '/virtual-terminal/transaction-redirect',
  '/virtual-terminal/transaction-redirect/',
  '/virtual-terminal/transaction-redirect?sessionId=x&isGuestPayment=true',
])('%s may be embedded by the portal', async (url) => {
  expect(await framedBy(url)).toBe("'self'");
});

test.each([
  '/virtual-terminal',
  '/virtual-terminal/transaction-redirect/x',
  '/virtual-terminal/transaction-redirects',
  '/x?y=/virtual-terminal/transaction-redirect',
  '/login',
  '/proxy/virtual-terminal/transaction-redirect',
])('%s may not be embedded', async (url) => {
  expect(await framedBy(url)).toBe("'none'");
});

test('allows frames of the gateway and of our own pages only', async () => {
  const policy = await policyOf('/virtual-terminal');
  const { origin } = new URL(app.services.config.checkoutUrl);
  expect(/frame-src ([^;]+)/.exec(policy)?.[1]).toBe(`'self' ${origin}`);
});
