import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  viewports,
  closePages,
  follow,
  openBrowser,
  merchantPayment,
  merchantRefund,
  signIn,
  visit,
  startAction,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('finds a payment by reference, refunds a part and shows it', async () => {
  const id = await merchantPayment('JOURNEY-1', '12.50');
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: 'Transactions' }).click();
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await page.waitForURL('**/search**');
  // Home has a search form too, and stays until the screen is loaded.
  await page.getByRole('heading', { name: 'Transaction search' }).waitFor();
  await page.getByRole('combobox', { name: 'Search by' }).selectOption('Merchant reference');
  await page.getByRole('search').getByRole('textbox', { name: 'Merchant reference' }).fill('JOURNEY-1');
  await page.keyboard.press('Enter');
  await page.getByText('1 transaction').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: id }).click();
  await page.waitForURL(`**/transactionDetails/${id}**`);
  await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await startAction(page, 'Refund');
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Amount');
  // The full remainder is preselected, without an amount field.
  await dialog.getByText('Full · 12.50 GBP').waitFor();
  await dialog.getByText('Remaining after this refund: 0.00 GBP').waitFor();
  expect(await amount.count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('radio', { name: 'Full · 12.50 GBP' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect.poll(() => amount.evaluate((input) => input === document.activeElement)).toBe(true);
  // Above the available amount: the error is at the field, and the text stays.
  await amount.fill('');
  await amount.pressSequentially('1,234.50');
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByText('You can refund at most').waitFor();
  await expect.poll(() => amount.inputValue()).toBe('1,234.50');
  await amount.fill('1.005');
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByText('GBP has at most 2 decimal places').waitFor();
  await amount.fill('5.25');
  await dialog.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: /^Refund 5\.25/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /^Refund 5\.25/ }).click();
  await page.getByRole('dialog').getByText('Refund sent').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.waitForURL('**fromSecondaryAction=REFUND**');
  await page.getByText('−5.25 GBP').first().waitFor();
  await page.getByText('5.25 GBP of 12.50 GBP refunded').waitFor();
  await page.getByText('7.25 GBP').first().waitFor();
  await expectWheelScrollsPage(page);
  await startAction(page, 'Refund');
  // The page reloads the remaining amount.
  const refundAgain = page.getByRole('dialog').filter({ hasText: /^Refund transaction/ });
  await refundAgain.getByText('Full · 7.25 GBP').waitFor();

  // The merchant has refunded first, so the refund is rejected and the remainder is reloaded.
  await merchantRefund(id, '5.00');
  await refundAgain.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: /^Refund 7\.25/ }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Refund failed' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).last().click();
  await refundAgain.getByText('2.25 GBP').first().waitFor();
  await refundAgain.getByText('Full · 2.25 GBP').waitFor();
  await refundAgain.getByRole('button', { name: 'Review refund' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** With the pointer over a grid that cannot scroll, the wheel scrolls the page. */
async function expectWheelScrollsPage(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Related transactions' });
  const top = async () => (await grid.boundingBox())?.y ?? 0;
  await grid.scrollIntoViewIfNeeded();
  await grid.hover();
  const before = await top();
  await page.mouse.wheel(0, 120);
  await expect.poll(top).toBeLessThan(before);
}

test('captures one authorisation and cancels another', async () => {
  const captured = await merchantPayment('JOURNEY-2', '40.00', true);
  const cancelled = await merchantPayment('JOURNEY-3', '41.00', true);
  const { page, context } = await visit(browser);
  await signIn(page, 'coffee@harbour.example', `/transactionDetails/${captured}`);
  await startAction(page, 'Capture');
  await page.getByRole('dialog').locator('button[type="submit"]').click();
  await page.getByRole('button', { name: /^Capture 40\.00/ }).click();
  await page.getByRole('dialog').getByText('Payment captured').first().waitFor();
  await page.goto(`/transactionDetails/${cancelled}`);
  await startAction(page, 'Cancel');
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Cancel .*41\.00/ });
  const next = page.getByRole('dialog').locator('button[type="submit"]');
  await confirm.or(next).first().waitFor();
  if (await next.isVisible()) await next.click();
  await confirm.click();
  await page.getByRole('dialog').getByText('Transaction cancelled').first().waitFor();
  await page.goto(`/transactionDetails/${cancelled}`);
  await page.getByText('Voided').first().waitFor();
  expect(await page.getByRole('button', { name: 'Capture' }).count()).toBe(0);
  await context.close();
});

test('offers no refund to a read-only user and explains a closed screen', async () => {
  const id = await merchantPayment('JOURNEY-4', '8.00');
  const { page, context } = await visit(browser);
  await signIn(page, 'support@harbour.example', `/transactionDetails/${id}`);
  await page
    .getByRole('heading', { name: /8\.00|Transaction/ })
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  await page.goto('/error?errorCode=403');
  await page.getByRole('heading').first().waitFor();
  await context.close();
});

test("hides another company's transaction", async () => {
  const id = await merchantPayment('JOURNEY-5', '9.00');
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@meridian.example', `/transactionDetails/${id}`);
  await page.waitForURL('**/error?errorCode=404');
  expect(await page.getByText('9.00').count()).toBe(0);
  await context.close();
});

test.each(viewports())(
  'search and details pass axe and never scroll sideways: %s',
  async (_name, width, dark) => {
    const id = await merchantPayment(`JOURNEY-${width}-${dark}`, '7.00');
    const { page, context, complaints } = await visit(browser, { width, dark });
    const search = '/search?searchRange=ANY_TIME';
    await signIn(page, 'admin@harbour.example', search);
    for (const path of [search, `/transactionDetails/${id}`]) {
      if (path !== search) await follow(page, path);
      // A card on a phone starts with the amount.
      const isCard = path.startsWith('/search') && (width ?? 1280) < 700;
      await page
        .getByText(isCard ? '7.00 GBP' : id)
        .first()
        .waitFor();
      expect(await axeFindings(page), path).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    }
    await expectRareParts(page, id);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

/**
 * A network token replaces the CV2. The grid of triggered rules keeps its proportions (docs/domain.md#transaction-details).
 * On a phone the grids of the page are cards, with the amount on the screen.
 */
async function expectRareParts(page: Page, id: string): Promise<void> {
  await page.route(`**/tqs/transaction/${id}`, async (route) => {
    const transaction = (await (await route.fetch()).json()) as object;
    const triggeredRules = [{ ruleId: '1', ruleName: 'Many cards', action: 'BLOCK' }];
    const rulesServiceResult = {
      overallAction: 'BLOCK',
      overallDeferParameter: null,
      isServiceAvailable: true,
      triggeredRules,
    };
    const token = { cv2Check: 'NOT_CHECKED', networkTokenDetails: { usage: 'USED' } };
    await route.fulfill({ json: { ...transaction, ...token, rulesServiceResult } });
  });
  await page.reload();
  await page.getByText('not applicable for network token').waitFor();
  await page.getByRole('button', { name: 'Fraud management' }).click();
  const headers = page.getByRole('grid', { name: 'Triggered rules' }).getByRole('columnheader');
  for (const width of [1440, 760]) {
    await page.setViewportSize({ width, height: 900 });
    await headers.first().waitFor();
    const widths = await headers.evaluateAll((all) =>
      all.map((header) => header.getBoundingClientRect().width),
    );
    const total = widths.reduce((sum, width) => sum + width, 0);
    expect(widths.map((width) => Math.round((100 * width) / total))).toEqual([20, 65, 15]);
  }
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('list', { name: 'Triggered rules' }).getByText('Many cards').waitFor();
  const amount = page.getByRole('list', { name: 'Related transactions' }).getByText('7.00 GBP').first();
  const { x = 0, width = 390 } = (await amount.boundingBox()) ?? {};
  expect(x + width).toBeLessThan(390);
}
