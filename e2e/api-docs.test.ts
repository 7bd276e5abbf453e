import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, viewports, visit } from './browser.ts';
import { gatewayUrl } from './own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test.each(viewports())('shows examples in the language of the reader: %s', async (_name, width, dark) => {
  const { page, context, complaints } = await visit(browser, { width, dark });
  await page.goto(`${gatewayUrl()}/docs`);
  const selected = () => page.getByRole('tab', { selected: true }).allTextContents();
  expect(await selected()).toEqual(['Node', 'curl', 'curl']);
  await page.getByRole('tab', { name: 'curl' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await selected()).toEqual(['PHP', 'PHP', 'PHP']);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('PHP');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Copy');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Try it');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toContain('$client->payments->take(');
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${gatewayUrl()}/docs/webhooks`);
  expect(await selected()).toEqual(['PHP', 'PHP']);
  await page.getByText('function is_genuine').waitFor();
  expect(await page.getByText('def is_genuine').isVisible()).toBe(false);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports())(
  'sends the calls of the quick start with a test key: %s',
  async (_name, width, dark) => {
    const { page, context, complaints } = await visit(browser, { width, dark });
    await page.goto(`${gatewayUrl()}/docs`);
    await page.getByRole('button', { name: 'Try it' }).first().press('Enter');
    const panel = page.getByRole('group', { name: 'Try it' }).first();
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('Enter the secret of a test key first.').waitFor();
    const key = panel.getByLabel(/^Test key/);
    await key.fill('cs_live_1_abc');
    await key.press('Enter');
    await panel.getByText('This is a live key.').waitFor();
    await key.fill('cs_test_1_abc');
    await key.press('Enter');
    await panel.getByText('No key has this secret').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await key.fill('harbour-api:harbour-api-key-demo');
    await key.press('Enter');
    await panel.getByLabel('Installation').waitFor();
    await panel.getByLabel('Installation').selectOption('5300001');
    const body = panel.getByLabel('Body');
    await body.fill(`${await body.inputValue()} x`);
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('This is not JSON.').waitFor();
    await body.fill((await body.inputValue()).slice(0, -2));
    await context.setOffline(true);
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('The gateway did not respond.').waitFor();
    await context.setOffline(false);
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('SUCCESS').first().waitFor();
    const paid = await panel.getByRole('group', { name: 'Response' }).textContent();
    const [, transactionId = ''] = /"transactionId": "(\d+)"/.exec(paid ?? '') ?? [];
    await page.getByRole('button', { name: 'Try it' }).nth(1).click();
    const refund = page.getByRole('group', { name: 'Try it' }).nth(1);
    expect(await refund.getByLabel('POST').inputValue()).toContain(`/5300001/${transactionId}/refund`);
    await refund.getByRole('button', { name: 'Send' }).click();
    await refund.getByText('SUCCESS').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // The key and the ids serve the other chapters, until the tab is closed.
    await page.goto(`${gatewayUrl()}/docs/reference#readPayment`);
    const reference = page.locator('#readPayment');
    await reference.getByRole('button', { name: 'Try it' }).click();
    expect(await reference.getByLabel('GET').inputValue()).toContain(`/5300001/${transactionId}`);
    await reference.getByLabel('GET').fill('https://elsewhere.example/');
    await reference.getByRole('button', { name: 'Send' }).click();
    await reference.getByText('Enter a path of this gateway').waitFor();
    await reference.getByRole('button', { name: 'Forget the key' }).click();
    await page.reload();
    await reference.getByRole('button', { name: 'Try it' }).click();
    await reference.getByLabel(/^Test key/).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(complaints.filter((text) => !/401|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
    await context.close();
  },
);

test('shows each example once without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${gatewayUrl()}/docs/webhooks`);
  expect(await page.getByText('function isGenuine').isVisible()).toBe(true);
  expect(await page.getByText('def is_genuine').isVisible()).toBe(false);
  expect(await page.getByRole('tab').count()).toBe(0);
  await context.close();
});
