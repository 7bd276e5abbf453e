import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, openBrowser, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('the sign-in is light; home counts, tells the news and finds by a field', async () => {
  const { page, context, complaints } = await visit(browser);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/statements?date=01%2F11%2F2026');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(loaded.filter((url) => /portal|router|shell/.test(url))).toEqual([]);
  await signIn(page, 'admin@harbour.example');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();

  const today = page.getByText('Transactions today').locator('xpath=..');
  expect(await today.getByRole('link').textContent()).toMatch(/^\d+$/);
  expect(await page.getByRole('region', { name: 'News' }).getByRole('article').count()).toBeGreaterThan(2);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel('Find by').selectOption('last_four');
  await page.getByLabel('What to find').fill('42');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByText('Enter exactly four digits').waitFor();
  await page.getByLabel('What to find').fill('4242');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?**searchField=last_four&value=4242**');
  expect(complaints).toEqual([]);
  await context.close();
});
