import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, viewports, closePages, openBrowser, signIn, startAction, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('creates, changes and deletes a role', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/settings/roles');
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('heading', { name: 'Create role', level: 1 }).waitFor();
  await page.getByLabel('Name').fill('Journey desk');
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByText('Choose at least one permission').waitFor();
  await page.getByLabel('Refund payments').check();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('heading', { name: 'Journey desk', level: 1 }).waitFor();
  await page.getByText('No one has this role.').waitFor();
  await page.getByLabel('Take payments').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The role was changed.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await startAction(page, 'Delete role');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click();
  await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Journey desk').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports())('shows a standard role read only: %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/roles/viewer');
  await page.getByRole('heading', { name: 'Viewer', level: 1 }).waitFor();
  await page.getByText('You can’t change a standard role.').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
