import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, settled, signIn, viewports, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

/** The worker imports the weeks of the demo soon after its start. */
async function waitForRows(page: Page, text: string): Promise<void> {
  const rows = page.getByText(text, { exact: true });
  await expect
    .poll(
      async () => {
        await page.reload();
        await settled(page);
        return rows.count();
      },
      { timeout: 90_000, interval: 2000 },
    )
    .toBeGreaterThan(0);
}

test('a merchant opens a payout, one of its payments, and goes back to the payout', async () => {
  const { page, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/payouts?state=RECONCILED');
  await waitForRows(page, 'Paid');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('gridcell', { name: 'Paid' }).first().click();
  await page.getByRole('link', { name: 'Back to Bank payouts' }).waitFor();
  await page.getByText('Fees', { exact: true }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const payout = new URL(page.url()).pathname;
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^payout-\d{4}-\d\d-\d\d-[A-Z]{3}-\d+\.csv$/);

  await page
    .getByRole('gridcell', { name: /^Payment$|^Refund$/ })
    .first()
    .click();
  await page.waitForURL(/\/transactionDetails\//);
  await page.getByText('Settled on').waitFor();
  await page.getByText(/after fees of/).waitFor();
  await page.getByRole('link', { name: /in the payout of/ }).click();
  await page.waitForURL((url) => url.pathname === payout);
  expect(complaints).toEqual([]);
});

test('an operator of the provider takes a difference and closes it with a note', async () => {
  const { page, complaints } = await visit(browser);
  await signIn(page, 'domain@demo.example', '/settlement?kind=AMOUNT');
  await waitForRows(page, 'Amount differs');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('gridcell', { name: 'Amount differs' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Amount differs' });
  await panel.getByText('The settled amount differs').waitFor();
  await panel.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option').first().click();
  await panel.getByRole('button', { name: 'Close the difference' }).click();
  await panel.getByText('Enter a note').waitFor();
  await panel
    .getByRole('textbox', { name: 'Note' })
    .fill('Rounded by the processor; corrected in the next batch');
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Close the difference' }).click();
  await panel.getByText('Closed by').waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/settlement?kind=AMOUNT&state=CLOSED');
  await page.getByRole('gridcell', { name: 'Amount differs' }).first().waitFor();
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('gridcell', { name: 'Imported' }).first().click();
  await page.getByRole('list', { name: 'Batches' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test.each(viewports())('payouts and differences have no findings of axe: %s', async (_name, width, dark) => {
  const { page, complaints } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/payouts?state=RECONCILED');
  await waitForRows(page, 'Paid');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByText('Paid', { exact: true }).last().click();
  await page.getByText('Fees', { exact: true }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  expect(isWide).toBe(false);
  expect(complaints).toEqual([]);
});
