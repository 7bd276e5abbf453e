import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  viewports,
  merchantPayment,
  closePages,
  openBrowser,
  settled,
  signIn,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const findDialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

test('takes a case from the search to its outcome, with a file and a list value', async () => {
  const related = await merchantPayment('CASE-1', '31.00');
  const id = await merchantPayment('CASE-2', '32.00');
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'analyst@harbour.example', '/caseManagementSearch');
  await page.getByText(/^Mine, open \d+$/).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // By keyboard: an empty search, then one that finds nothing, then a new case.
  await page.keyboard.press('/');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a transaction ID: digits only').waitFor();
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  await page.getByText('No case for this transaction').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Open a case').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/case/*');
  const payments = page.getByRole('grid', { name: 'Payments' });
  await payments.getByText('Opened from this').waitFor();
  await payments.getByText('Same card').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const caseAddress = new URL(page.url()).pathname;

  // A note, a file whose content does not match its name, and a valid file.
  await page.getByRole('textbox', { name: 'Note' }).fill('The bank named 9902000000000018');
  await button(page, 'Add note').click();
  await page.getByText('The bank named 990200******0018').first().waitFor();
  const choose = (name: string, buffer: Buffer) =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'image/png', buffer });
  await choose('page.png', Buffer.from('<script>alert(1)</script>'));
  await button(page, 'Attach file').click();
  await page.getByText('This isn’t an image or a PDF').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await choose('receipt.png', png);
  await button(page, 'Attach file').click();
  await page.getByText('File attached: receipt.png').waitFor();
  const saving = page.waitForEvent('download');
  await button(page, 'Download receipt.png').click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('receipt.png');
  expect(await readFile(await file.path())).toEqual(png);

  // The outcome, with one value for the block lists. Nothing is ticked before.
  await button(page, 'Close case').click();
  const dialog = findDialog(page);
  await dialog.getByRole('button', { name: 'Close case' }).click();
  await dialog.getByText('Choose an outcome').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByText('Genuine', { exact: true }).click();
  await dialog.getByRole('group', { name: 'Add to allow lists' }).getByRole('checkbox').first().check();
  await dialog.getByText('Fraud', { exact: true }).click();
  const boxes = dialog.getByRole('group', { name: 'Add to block lists' }).getByRole('checkbox');
  await expect.poll(() => boxes.first().isChecked()).toBe(false);
  await dialog.getByRole('checkbox', { name: 'Email: ada.lovell@example.org' }).check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close case' }).click();
  await page.getByText('Closed as fraud').waitFor();
  await page.getByText('Added to the block list: Email: ada.lovell@example.org').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // A search by a related payment goes straight to the case, and the list names it.
  await page.goto(`/caseManagementSearch?searchField=transactionId&value=${related}`);
  await page.waitForURL(`**${caseAddress}`);
  await page.goto('/negativePositiveLists');
  await page.getByRole('gridcell', { name: 'Email', exact: true }).click();
  const row = page.getByRole('row', { name: /ada\.lovell@example\.org/ });
  await row.getByText(`Case ${caseAddress.split('/').at(-1)}`).waitFor();
  // Other journeys pay with this address.
  await row.getByRole('checkbox').check();
  await button(page, 'Remove').click();
  await button(page, 'Remove 1 value').click();
  await page.getByText('Done: 1. Failed: 0.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('names the user who closed the case first', async () => {
  const id = await merchantPayment('CASE-3', '33.00');
  const analyst = await visit(browser);
  const admin = await visit(browser);
  await signIn(analyst.page, 'analyst@harbour.example', `/transactionDetails/${id}`);
  await button(analyst.page, 'More actions').click();
  await analyst.page.getByRole('menuitem', { name: 'Open a case' }).click();
  await analyst.page.waitForURL('**/case/*');
  await signIn(admin.page, 'admin@harbour.example', new URL(analyst.page.url()).pathname);
  await button(admin.page, 'Change owner').click();
  await expect
    .poll(() =>
      admin.page.evaluate("document.activeElement === document.querySelector('[role=dialog] input')"),
    )
    .toBe(true);
  await button(admin.page, 'Cancel').click();
  for (const { page } of [analyst, admin]) {
    await button(page, 'Close case').click();
    await findDialog(page).getByText('Friendly fraud', { exact: true }).click();
  }
  await findDialog(admin.page).getByRole('button', { name: 'Close case' }).click();
  await admin.page.getByText('Closed as friendly fraud').waitFor();
  await findDialog(analyst.page).getByRole('button', { name: 'Close case' }).click();
  await analyst.page.getByText('Your change wasn’t saved').waitFor();
  await analyst.page.getByText(/Amelia Hart changed this case.*Closed as friendly fraud/).waitFor();
  expect(await axeFindings(analyst.page)).toEqual([]);
  await button(analyst.page, 'Reopen case').click();
  await analyst.page.getByText('Case reopened').waitFor();
  // A failure stays at the address of the case.
  const address = new URL(analyst.page.url()).pathname;
  const failure = { status: 500, json: { message: 'internal_server_error', requestId: 'request-4' } };
  await analyst.page.route('**/proxy/async/case/*', (route) => route.fulfill(failure));
  await analyst.page.goto(address);
  await analyst.page.getByText('Couldn’t load case').waitFor();
  await analyst.page.getByText('request-4').waitFor();
  await analyst.page.unroute('**/proxy/async/case/*');
  await button(analyst.page, 'Try again').click();
  await analyst.page.getByText('Case reopened').waitFor();
  await analyst.page.goto('/case/999999999');
  await analyst.page.getByText('Case 999999999 wasn’t found').waitFor();
  expect([...analyst.complaints, ...admin.complaints]).toEqual([]);
  await analyst.context.close();
  await admin.context.close();
});

test.each(viewports())('has no accessibility findings on %s', async (_name, width, dark) => {
  const id = await merchantPayment(`CASE-4-${width}-${dark}`, '34.00');
  const { page, context } = await visit(browser, { width, dark });
  await signIn(
    page,
    'analyst@harbour.example',
    `/caseManagementSearch?searchField=transactionId&value=${id}`,
  );
  const isPhone = width < 700;
  await button(page, 'Open a case').click();
  await page.waitForURL('**/case/*');
  await page.getByText('Opened from this').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  if (isPhone) {
    for (const [tab, text] of [
      ['Notes', 'No notes yet'],
      ['Files', 'No files yet'],
      ['Timeline', 'Case opened'],
    ] as const) {
      await page.getByText(tab, { exact: true }).click();
      await page.getByText(text).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
  }
  await button(page, 'Close case').click();
  await findDialog(page).getByText('Genuine', { exact: true }).click();
  await findDialog(page).getByText('Add to allow lists').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/caseManagementSearch?searchField=customerEmail&value=ada.lovell&searchRange=ANY_TIME');
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  const sideways = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  expect(sideways).toBe(false);
  await context.close();
});
