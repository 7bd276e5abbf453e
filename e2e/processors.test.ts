import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  closePages,
  merchantCall,
  openBrowser,
  signIn,
  startAction,
  viewports,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

/** Takes a payment in euros through the merchant API. Returns its id. */
async function payInEuro(): Promise<string> {
  const response = await merchantCall('payment', {
    transaction: { currency: 'EUR', amount: '12.50', merchantRef: 'ROUTED 1', commerceType: 'ECOM' },
    paymentMethod: {
      card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
    },
    customer: { displayName: 'Ada Lovell', email: 'ada.lovell@example.org', ip: '192.0.2.7' },
  });
  const body = (await response.json()) as { transaction: { transactionId: string } };
  return body.transaction.transactionId;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('connects a processor, routes euros to it and shows why a payment went there', async () => {
  const { page, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/settings/processors');
  await page.getByRole('link', { name: 'Connect a processor' }).first().click();
  await page.getByRole('button', { name: 'Create connection' }).click();
  await page.getByText('Enter a value').first().waitFor();
  await page.getByLabel('Name').fill('Euro sandbox');
  await page.getByLabel('Acquirer').fill('Euro Acquirer');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create connection' }).click();
  await page.getByRole('heading', { name: 'Euro sandbox', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The sandbox runs in this program and moves no money').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await page.getByText('Connection active.').waitFor();

  await page.getByRole('link', { name: 'Open routes' }).click();
  await page.getByRole('button', { name: 'Add route' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add route' });
  await dialog.getByRole('combobox', { name: 'Connection' }).click();
  await page.getByRole('option', { name: 'Euro sandbox · Test' }).click();
  await dialog.getByRole('combobox', { name: 'Currencies' }).fill('EUR');
  await page.getByRole('option', { name: 'EUR' }).click();
  await dialog.getByLabel('Share in percent').click();
  await dialog.getByRole('button', { name: 'Save route' }).click();
  await page.getByText('Payments in EUR go to Euro sandbox.').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await choose(page, 'Installation', 'Harbour Coffee web · Harbour Coffee');
  await choose(page, 'Currency', 'EUR');
  await page.getByRole('button', { name: 'Find route' }).click();
  await page.getByText('It goes to: Euro sandbox').waitFor();
  await page.getByText('Chosen').waitFor();

  const transactionId = await payInEuro();
  await page.goto(`/transactionDetails/${transactionId}`);
  await page.getByRole('button', { name: /Technical/ }).click();
  await page.getByText('Euro sandbox · Test').waitFor();
  await page.getByText('Payments in EUR go to Euro sandbox.').waitFor();

  // The other journeys take payments of this company.
  await page.goto('/settings/processors/routes');
  await page.getByRole('button', { name: 'Delete: Payments in EUR go to Euro sandbox.' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete route' }).click();
  await page.getByText('Route deleted').waitFor();
  await page.goto('/settings/processors');
  await page.getByRole('link', { name: 'Euro sandbox' }).click();
  await startAction(page, 'Stop new payments');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop new payments' }).click();
  await page.getByText('New payments stopped').waitFor();
  expect(complaints).toEqual([]);
});

test.each(viewports())('shows connections and routes on %s', async (_name, width, dark) => {
  const { page } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/processors');
  await page.getByText('The operator').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Routes' }).click();
  await page.getByText('Every payment goes to Sandbox.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
