import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, signIn, visit } from './browser.ts';
import { gatewayUrl } from './own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  await saveApple('merchant.harbour.coffee', 'GB');
});
afterAll(async () => {
  await saveApple(null, null);
  await closePages();
});

const authorization = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;

/** What an administrator enters for the installation. */
async function saveApple(applePayMerchantId: string | null, applePayCountry: string | null): Promise<void> {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example');
  const url = '/proxy/sync/cm/installation/5300001/settings';
  const settings = (await (await context.request.get(url)).json()) as Record<string, unknown>;
  const { installationId, merchantId, merchantName, active, isInactiveAbove, mayChange, ...content } =
    settings;
  expect([installationId, merchantId, merchantName, active, isInactiveAbove, mayChange]).toEqual([
    5300001,
    1111,
    'Harbour Coffee',
    true,
    false,
    true,
  ]);
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const saved = await context.request.put(url, {
    data: { ...content, applePayMerchantId, applePayCountry },
    headers: { 'x-xsrf-token': token },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await context.close();
}

async function openSession(amount: string): Promise<string> {
  const response = await fetch(`${gatewayUrl()}/hosted/rest/sessions/5300001/payments`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      session: { returnUrl: { url: 'http://127.0.0.1:4820/back' }, skin: '2' },
      transaction: { money: { currency: 'GBP', amount: { fixed: amount } }, commerceType: 'ECOM' },
      features: { showResultsPage: true },
    }),
  });
  return ((await response.json()) as { redirectUrl: string }).redirectUrl;
}

/** An Apple Pay whose payer does what `how` names. It records what the page asks of it. */
const standIn = (how: 'visa' | 'declined' | 'cancel') => `
  window.applePayCalls = [];
  window.ApplePaySession = class {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    static canMakePayments() { return true; }
    constructor(version, request) { window.applePayCalls.push(['request', request]); }
    begin() {
      if (${JSON.stringify(how)} === 'cancel') this.oncancel?.({});
      else this.onvalidatemerchant({ validationURL: 'https://apple.example' });
    }
    completeMerchantValidation(session) {
      window.applePayCalls.push(['session', session]);
      const paymentData = { version: 'EC_v1', data: btoa('sandbox:${how}'), signature: 'c2ln', header: {} };
      this.onpaymentauthorized({ payment: { token: { paymentData, transactionIdentifier: '00' } } });
    }
    completePayment({ status }) { window.applePayCalls.push(['status', status]); }
    abort() { window.applePayCalls.push(['abort']); }
  };`;
const calls = (page: Page) =>
  page.evaluate(() => (window as unknown as { applePayCalls: [string, unknown][] }).applePayCalls);

test('a payer pays with Apple Pay, without a card number', async () => {
  const { page, context, complaints } = await visit(browser, { width: 390 });
  await page.addInitScript(standIn('visa'));
  await page.goto(await openSession('12.50'));
  const button = page.getByRole('button', { name: 'Apple Pay' });
  await button.waitFor();
  await page.getByText('or pay by card').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button.click();
  await page.getByText('Apple Pay •••• 0018').waitFor();
  const [request, session, status] = await calls(page);
  expect(request?.[1]).toMatchObject({
    countryCode: 'GB',
    currencyCode: 'GBP',
    merchantCapabilities: ['supports3DS'],
    total: { label: 'Harbour Coffee', amount: '12.50', type: 'final' },
  });
  expect(session?.[1]).toMatchObject({ merchantIdentifier: 'merchant.harbour.coffee' });
  expect(status).toEqual(['status', 0]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a decline is shown above the button, and the card form stays open', async () => {
  const { page, context } = await visit(browser, {});
  await page.addInitScript(standIn('declined'));
  await page.goto(await openSession('12.60'));
  await page.getByRole('button', { name: 'Apple Pay' }).click();
  await page.getByText('Your card was declined and you haven’t been charged').waitFor();
  expect((await calls(page)).at(-1)).toEqual(['status', 1]);
  expect(await page.getByLabel('Card number').isEnabled()).toBe(true);
  await context.close();
});

test('a payer who closes the sheet is back at the form, and offline nothing is charged', async () => {
  const cancelled = await visit(browser, {});
  await cancelled.page.addInitScript(standIn('cancel'));
  await cancelled.page.goto(await openSession('12.70'));
  await cancelled.page.getByRole('button', { name: 'Apple Pay' }).click();
  expect(await cancelled.page.getByLabel('Card number').isVisible()).toBe(true);
  expect(await cancelled.page.getByRole('alert').textContent()).toBe('');
  await cancelled.context.close();
  const offline = await visit(browser, {});
  await offline.page.addInitScript(standIn('visa'));
  await offline.page.goto(await openSession('12.80'));
  await offline.page.getByRole('button', { name: 'Apple Pay' }).waitFor();
  await offline.page.route('**/apple-pay', (route) => route.abort());
  await offline.page.getByRole('button', { name: 'Apple Pay' }).click();
  await offline.page.getByText('Apple Pay didn’t work, and you haven’t been charged').waitFor();
  expect((await calls(offline.page)).at(-1)).toEqual(['abort']);
  await offline.context.close();
});

test('a browser without Apple Pay shows the card form alone', async () => {
  const { page, context } = await visit(browser, {});
  await page.goto(await openSession('12.90'));
  await page.getByLabel('Card number').waitFor();
  expect(await page.getByRole('button', { name: 'Apple Pay' }).count()).toBe(0);
  expect(await page.getByText('or pay by card').count()).toBe(0);
  await context.close();
});

test('a frame of a merchant may use payments of the browser where the merchant allows it', async () => {
  const { page, context } = await visit(browser, {});
  const url = await openSession('12.80');
  await page.route('http://127.0.0.1:4821/**', (route) => {
    const allow = route.request().url().endsWith('/with') ? ' allow="payment"' : '';
    const body = `<iframe src="${url}"${allow} width="400" height="900"></iframe>`;
    return route.fulfill({ contentType: 'text/html', body });
  });
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
  const mayPayAt = async (shop: string): Promise<boolean> => {
    await page.goto(`http://127.0.0.1:4821/${shop}`);
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    const frame = page.frames().find((one) => one !== page.mainFrame());
    if (!frame) throw new Error('no frame');
    return frame.evaluate(() =>
      (
        document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
      ).featurePolicy.allowsFeature('payment'),
    );
  };
  expect(await mayPayAt('with')).toBe(true);
  expect(await mayPayAt('without')).toBe(false);
  await context.close();
});
