import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, follow, openBrowser, signIn, visit } from './browser.ts';
import { gatewayUrl } from './own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

/** A recipient without an account pays the link. */
async function payAt(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Card number').fill('9902000000000018');
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Lovell');
  await page.getByLabel('Postcode').fill('BS1 4RB');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  // The payer came from the link, which no longer opens.
  expect(await page.getByRole('link', { name: /^Back to/ }).count()).toBe(0);
  await page.getByText('Payment number').waitFor();
  await page.getByText('See you soon').waitFor();
}

test('creates links, pays one in another browser and lists it', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/smartlinks/create');
  const create = page.getByRole('button', { name: /^Create \d+ link/ });
  await create.click();
  // A missing value shows an error and gets the focus.
  const installation = page.getByRole('combobox', { name: 'Installation' });
  await expect.poll(() => installation.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('5300001');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Amount').pressSequentially('1,231.70');
  await page.getByText('1,231.70 GBP').waitFor();
  await page.getByLabel('Merchant reference').fill('E2E@LINK');
  await page.getByLabel('Number of links').fill('101');
  await create.click();
  await page.getByText('Use only letters, digits, spaces and').waitFor();
  await page.getByText('Enter a whole number from 1 to 100').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // A changed form requires a confirmation before it closes.
  await page.getByRole('link', { name: 'All links' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button').first().click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByLabel('Merchant reference').fill('E2E LINK');
  await page.getByLabel('Thank-you text').fill('See you soon');
  await page.getByLabel('Number of links').fill('2');
  await create.click();
  await page.waitForURL('**/smartlinks/view');
  const createdLinks = page.getByRole('list', { name: 'New smart links' }).getByRole('listitem');
  await expect.poll(() => createdLinks.count()).toBe(2);
  await createdLinks.first().getByText('1,231.70 GBP').waitFor();
  await createdLinks
    .first()
    .getByText(/E2E LINK · Valid until/)
    .waitFor();
  await page.getByRole('button', { name: 'Copy all links' }).waitFor();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = readFileSync(await (await file).path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(4);
  const links = csv.match(/https?:\S+/g) ?? [];
  expect(links).toHaveLength(2);
  expect(links[0]?.startsWith(`${gatewayUrl()}/a/`)).toBe(true);
  await createdLinks
    .first()
    .getByRole('button', { name: /^QR code/ })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /^QR code/ })
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const payer = await visit(browser, { width: 390, dark: true });
  await payAt(payer.page, links[0] ?? '');
  await payer.page.goto(links[0] ?? '');
  await payer.page.getByRole('heading', { name: 'This link has already been paid' }).waitFor();
  expect(await axeFindings(payer.page)).toEqual([]);
  expect(await payer.context.cookies()).toEqual([]);
  // The form reports only the missing address.
  expect(payer.complaints).toEqual([]);
  await payer.context.close();

  await page.goto('/smartlinks?state=PAID');
  const paid = page.getByRole('row', { name: /E2E LINK/ });
  await paid.waitFor();
  await expect.poll(() => paid.count()).toBe(1);
  await expect.poll(() => paid.innerText()).toContain('31.70 GBP');
  expect(await axeFindings(page)).toEqual([]);
  const searched = page.getByRole('textbox', { name: 'Reference' });
  await searched.fill('NOT THERE');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('No matching links').waitFor();
  await page.getByRole('textbox', { name: 'Reference' }).fill('e2e link');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/smartlinks?*reference=e2e*');
  await paid.waitFor();
  const list = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect(
    readFileSync(await (await list).path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(2);
  await page.goto('/smartlinks?status=ACTIVATED');
  const active = page.getByRole('row', { name: /E2E LINK/ });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await active.hover();
  await active.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/a\/[\w-]/);
  await active.getByRole('button', { name: 'QR code' }).click();
  await page.getByRole('dialog', { name: 'QR code' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'QR code' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await active.first().click();
  await page.getByRole('button', { name: 'Cancel link' }).click();
  await page
    .getByRole('dialog', { name: 'Cancel this link?' })
    .getByRole('button', { name: 'Cancel link' })
    .click();
  await expect.poll(() => page.getByRole('row', { name: /E2E LINK/ }).count()).toBe(0);
  // The link left the filtered list. Its result is still announced.
  await page.getByText('Link cancelled').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('creates and emails links from a file, and shows the errors of its rows', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/smartlinks/import');
  await page.getByRole('combobox', { name: 'Installation' }).click();
  await page.keyboard.type('5300001');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByText('Choose a file', { exact: true }).last().waitFor();
  const csv = 'reference;amount;email\nE2E FILE 1;12,50;file-1@customer.example\nE2E FILE 2;1.250,00;\n';
  const file = { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByText('Rows ready: 1 · with errors: 1').waitFor();
  await page.getByText('Amount: Leave out the separator of thousands.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Email 1 link right after it is created').check();
  await page.getByRole('button', { name: 'Create 1 link' }).click();
  await page.getByText('Links created: 1 · emailed: 1').waitFor();
  const results = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download results' }).click();
  const text = readFileSync(await (await results).path(), 'utf8');
  expect(text.match(/https?:\S+\/a\//g)).toHaveLength(1);
  await page.getByRole('link', { name: 'View these links' }).click();
  await page.getByText(/^File or batch: /).waitFor();
  await page.getByText('1 link', { exact: true }).waitFor();
  const row = page.getByRole('row', { name: /E2E FILE 1/ });
  await row.waitFor();
  await row.click();
  await page.getByText('Last emailed').waitFor();
  // The same address again at once: the dialog names the time from which it can.
  await page.getByRole('dialog').getByRole('button', { name: 'Send by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email this link' });
  await dialog.getByRole('button', { name: 'Send by email' }).click();
  await dialog.getByText(/You can send it again from/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit this link' });
  await edit.getByLabel('Description').fill('Two teas');
  expect(await axeFindings(page)).toEqual([]);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Link changed.').waitFor();
  await page.getByText('Two teas').first().waitFor();
  await page.goto('/smartlinks?reference=E2E FILE 1');
  await row.click();
  await page.getByRole('link', { name: 'Links of the same file or batch' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText(/^File or batch: /).waitFor();
  await row.waitFor();
  // The refused email is the only complaint.
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
  await context.close();
});

test('shows list, link and form on a dark phone', async () => {
  const { page, context, complaints } = await visit(browser, { width: 390, dark: true });
  await signIn(page, 'admin@harbour.example', '/smartlinks');
  await page.getByText('LINK-1004').first().click();
  await page.getByRole('button', { name: 'Send by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email this link' });
  await expect
    .poll(() => dialog.getByLabel('Customer email').inputValue())
    .toBe('joan.marsh@customer.example');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send by email' }).click();
  await page.getByText('Link sent to joan.marsh@customer.example').waitFor();
  await follow(page, '/smartlinks/import');
  await page.getByRole('button', { name: 'Check file' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFindings(page)).toEqual([]);
  await follow(page, '/smartlinks/create');
  await page.getByRole('combobox', { name: 'Installation' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
