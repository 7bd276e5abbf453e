import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, follow, openBrowser, signIn, viewports, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('moves the time of a company, shows it on every screen and ends it', async () => {
  const { page, complaints } = await visit(browser);
  await signIn(page, 'admin@meridian.example', '/settings/test-clock');
  await page.getByRole('heading', { name: 'Test clock', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('Enter a day as dd/MM/yyyy and a time.').waitFor();
  await page.getByLabel('Day', { exact: true }).fill('01/01/2020');
  await page.getByText('The clock only goes forward.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Day', { exact: true }).fill('');
  await page.getByRole('button', { name: '+1 day' }).click();
  await page.getByText('Set ahead').waitFor({ timeout: 60_000 });
  const banner = page.getByRole('region', { name: 'Test clock' });
  await banner.getByText(/^This company has a test clock: /).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await follow(page, '/scheduleList');
  await banner.waitFor();
  await banner.getByRole('link', { name: 'Test clock' }).click();
  await page.getByRole('button', { name: 'Back to real time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Go back to real time?' });
  await dialog.getByText(/Everything made under the test clock keeps its date/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back to real time' }).click();
  await page.getByText('Real time', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: '+1 day' }).waitFor({ timeout: 60_000 });
  await banner.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test.each(viewports())('the screen fits on %s', async (_name, width, dark) => {
  const { page, complaints } = await visit(browser, { width, dark });
  await signIn(page, 'admin@meridian.example', '/settings/test-clock');
  await page.getByRole('button', { name: '+1 month' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
