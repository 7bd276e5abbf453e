import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, signIn, viewports, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const searchField = (page: Page) =>
  page.getByRole('textbox', { name: 'Name, email, telephone or reference' });

test('finds a customer while typing, reads everything about them, and leaves a note', async () => {
  const { page, complaints } = await visit(browser);
  await signIn(page, 'support@harbour.example', '/customers');
  const grid = page.getByRole('grid', { name: 'Customers' });
  await grid.getByRole('row').nth(1).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // Key by key. The address follows, and Back leads to where the user was before, not through the letters.
  const name = (await grid.getByRole('row').nth(1).getByRole('gridcell').first().innerText()).trim();
  await page.keyboard.press('/');
  await page.keyboard.type(name.toUpperCase(), { delay: 20 });
  await page.waitForURL((url) => url.searchParams.get('text')?.toLowerCase() === name.toLowerCase());
  await grid.getByText(name).first().waitFor();

  // A card number goes nowhere and stays in the field; an unknown name has a way back.
  await searchField(page).fill('4242 4242 4242 4242');
  await page.getByText('This looks like a full card number.').waitFor();
  expect(page.url()).not.toContain('4242');
  await searchField(page).fill('zzqqxx');
  await page.getByText('No customer matches “zzqqxx”').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show the newest' }).click();
  await grid.getByText(name).first().waitFor();
  await expect.poll(() => searchField(page).inputValue()).toBe('');

  // The customer, from the list.
  await grid.getByText(name).first().click();
  await page.waitForURL('**/customers/*');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('grid', { name: 'Transactions' }).getByRole('row').nth(1).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // A note: missing, with a card number, offline, sent.
  const note = page.getByRole('textbox', { name: 'Note for colleagues' });
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Enter a note').waitFor();
  await note.fill('Card 4242424242424242');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Remove the card number').waitFor();
  await note.fill('Rang about the parcel');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('The server isn’t responding.').first().waitFor();
  expect(await note.inputValue()).toBe('Rang about the parcel');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('listitem').getByText('Rang about the parcel').waitFor();
  expect(await note.inputValue()).toBe('');

  // From a payment to its customer again.
  const address = new URL(page.url()).pathname;
  await page.getByRole('grid', { name: 'Transactions' }).getByRole('row').nth(1).click();
  await page.waitForURL('**/transactionDetails/*');
  await page.getByRole('main').locator('a[href^="/customers/transaction/"]').first().click();
  await page.waitForURL(`**${address}`);

  // The search box finds customers first, and completes operators.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('amount:>1 sta');
  await page.getByRole('option', { name: /status:/ }).click();
  await page.keyboard.type('succ');
  await page.getByRole('option', { name: /status:success/ }).click();
  await page.getByRole('option', { name: 'Search transactions: amount:>1 status:success' }).click();
  await page.waitForURL((url) => url.searchParams.get('filter.txn_status') === 'SUCCESS');
  expect(complaints).toEqual([]);
});

test.each(viewports())('customers on %s', async (_name, width, dark) => {
  const { page, complaints } = await visit(browser, { width, dark });
  await signIn(page, 'support@harbour.example', '/customers');
  await searchField(page).waitFor();
  const first = page.getByRole('list', { name: 'Customers' }).getByRole('listitem').first();
  await first.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await first.click();
  await page.waitForURL('**/customers/*');
  await page.getByRole('heading', { name: 'Notes' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});
