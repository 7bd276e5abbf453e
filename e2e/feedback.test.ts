import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('sends feedback by keyboard alone, with counter and confirmation', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'support@harbour.example');
  await page.waitForURL('**/home');
  await page.getByRole('link', { name: 'Feedback' }).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/feedback');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send feedback' }).focus();
  await page.keyboard.press('Enter');
  const message = page.getByLabel('Your message');
  await page.getByText('Enter your message').waitFor();
  await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.type('The list jumps when I sort it.');
  await page.getByText('30 of 2,000 characters').waitFor();
  await message.fill('x'.repeat(2001));
  await page.getByText('Use at most 2,000 characters').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await message.fill('The list jumps when I sort it.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Report a problem' });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await message.count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  // After sending, leaving needs no confirmation.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.waitForURL('**/home');
  expect(complaints).toEqual([]);
  await context.close();
});

test('confirms a suggestion with its own text', async () => {
  const { page, context } = await visit(browser, { width: 390, dark: true });
  await signIn(page, 'support@harbour.example', '/feedback');
  await page.getByRole('combobox', { name: 'What is it about?' }).click();
  await page.getByRole('option', { name: 'Suggest a new feature' }).click();
  await page.getByLabel('Your message').fill('A dark mode for receipts.');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await page.getByRole('heading', { name: 'Product suggestions' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  await context.close();
});

test("keeps the text through a failure, leaving and the session's end", async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'support@harbour.example', '/feedback');
  const message = page.getByLabel('Your message');
  const send = page.getByRole('button', { name: 'Send feedback' });
  const typed = 'Typed once, and for all.';
  await message.fill(typed);

  await page.route('**/users/sendFeedback', (route) =>
    route.fulfill({ status: 500, json: { message: 'internal_server_error', requestId: 'request-9' } }),
  );
  await send.click();
  await page.getByText('Couldn’t send your feedback').waitFor();
  await page.getByText('request-9').waitFor();
  await expect.poll(() => message.inputValue()).toBe(typed);
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute('**/users/sendFeedback');

  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on page' }).click();
  await expect.poll(() => message.inputValue()).toBe(typed);

  await context.clearCookies({ name: 'session' });
  await send.click();
  const signInDialog = page.getByRole('dialog');
  await signInDialog.getByLabel('Password').first().fill('Countinghouse-Demo-1');
  await signInDialog.getByRole('button', { name: 'Sign in' }).click();
  await signInDialog.waitFor({ state: 'detached' });
  await expect.poll(() => message.inputValue()).toBe(typed);
  await send.click();
  await page.getByRole('heading', { name: 'Report a problem' }).waitFor();
  await context.close();
});
