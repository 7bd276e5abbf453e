import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, openBrowser, shopPayment, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openDetails(id: string, width = 1440) {
  const visitor = await visit(browser, { width });
  await signIn(visitor.page, 'coffee@harbour.example');
  await visitor.page.waitForURL('**/home');
  await visitor.page.goto(`/transactionDetails/${id}`);
  return visitor;
}

async function askFor(page: Page, action: string, amount?: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  if (amount) await page.getByRole('dialog').getByLabel('Amount').fill(amount);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
}

const refunds = (page: Page) => page.getByRole('row').filter({ hasText: 'Refund' });

test('a refund that waits for the bank says so, and the page reads anew', async () => {
  const { page, context, complaints } = await openDetails(await shopPayment('FOLLOW-1', '20.00'), 390);
  await askFor(page, 'Refund', '5.77');
  await page.getByRole('button', { name: /^Refund 5\.77/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Refund is being processed').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button').last().click();
  await page.waitForURL('**fromSecondaryAction=REFUND**');
  await page.getByText('-5.77').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a refused refund gives its reason and keeps what was typed', async () => {
  const { page, context } = await openDetails(await shopPayment('FOLLOW-2', '20.00'));
  await askFor(page, 'Refund', '5.51');
  await page.getByRole('button', { name: /^Refund 5\.51/ }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Not refunded' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).last().click();
  expect(await page.getByRole('dialog').getByLabel('Amount').inputValue()).toContain('5.51');
  await context.close();
});

test('an answer that is lost is asked again under the same key: one refund', async () => {
  const id = await shopPayment('FOLLOW-3', '20.00');
  const { page, context } = await openDetails(id);
  const keys: (string | undefined)[] = [];
  await page.route('**/refund', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The server has done it; only its answer does not arrive.
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await askFor(page, 'Refund', '4.00');
  await page.getByRole('button', { name: /^Refund 4\.00/ }).click();
  await page.getByRole('dialog').getByText('not known whether this went through').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Refund 4\.00/ }).click();
  await page.getByRole('dialog').getByText('Refunded').first().waitFor();
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByText('-4.00').first().waitFor();
  expect(await refunds(page).count()).toBe(1);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  await context.close();
});

test('a payout that was begun is completed', async () => {
  const { page, context } = await openDetails(await shopPayment('FOLLOW-4', '30.00', true, 'payout'));
  await askFor(page, 'Complete');
  await page.getByRole('button', { name: /^Pay out .*30\.00/ }).click();
  await page.getByRole('dialog').getByText('Payout completed').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
