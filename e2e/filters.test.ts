import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, follow, openBrowser, openFilter, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '');
const announced = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

/** Opens the filters with keys only, and takes the first that begins with the text. */
async function takeFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.keyboard.press('Enter');
  const entries = page.getByRole('dialog').getByRole('list', { name: 'Filters' }).getByRole('button');
  await entries.first().waitFor();
  const names = await entries.allInnerTexts();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null))
    .toBe(true);
  // The focus is on the first entry, or in the search above it.
  const isSearched = (await page.getByPlaceholder('Search filters').count()) > 0;
  if (isSearched) await page.keyboard.type(name);
  else
    for (let step = names.findIndex((text) => text.startsWith(name)); step > 0; step -= 1)
      await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('sets, changes, removes and clears the filters of the links by keyboard', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/smartlinks');
  await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  const top = async () => (await page.getByRole('grid').boundingBox())?.y;
  const before = await top();
  await takeFilter(page, 'Status');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByPlaceholder('Search choices').waitFor();
  await page.keyboard.type('paid');
  await page.keyboard.press('Enter');
  await page.waitForURL('**state=PAID**');
  await announced(page, 'Filter set: Status: Paid.');
  await expect.poll(() => focused(page)).toBe('Filter');
  // The first chip moves nothing.
  expect(await top()).toBe(before);

  // A value that is none is refused, and what was typed stays.
  await takeFilter(page, 'Amount');
  await page.keyboard.type('lots');
  await page.keyboard.press('Enter');
  const amount = page.getByRole('dialog').getByRole('textbox', { name: 'Amount' });
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
  expect(await amount.inputValue()).toBe('lots');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Filter');
  expect(page.url()).not.toContain('amount');
  await takeFilter(page, 'Customer email');
  await page.keyboard.type('ada.lovell');
  await page.keyboard.press('Enter');
  await page.waitForURL('**emailAddress=ada.lovell**');
  await expect.poll(() => chips(page).count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);

  // The chip changes its filter; Escape changes nothing.
  const chip = page.getByRole('button', { name: 'Change filter: Status: Paid' });
  await chip.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Paid', pressed: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Change filter: Status: Paid');
  await page.keyboard.press('Delete');
  await page.waitForURL((url) => !url.search.includes('state'));
  await announced(page, 'Filter removed: Status: Paid.');
  await expect.poll(() => focused(page)).toBe('Change filter: Customer email: ada.lovell');
  await page.getByRole('button', { name: 'Clear all' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => chips(page).count()).toBe(0);
  await expect.poll(() => focused(page)).toBe('Filter');

  // The text has its own field, with a cross.
  await page.keyboard.press('/');
  await page.keyboard.type('LINK-1002');
  await page.keyboard.press('Enter');
  await page.waitForURL('**reference=LINK-1002**');
  await page.getByText('1 link', { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.search.includes('reference'));
  expect(complaints).toEqual([]);
  await context.close();
});

test('sets and removes the filters of audit and schedules by keyboard', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/audit');
  await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  // The range that the list begins with is a chip, but nothing to clear.
  await expect.poll(() => chips(page).allInnerTexts()).toEqual(['Time: Last 7 days']);
  expect(await page.getByRole('button', { name: 'Clear all' }).count()).toBe(0);
  await takeFilter(page, 'Action');
  await page.getByPlaceholder('Search choices').waitFor();
  await page.keyboard.type('sign in');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**act=**');
  await page.getByRole('button', { name: 'Clear all' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.search.includes('act='));

  await follow(page, '/scheduleList');
  await takeFilter(page, 'Status');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.waitForURL('**status=**');
  await page.getByRole('button', { name: 'Change filter: Status: Active, Suspended' }).focus();
  await page.keyboard.press('Enter');
  // Its own editor empties a filter: the focus stays in the bar.
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.search.includes('status='));
  await expect.poll(() => focused(page)).toBe('Filter');
  expect(complaints).toEqual([]);
  await context.close();
});

test('sets, changes and removes a filter at 390 px', async () => {
  const { page, context, complaints } = await visit(browser, { width: 390 });
  await signIn(page, 'admin@harbour.example', '/smartlinks');
  await page.getByRole('list', { name: 'Smart links' }).getByRole('listitem').first().waitFor();
  const sheet = await openFilter(page, 'Status');
  await sheet.getByRole('button', { name: 'Expired' }).click();
  await page.waitForURL('**state=EXPIRED**');
  // The sheet goes back to its list of filters, with the value, and counts what is behind it.
  await sheet.getByRole('button', { name: /^Status\s*Expired$/ }).waitFor();
  await sheet.getByRole('button', { name: /^Show \d+ links?$/ }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  await page.getByRole('button', { name: 'Change filter: Status: Expired' }).click();
  await sheet.getByRole('button', { name: 'Cancelled' }).click();
  await page.waitForURL('**state=CANCELLED**');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove filter: Status: Cancelled' }).click();
  await page.waitForURL((url) => !url.search.includes('state'));
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
