import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, viewports, closePages, openBrowser, signIn, startAction, visit } from './browser.ts';
import { gatewayUrl } from './own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

/** The status of a payment with a bearer secret. */
async function pay(secret: string, merchantRef: string): Promise<number> {
  const response = await fetch(`${gatewayUrl()}/acceptor/rest/transactions/5300001/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      transaction: { currency: 'GBP', amount: '7.80', merchantRef, commerceType: 'ECOM' },
      paymentMethod: {
        card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
      },
      customer: { displayName: 'Ada Lovell', email: 'ada.lovell@example.org', ip: '192.0.2.7' },
    }),
  });
  return response.status;
}

/** Reads the secret of the open dialog and closes it. */
async function readSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Copy your secret now' });
  const secret = await dialog.getByText(/^cs_test_/).textContent();
  await expect.poll(() => dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog.getByLabel('I’ve stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return secret ?? '';
}

test('creates a key, pays with it, rotates and revokes it', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/settings/api-keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Journey shop');
  await form.getByRole('button', { name: 'Create API key' }).click();
  await form.getByText('Choose at least one installation').waitFor();
  // The focus on the wrong field opens its list.
  await form.getByLabel('Name').click();
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('combobox', { name: 'Installations' }).click();
  await page.getByRole('option', { name: 'Harbour Coffee web · Harbour Coffee' }).click();
  await form.getByLabel('Name').click();
  await form.getByRole('button', { name: 'Create API key' }).click();
  const first = await readSecret(page);
  expect(await pay(first, 'JOURNEY 1')).toBe(201);

  await page.getByRole('link', { name: 'Journey shop' }).first().click();
  await page.getByRole('heading', { name: 'Journey shop', level: 1 }).waitFor();
  await page.getByText(`…${first.slice(-4)}`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await startAction(page, 'Rotate secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const second = await readSecret(page);
  await page.getByText('Previous secret').waitFor();
  expect([await pay(first, 'JOURNEY 2'), await pay(second, 'JOURNEY 3')]).toEqual([201, 201]);

  await startAction(page, 'Revoke key');
  const revoke = page.getByRole('dialog', { name: 'Revoke Journey shop?' });
  await revoke.getByRole('button', { name: 'Revoke key' }).click();
  await revoke.getByText('Type the name exactly as shown').waitFor();
  await revoke.getByLabel('Type “Journey shop” to confirm').fill('Journey shop');
  await revoke.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('The API key was revoked.').waitFor();
  expect([await pay(first, 'JOURNEY 4'), await pay(second, 'JOURNEY 5')]).toEqual([401, 401]);
  await expect.poll(() => page.getByRole('button', { name: 'Rotate secret' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('finds a request of a key, beside the list and on its page', async () => {
  const { page, context, complaints } = await visit(browser);
  const headers = { authorization: `Basic ${Buffer.from('harbour-api:wrong').toString('base64')}` };
  const refused = await fetch(`${gatewayUrl()}/acceptor/rest/account`, { headers });
  const requestId = refused.headers.get('x-request-id') ?? '';
  await signIn(page, 'admin@harbour.example', '/settings/api-keys/harbour-api');
  await page.getByRole('link', { name: 'Requests of this key' }).click();
  const address = 'GET /acceptor/rest/account';
  // The log is written a second after the response.
  const isListed = async () => {
    await page.reload();
    const row = page.getByRole('link', { name: address }).first();
    return row.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isListed, { timeout: 20_000 }).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  const search = page
    .getByRole('search')
    .getByRole('textbox', { name: 'Transaction, request ID, address or Idempotency-Key' });
  await search.fill(requestId);
  await search.press('Enter');
  await page.getByText('1 request', { exact: true }).waitFor();
  await page.getByRole('grid', { name: 'API requests' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'GET 401' });
  await panel.getByText('V111', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('heading', { name: 'API request', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Response body' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('edits a key to single permissions', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/settings/api-keys/harbour-api');
  await startAction(page, 'Edit API key');
  const form = page.getByRole('dialog', { name: 'Edit API key' });
  await form.getByLabel('Name').fill('Shop of the demo');
  await form.getByLabel('IP addresses').fill('127.0.0.0/33');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await form.getByText('Enter IP addresses or ranges').waitFor();
  await form.getByLabel('IP addresses').fill('');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The API key was changed.').waitFor();
  await page.getByRole('heading', { name: 'Shop of the demo' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('hides the settings from a user without the permission', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'support@harbour.example');
  await page.getByRole('link', { name: 'Home' }).waitFor();
  expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0);
  await page.goto('/settings/api-keys');
  await page.waitForURL(/errorCode=403/);
  await context.close();
});

test.each(viewports())('has no accessibility findings: %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/api-keys');
  await page.getByRole('button', { name: 'Create API key' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
