import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { browserFlags, browserPath } from '../scripts/browser.ts';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath() ?? '', args: browserFlags });
}

/** A page of a fresh visitor; whatever the page complains of on its console is collected. */
export async function visit(
  browser: Browser,
  options: { width?: number; dark?: boolean; timeZone?: string } = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: inject('portalUrl'),
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    ...(options.timeZone == null ? {} : { timezoneId: options.timeZone }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Refused calls are part of the stories; broken policies and code are not.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { page, context, complaints };
}

export async function signIn(page: Page, userName: string, password = demoPassword): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username', { exact: false }).fill(userName);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
}

/** What axe finds on the page as it stands; WCAG A and AA, and best practices. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Outside the page's own script policy: the tests bring axe along, the product does not.
  await page.waitForTimeout(300);
  const found = (await page.evaluate(`${axeSource}; axe.run(document)`)) as AxeResult;
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Takes a payment, or starts a payout, as a merchant's shop would; answers its transaction id. */
export async function shopPayment(
  merchantRef: string,
  amount: string,
  deferred = false,
  operation: 'payment' | 'payout' = 'payment',
): Promise<string> {
  const answer = await fetch(`${inject('gatewayUrl')}/acceptor/rest/transactions/5300001/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
    },
    body: JSON.stringify({
      transaction: {
        currency: 'GBP',
        amount,
        merchantRef,
        commerceType: 'ECOM',
        description: 'Two flat whites',
        deferred,
      },
      paymentMethod: {
        card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
      },
      customer: {
        merchantRef: 'c-1',
        displayName: 'Ada Lovell',
        email: 'ada.lovell@example.org',
        ip: '192.0.2.7',
      },
    }),
  });
  const body = (await answer.json()) as { transaction: { transactionId: string } };
  if (answer.status !== 201) throw new Error(`payment refused: ${JSON.stringify(body)}`);
  return body.transaction.transactionId;
}
