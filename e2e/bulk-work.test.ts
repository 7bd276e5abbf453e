import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  closePages,
  merchantPayment,
  merchantRefund,
  openBrowser,
  signIn,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

/** The search for payments of one reference prefix, made beforehand. */
async function openSearch(page: Page, reference: string): Promise<void> {
  await signIn(page, 'admin@harbour.example', `/search?filter.merch_ref=${reference}`);
  await page.getByRole('gridcell').filter({ hasText: reference }).first().waitFor();
}

const dialog = (page: Page) => page.getByRole('dialog');

test('refunds a selection after a review, and shows the result of each payment', async () => {
  const ids = [];
  for (const amount of ['20.00', '3.50', '7.05']) ids.push(await merchantPayment('BULK-REF', amount));
  await merchantRefund(ids[2] ?? '', '7.05');
  const { page, complaints } = await visit(browser);
  await openSearch(page, 'BULK-REF');
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  // The refund and its payment are left out, each with its reason.
  await dialog(page).getByText('23.50 GBP').first().waitFor();
  await dialog(page).getByText('Nothing, or less than this amount, is left to refund.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Refund 2 payments, 23.50 GBP' }).click();
  await dialog(page).getByRole('list', { name: 'Results' }).getByText('Done').nth(1).waitFor();
  expect(await dialog(page).getByRole('list', { name: 'Results' }).getByRole('listitem').count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select all rows' }).waitFor();
  expect(complaints).toEqual([]);
});

test('keeps the selection of other pages, and forgets it with the criteria', async () => {
  const { page, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/search?searchRange=ANY_TIME');
  const boxes = page.getByRole('checkbox', { name: 'Select row' });
  await boxes.first().click();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/offset=25/);
  // The rows of the page before stay until those of this one are there.
  await expect.poll(() => boxes.first().isChecked()).toBe(false);
  await boxes.first().click();
  await page.getByText('2 selected').waitFor();
  // The selection is a file in every format of the export.
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Export as XLS', exact: true }).waitFor();
  await page.getByRole('menuitem', { name: 'Export as XLSX' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Export transactions' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^TransactionReport_.*[.]xlsx$/);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('reads payments beside their list by keyboard', async () => {
  for (const amount of ['1.10', '2.20', '3.30']) await merchantPayment('PEEK', amount);
  const { page, complaints } = await visit(browser);
  await openSearch(page, 'PEEK');
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('3.30 GBP').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('j');
  await dialog(page).getByText('2.20 GBP').first().waitFor();
  await page.keyboard.press('k');
  await dialog(page).getByText('3.30 GBP').first().waitFor();
  // What moves money is on the page only.
  expect(await dialog(page).getByRole('button', { name: 'Refund' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(page.url()).toContain('/search');
  await page.keyboard.press('o');
  await page.waitForURL('**/transactionDetails/**');
  await page.goBack();
  await grid.focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('link', { name: 'Open page' }).waitFor();
  await page.keyboard.press('o');
  await page.waitForURL('**/transactionDetails/**');
  await dialog(page).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('shows jobs and finished work in the top bar, also after another sign-in', async () => {
  await merchantPayment('TRAY', '4.40');
  const { page, complaints } = await visit(browser);
  await openSearch(page, 'TRAY');
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Refund 1 payment, 4.40 GBP' }).click();
  await dialog(page).getByRole('list', { name: 'Results' }).waitFor();
  // The work is the server's: the page may go.
  await page.context().close();
  const again = await visit(browser);
  await signIn(again.page, 'admin@harbour.example');
  await again.page.getByRole('button', { name: /^For you, \d+ new/ }).click();
  await dialog(again.page).getByText('Finished: Refund 1 payment').first().waitFor();
  expect(await axeFindings(again.page)).toEqual([]);
  await again.page.keyboard.press('Escape');
  // Opening it has read everything.
  await again.page.getByRole('button', { name: 'For you', exact: true }).waitFor();
  await again.page.getByRole('button', { name: 'Jobs', exact: true }).click();
  expect(await axeFindings(again.page)).toEqual([]);
  await dialog(again.page).getByRole('button', { name: 'Refund 1 payment' }).first().click();
  await dialog(again.page).getByRole('link', { name: 'TRAY' }).waitFor();
  expect([...complaints, ...again.complaints]).toEqual([]);
});
