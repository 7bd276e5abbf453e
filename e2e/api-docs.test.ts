import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, closePages, openBrowser, viewports, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test.each(viewports())('shows examples in the language of the reader: %s', async (_name, width, dark) => {
  const { page, context, complaints } = await visit(browser, { width, dark });
  await page.goto(`${inject('gatewayUrl')}/docs`);
  const selected = () => page.getByRole('tab', { selected: true }).allTextContents();
  expect(await selected()).toEqual(['Node', 'curl', 'curl']);
  await page.getByRole('tab', { name: 'curl' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await selected()).toEqual(['PHP', 'PHP', 'PHP']);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('PHP');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toContain('$client->payments->take(');
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${inject('gatewayUrl')}/docs/webhooks`);
  expect(await selected()).toEqual(['PHP', 'PHP']);
  await page.getByText('function is_genuine').waitFor();
  expect(await page.getByText('def is_genuine').isVisible()).toBe(false);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test('shows each example once without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${inject('gatewayUrl')}/docs/webhooks`);
  expect(await page.getByText('function isGenuine').isVisible()).toBe(true);
  expect(await page.getByText('def is_genuine').isVisible()).toBe(false);
  expect(await page.getByRole('tab').count()).toBe(0);
  await context.close();
});
