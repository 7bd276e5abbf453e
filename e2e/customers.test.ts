import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, merchantCall, openBrowser, signIn, viewports, visit } from './browser.ts';

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

test.each([1440, 390])('support answers “I was charged twice” from a first name, at %i px', async (width) => {
  // A name that no other customer has, and an amount that its card has paid twice, also when the test is repeated.
  const firstName = 'Quenby';
  const run = Date.now() % 100_000;
  const amount = (100 + run / 100).toFixed(2);
  const pay = async (merchantRef: string, ofAmount: string): Promise<string> => {
    const response = await merchantCall('payment', {
      transaction: { currency: 'GBP', amount: ofAmount, merchantRef, commerceType: 'ECOM' },
      paymentMethod: {
        card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123', cardHolderName: firstName },
      },
      customer: { displayName: `${firstName} Ashdown`, email: `${firstName}@example.org`, ip: '192.0.2.9' },
    });
    const { transaction } = (await response.json()) as { transaction: { transactionId: string } };
    return transaction.transactionId;
  };
  await pay(`OTHER-${run}`, '12.00');
  const first = await pay(`ORDER-${run}`, amount);
  const second = await pay(`AGAIN-${run}`, amount);
  const { page, complaints } = await visit(browser, { width });
  await signIn(page, 'support@harbour.example', '/home');
  await page.getByRole('heading', { level: 1 }).waitFor();

  // From the search box to both payments of one amount, and to the notice that names them.
  if (width === 390) await page.getByRole('button', { name: 'Search or jump to' }).click();
  else await page.keyboard.press('Control+k');
  await page.keyboard.type(firstName.toLowerCase());
  await page.getByRole('option', { name: new RegExp(`^${firstName} Ashdown`) }).click();
  await page.getByRole('heading', { level: 1, name: `${firstName} Ashdown` }).waitFor();
  const payments =
    width === 390
      ? page.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
      : page.getByRole('grid', { name: 'Transactions' }).getByRole('row');
  const equal = payments.filter({ hasText: amount });
  await expect.poll(() => equal.count()).toBe(2);
  await equal.first().click();
  await page.waitForURL(`**/transactionDetails/${second}`);
  await page.getByText(`2 payments of ${amount} GBP with this card within 10 minutes`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const other = page.getByRole('main').getByRole('link', { name: first, exact: true });
  expect(await other.getAttribute('href')).toContain(first);

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(complaints).toEqual([]);
});
