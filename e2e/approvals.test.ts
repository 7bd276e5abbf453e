import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, viewports, closePages, follow, openBrowser, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test.each(viewports())('shows requests and policy accessibly: %s', async (_name, width, dark) => {
  const { page, context, complaints } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/approvals');
  await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await follow(page, '/settings/approvals');
  await page.getByRole('heading', { name: 'Approval policy', level: 1 }).waitFor();
  await page.getByText('Actions that need approval').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});
