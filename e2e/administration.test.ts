import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  viewports,
  closePages,
  follow,
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

test('creates a company, a merchant and an installation without the demo', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'domain@demo.example', '/settings/organisations');
  await page.getByRole('button', { name: 'Add company' }).click();
  const company = page.getByRole('dialog', { name: 'Add below Demo Payments' });
  await company.getByRole('button', { name: 'Add company' }).click();
  await company.getByText('Enter a name').waitFor();
  await company.getByLabel('Name').fill('Journey Group');
  await company.getByRole('button', { name: 'Add company' }).click();
  await page.getByRole('heading', { name: 'Journey Group', level: 2 }).waitFor();
  await page.getByLabel('Schedules').check();
  await page.getByRole('button', { name: 'Save features' }).click();
  await page.getByText('The features were saved.').waitFor();

  await page.getByRole('button', { name: 'Add organisation' }).click();
  const merchant = page.getByRole('dialog', { name: 'Add below Journey Group' });
  await merchant.getByText('Merchant', { exact: true }).click();
  await merchant.getByLabel('Name').fill('Journey Shop');
  await merchant.getByRole('button', { name: 'Add merchant' }).click();
  await page.getByRole('heading', { name: 'Journey Shop', level: 2 }).waitFor();
  await page.getByText('This merchant has no installation yet').waitFor();

  await page.getByRole('link', { name: 'Add an installation' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Journey web');
  await page.getByRole('button', { name: 'Add installation' }).click();
  await page.getByText('Choose a merchant').waitFor();
  await page.getByRole('combobox', { name: 'Merchant' }).click();
  await page.getByRole('option', { name: 'Journey Shop' }).click();
  await page.getByRole('combobox', { name: 'Category' }).pressSequentially('5812');
  await page.getByRole('option', { name: /5812/ }).click();
  await page.getByRole('combobox', { name: 'Currencies' }).fill('GBP');
  await page.getByRole('option', { name: 'GBP' }).click();
  await page.getByRole('button', { name: 'Add installation' }).click();
  await page.getByRole('heading', { name: 'Journey web', level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // While the saved installation is loaded again, the user opens a dialog and types.
  let reload = (): void => undefined;
  const isReloading = new Promise<void>((resolve) => (reload = resolve));
  await page.route(/\/installations\/\d+$/, async (route) => {
    if (route.request().method() === 'GET') await isReloading;
    await route.continue();
  });
  await page.getByLabel('FraudGuard threshold').fill('80');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByLabel('FraudGuard threshold').fill('85');
  await page.getByRole('button', { name: 'Deactivate…' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Deactivate Journey web' }).waitFor();
  reload();
  await settled(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByLabel('FraudGuard threshold').inputValue()).toBe('85');
  const billing = page.getByRole('combobox', { name: 'Billing address' });
  expect(await billing.inputValue()).toBe('Country and postcode');
  await billing.click();
  await page.getByRole('option', { name: 'Complete address' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).and(page.locator(':disabled')).waitFor();
  await page.getByRole('button', { name: 'Deactivate…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate Journey web' }).click();
  await page.getByText('The installation was deactivated.').waitFor();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByText('The installation takes payments again.').waitFor();
  await page.reload();
  await expect.poll(() => billing.inputValue()).toBe('Complete address');
  expect(complaints).toEqual([]);
  await context.close();
});

test('moves a merchant after a preview', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/settings/organisations/1110');
  await page.getByRole('button', { name: 'Add organisation' }).click();
  const form = page.getByRole('dialog', { name: 'Add below Harbour UK' });
  await form.getByText('Merchant', { exact: true }).click();
  await form.getByLabel('Name').fill('Harbour Moving');
  await form.getByRole('button', { name: 'Add merchant' }).click();
  await page.getByRole('heading', { name: 'Harbour Moving', level: 2 }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Move…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move Harbour Moving' });
  await dialog.getByRole('treeitem', { name: /Harbour Europe/ }).click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('The organisation was moved.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('creates, hides and shows a custom field', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/settings/custom-fields');
  await page.getByRole('button', { name: 'Add custom field' }).click();
  const form = page.getByRole('dialog', { name: 'Add custom field' });
  await form.getByLabel('Label').fill('Journey field');
  await form.getByLabel('API name').fill('journey_field');
  await form.getByRole('button', { name: 'Add custom field' }).click();
  await page.getByRole('gridcell', { name: 'Journey field' }).click();
  await page.getByRole('button', { name: 'Hide…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hide Journey field' }).click();
  await page.getByText('Hidden').first().waitFor();
  await page.getByRole('gridcell', { name: 'Journey field' }).click();
  await page.getByRole('button', { name: 'Show again' }).click();
  await page.getByText('Hidden').waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports())('has no accessibility findings: %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/organisations/1111');
  await page.getByRole('heading', { name: 'Harbour Coffee', level: 2 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await follow(page, '/settings/installations');
  await page.getByRole('link', { name: 'Add installation' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await follow(page, '/settings/custom-fields');
  await page.getByText('Loyalty tier').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
