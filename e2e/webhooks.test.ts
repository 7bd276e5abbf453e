import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, looks, closePages, openBrowser, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test.each(looks())('shows the list accessibly: %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/webhooks');
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
