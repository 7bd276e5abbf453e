import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, signIn, viewports, visit } from './browser.ts';
import { gatewayUrl } from './own-product.ts';

const installation = 5300003;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  await saveGoogle('BCR2DN4T5678', 'GB');
});
afterAll(async () => {
  await saveGoogle(null, null);
  await closePages();
});

const authorization = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;

/** What an administrator enters for the installation. */
async function saveGoogle(
  googlePayMerchantId: string | null,
  googlePayCountry: string | null,
): Promise<void> {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example');
  const url = `/proxy/sync/cm/installation/${installation}/settings`;
  const settings = (await (await context.request.get(url)).json()) as Record<string, unknown>;
  for (const name of [
    'installationId',
    'merchantId',
    'merchantName',
    'active',
    'isInactiveAbove',
    'mayChange',
  ])
    delete settings[name];
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const saved = await context.request.put(url, {
    data: { ...settings, googlePayMerchantId, googlePayCountry },
    headers: { 'x-xsrf-token': token },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await context.close();
}

async function openSession(amount: string, more: object = {}): Promise<string> {
  const response = await fetch(`${gatewayUrl()}/hosted/rest/sessions/${installation}/payments`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      session: { returnUrl: { url: 'http://127.0.0.1:4820/back' }, skin: '2' },
      transaction: { money: { currency: 'GBP', amount: { fixed: amount } }, commerceType: 'ECOM' },
      features: { showResultsPage: true },
      ...more,
    }),
  });
  const body = (await response.json()) as { redirectUrl: string };
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body.redirectUrl;
}

const pageLink = (page: Page) => page.getByRole('link', { name: 'Google Pay' });
const googleButton = (page: Page) => page.getByRole('button', { name: 'Google Pay (sandbox)' });
const payByCard = (page: Page) => page.getByRole('link', { name: 'Pay by card' });

test.each(viewports())('a payer pays with the keyboard alone, %s', async (_name, width, dark) => {
  const { page, context, complaints } = await visit(browser, { width, dark });
  await page.goto(await openSession('12.50'));
  await page.getByText('or pay by card').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await pageLink(page).press('Enter');
  await googleButton(page).waitFor();
  await page.getByText('£12.50').waitFor();
  expect(await page.locator('input').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  // The button has the focus, and the dialog takes it.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Visa •••• 0018' }).press('Enter');
  await page.getByText('Google Pay Visa •••• 0018').or(page.getByText('Google Pay •••• 0018')).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a decline leads back to the card form, with the address and without the card', async () => {
  const { page, context } = await visit(browser, {});
  await page.goto(await openSession('12.60'));
  await page.getByLabel('Card number').fill('9902 0000 0000 0018');
  await page.getByLabel('Postcode').fill('BS1 4DJ');
  await pageLink(page).click();
  await googleButton(page).waitFor();
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toContain('BS1 4DJ');
  expect(stored.replaceAll(/\D/g, '')).not.toContain('9902000000000018');
  await googleButton(page).click();
  await page.getByRole('button', { name: 'Visa •••• 0166, declined' }).click();
  await page.getByText('Your card was declined and you haven’t been charged').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/begin\//);
  expect(await page.getByLabel('Postcode').inputValue()).toBe('BS1 4DJ');
  expect(await page.getByLabel('Card number').inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('BS1 4DJ');
  // Again, and approved.
  await pageLink(page).click();
  await googleButton(page).click();
  await page.getByRole('button', { name: 'Mastercard •••• 0019' }).click();
  await page.getByText('Payment complete').waitFor();
  await context.close();
});

test('a payer who closes the dialog can try again, or pay by card', async () => {
  const { page, context } = await visit(browser, {});
  await page.goto(await openSession('12.70'));
  await pageLink(page).click();
  await googleButton(page).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('status').textContent()).toBe('');
  await payByCard(page).click();
  await page.getByLabel('Card number').waitFor();
  await page.goBack();
  await context.close();
});

test('a blocked script and a lost connection have a sentence, and the card form is one press away', async () => {
  const { page, context } = await visit(browser, {});
  await page.route('**/sandbox-google-pay*', (route) => route.abort());
  await page.goto(await openSession('12.80'));
  await pageLink(page).click();
  await page.getByText('Google Pay didn’t load. A content blocker may have stopped it.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await payByCard(page).click();
  await page.getByLabel('Card number').waitFor();
  await page.unroute('**/sandbox-google-pay*');
  // The response is lost, and the same press is sent again: it pays once.
  await pageLink(page).click();
  const sent: string[] = [];
  await page.route('**/submit', async (route) => {
    sent.push(route.request().postData() ?? '');
    await route.abort();
  });
  await googleButton(page).click();
  await page.getByRole('button', { name: 'Visa •••• 0018' }).click();
  await page.getByText('We didn’t get an answer').waitFor();
  await page.unroute('**/submit');
  page.on('request', (request) => {
    if (request.url().endsWith('/submit')) sent.push(request.postData() ?? '');
  });
  await googleButton(page).click();
  await page.getByText('Payment complete').waitFor();
  expect(sent.length).toBe(2);
  expect(sent[0]).toBe(sent[1]);
  await context.close();
});

test('a double press pays once', async () => {
  const { page, context } = await visit(browser, {});
  await page.goto(await openSession('12.90'));
  await pageLink(page).click();
  let submitted = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/submit')) submitted += 1;
  });
  await googleButton(page).dblclick();
  await page.getByRole('dialog').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.getByRole('button', { name: 'Visa •••• 0018' }).dblclick();
  await page.getByText('Payment complete').waitFor();
  expect(submitted).toBe(1);
  await context.close();
});

test('a frame of a merchant shows the card form alone', async () => {
  const { page, context } = await visit(browser, {});
  const url = await openSession('13.10');
  await page.route('http://127.0.0.1:4821/shop', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${url}" width="400" height="900"></iframe>`,
    }),
  );
  // The frame is allowed by the header of the page itself.
  await page.route('**/begin/**', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(
      /frame-ancestors [^;]*/,
      'frame-ancestors http://127.0.0.1:4821',
    );
    await route.fulfill({ response, headers });
  });
  await page.goto('http://127.0.0.1:4821/shop');
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Card number').waitFor();
  expect(await frame.getByRole('link', { name: 'Google Pay' }).count()).toBe(0);
  await context.close();
});
