import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const refusal = {
  status: 'FAILED',
  reasonCode: 'V152',
  reasonMessage: 'The value is too long: transaction.merchantReference',
  field: 'transaction.merchantReference',
  detail: 'too_long',
};

test('shows errors at changed fields, and a refusal until its field is changed', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/smartlinks/create');
  const reference = page.getByLabel('Merchant reference');
  const batchSize = page.getByLabel('Number of links');
  const form = page.getByRole('form', { name: 'Create smart links' });
  const invalid = () => form.locator('[aria-invalid="true"]').count();
  // An unchanged field that was left shows nothing, a changed one its error.
  await batchSize.focus();
  await reference.fill('A@B');
  expect(await invalid()).toBe(0);
  await batchSize.focus();
  await page.getByText('Use only letters, digits, spaces and').waitFor();
  expect(await invalid()).toBe(1);

  await page.getByRole('combobox', { name: 'Installation' }).click();
  await page.keyboard.type('5300001');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await reference.fill('REFUSED');
  await page.route('**/batchCreate', (route) => route.fulfill({ status: 400, json: refusal }));
  // On a busy machine a frame can come before the refusal.
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 15 });
  await page.getByRole('button', { name: 'Create 1 link' }).click();
  await page.getByText('The value is too long: transaction.merchantReference (V152)').waitFor();
  await page.getByText('This value isn’t accepted').waitFor();
  expect(await invalid()).toBe(1);
  await expect.poll(() => reference.evaluate((input) => input === document.activeElement)).toBe(true);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect.poll(() => reference.inputValue()).toBe('REFUSED');
  expect(await axeFindings(page)).toEqual([]);

  // A change of another field keeps the refusal.
  await page.getByLabel('Description').fill('Spring order');
  expect(await invalid()).toBe(1);
  await reference.fill('ACCEPTED');
  await expect.poll(invalid).toBe(0);
  expect(await page.getByText('(V152)').count()).toBe(0);
  await context.close();
});
