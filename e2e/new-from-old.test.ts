import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings, closePages, follow, openBrowser, signIn, visit, startAction } from './browser.ts';
import { gatewayUrl } from './own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

/** A payment with a registered card and every optional field. */
async function registeredPayment(merchantRef: string, pan = '9902000000000018'): Promise<string> {
  const response = await fetch(`${gatewayUrl()}/acceptor/rest/transactions/5300001/payment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
    },
    body: JSON.stringify({
      transaction: { currency: 'GBP', amount: '20.00', merchantRef, commerceType: 'ECOM', recurring: true },
      paymentMethod: {
        card: { pan, expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
      },
      customer: {
        merchantRef,
        displayName: 'Ada Lovell',
        email: 'ada@example.org',
        ip: '192.0.2.77',
        registered: true,
      },
      orderDetails: {
        lineItems: [
          {
            name: `${'Very long words and 🚀 '.repeat(10)}end`,
            itemAmount: 20,
            quantity: 1,
            totalAmount: 20,
          },
        ],
        shippingAddress: { line1: '1 Quay Street', country: { countryCode: 'FRA' } },
      },
      strongCustomerAuthentication: { challengeRequested: 'NO_PREFERENCE' },
    }),
  });
  const body = (await response.json()) as {
    transaction: { transactionId: string };
    outcome?: { reasonCode: string };
  };
  // The test was repeated within a minute.
  if (body.outcome?.reasonCode === 'A126' && pan !== '9903000000000017') {
    return registeredPayment(merchantRef, '9903000000000017');
  }
  if (response.status !== 201) throw new Error(`payment refused: ${JSON.stringify(body)}`);
  return body.transaction.transactionId;
}

async function openDetails(id: string, options: { width?: number; dark?: boolean; user?: string } = {}) {
  const signedOutClient = await visit(browser, options);
  await signIn(signedOutClient.page, options.user ?? 'coffee@harbour.example', `/transactionDetails/${id}`);
  await signedOutClient.page.getByRole('button', { name: 'Payment details' }).waitFor();
  return signedOutClient;
}

const actions = [
  {
    mode: 'PAYMENT',
    button: 'New payment',
    confirm: 'Charge',
    done: 'Payment successful',
    failed: 'Payment failed',
    pending: 'Payment processing',
  },
  {
    mode: 'PAYOUT',
    button: 'New payout',
    confirm: 'Pay out',
    done: 'Payout sent',
    failed: 'Payout failed',
    pending: 'Payout processing',
  },
  {
    mode: 'REPEAT',
    button: 'Repeat',
    confirm: 'Charge',
    done: 'Repeat payment successful',
    failed: 'Repeat payment failed',
    pending: 'Repeat payment processing',
  },
];

async function startFollowUp(page: Page, button: string, amount: string): Promise<void> {
  await startAction(page, button);
  await page.getByRole('dialog').getByLabel('Amount').fill(amount);
  await page.getByRole('dialog').locator('button[type="submit"]').click();
}

describe.each(actions)('$button', ({ mode, button, confirm, done, failed, pending }) => {
  test('shows rejection, success and pending on a dark phone', async () => {
    const id = await registeredPayment(`NEW-${mode}`);
    const { page, context, complaints } = await openDetails(id, { width: 390, dark: true });
    const dialog = page.getByRole('dialog');
    const findConfirmation = (amount: string) =>
      dialog.getByRole('button', { name: new RegExp(`^${confirm} ${amount}`) });
    await startFollowUp(page, button, '7.51');
    await findConfirmation('7\\.51').click();
    await dialog.getByRole('heading', { name: failed, exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Go back' }).last().click();
    await dialog.getByLabel('Amount').fill('7.50');
    await page.keyboard.press('Enter');
    await findConfirmation('7\\.50').press('Enter');
    await dialog.getByRole('heading', { name: done, exact: true }).waitFor();
    const newId = await dialog.getByRole('link').textContent();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.waitForURL(`**fromSecondaryAction=${mode}**`);

    let sentBody: { transaction: Record<string, unknown>; paymentMethod?: unknown } | undefined;
    await page.route(`**/proxy/sync/ta/transactions/5300001/**`, async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      sentBody = route.request().postDataJSON();
      return route.fulfill({
        status: 201,
        json: { outcome: { status: 'PENDING', reasonCode: 'U200', reasonMessage: 'Waits' } },
      });
    });
    await startFollowUp(page, button, '3.00');
    await findConfirmation('3\\.00').click();
    await dialog.getByRole('heading', { name: pending }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(JSON.stringify(sentBody)).not.toContain('9902000000000018');
    expect(sentBody?.transaction.recurring).toBe(mode === 'REPEAT' ? true : undefined);
    expect(sentBody?.paymentMethod !== undefined).toBe(mode !== 'REPEAT');
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await follow(page, `/transactionDetails/${newId}`);
    await page.getByText('7.50 GBP').first().waitFor();
    await page.getByText('Ada Lovell').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test('offers one of two types of a repeat', async () => {
  const { page, context } = await openDetails(await registeredPayment('KIND'));
  await startAction(page, 'Repeat');
  const kind = page.getByRole('dialog').getByLabel('Repeat type').first();
  await expect.poll(() => kind.inputValue()).toBe('Recurring');
  await kind.click();
  await page.getByRole('option', { name: 'Instalments' }).click();
  await page.getByRole('dialog').locator('button[type="submit"]').click();
  const [request] = await Promise.all([
    page.waitForRequest('**/repeat'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Charge/ })
      .click(),
  ]);
  const { transaction } = request.postDataJSON() as { transaction: Record<string, unknown> };
  expect(transaction).toMatchObject({ instalment: true, commerceType: 'CA', amount: '20.00' });
  expect(transaction).not.toHaveProperty('recurring');
  await context.close();
});

test('creates a separate payment beside a continuing schedule', async () => {
  const id = await registeredPayment('BESIDE');
  const { page, context, complaints } = await openDetails(id, { width: 390, dark: true });
  const dialog = page.getByRole('dialog');
  await startAction(page, 'Add schedule');
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByRole('button', { name: 'Add schedule' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**fromSecondaryAction=ADD_SCHEDULE**');
  await page.getByRole('region', { name: 'Schedule details' }).getByText('Active').waitFor();
  await startAction(page, 'Repeat');
  await dialog.getByRole('heading', { name: 'A schedule will charge this card' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Charge both' }).click();
  await dialog.getByRole('heading', { name: /^New payment/ }).waitFor();
  await dialog.getByLabel('Amount').fill('6.00');
  await dialog.locator('button[type="submit"]').click();
  const [request] = await Promise.all([
    page.waitForRequest('**/payment'),
    dialog.getByRole('button', { name: /^Charge 6\.00/ }).click(),
  ]);
  expect(request.postDataJSON()).not.toHaveProperty('skipNext');
  await dialog.getByRole('heading', { name: 'Payment successful', exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**fromSecondaryAction=PAYMENT**');
  expect(complaints).toEqual([]);
  await context.close();
});

test('opens every section by keyboard, with long words inside', async () => {
  const id = await registeredPayment('SECTIONS');
  for (const options of [
    { user: 'admin@harbour.example' },
    { user: 'admin@harbour.example', width: 390, dark: true },
  ]) {
    const { page, context, complaints } = await openDetails(id, options);
    for (const name of ['Customer', 'Geolocation', 'Fraud management', 'Schedule details', '3-D Secure']) {
      const button = page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) });
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
      await button.focus();
      await page.keyboard.press('Enter');
    }
    await page.getByText('No rules triggered').first().waitFor();
    await page.getByRole('definition').filter({ hasText: '/ 100' }).waitFor();
    await page.getByText('Bristol').waitFor();
    await page.getByText('France').first().waitFor();
    await page.getByText('No preference').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('offers no actions and no fraud section to read-only users', async () => {
  const { page, context } = await openDetails(await registeredPayment('LOOK'), {
    user: 'support@harbour.example',
  });
  await page.getByRole('button', { name: /^Geolocation/ }).waitFor();
  for (const name of [
    'New payment',
    'New payout',
    'Repeat',
    'Refund',
    'More actions',
    'Fraud management',
    'History of changes',
  ]) {
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
  }
  await context.close();
});

test('restores the search and its page with the back link', async () => {
  await registeredPayment('BACK');
  const { page, context } = await visit(browser);
  await signIn(page, 'coffee@harbour.example');
  await page.waitForURL('**/home');
  const search = '/search?offset=0&pageSize=50&searchField=merch_ref&value=BACK&searchRange=ANY_TIME';
  await page.goto(search);
  await page.getByRole('grid').getByRole('link').first().click();
  await page.waitForURL('**/transactionDetails/**');
  await page.getByRole('link', { name: /^Back to/ }).click();
  await page.waitForURL('**/search?**');
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('value'), searchParams.get('pageSize'), searchParams.get('searchRange')]).toEqual([
    'BACK',
    '50',
    'ANY_TIME',
  ]);
  await context.close();
});
