import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type Locator, type Page, chromium } from 'playwright-core';
import { gatewayUrl, portalUrl } from './own-product.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { browserFlags, browserPath } from '../scripts/browser.ts';

let shared: Browser | undefined;

/** One for all files of a run, unless it crashes. It ends with the process. */
export async function openBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) {
    shared = await chromium.launch({ executablePath: browserPath() ?? '', args: browserFlags });
  }
  return shared;
}

/** Closes the pages that the tests of a file left open. */
export async function closePages(): Promise<void> {
  await Promise.all((shared?.contexts() ?? []).map((context) => context.close()));
}

export interface VisitOptions {
  width?: number;
  dark?: boolean;
  /** Windows high contrast. */
  forcedColours?: boolean;
  timeZone?: string;
  /** The browser's language; by default en-US. */
  locale?: string;
  /** Turns off transitions of panels and dialogs, which keeps the suite short. */
  isMoving?: boolean;
  /** The portal; by default that of the demo, which all journeys share. */
  baseUrl?: string;
}

const allViewports = [
  ['wide, light', 1440, false],
  ['wide, dark', 1440, true],
  ['a phone, light', 390, false],
  ['a phone, dark', 390, true],
] as const;

/**
 * Viewports and themes for checks beside the journeys, which run wide and light. One by default, since
 * Chromium's time dominates the suite; all with `COUNTINGHOUSE_VIEWPORTS=all`.
 */
export const viewports = (only: (typeof allViewports)[number][0] = 'a phone, dark') =>
  allViewports.filter(([name]) => name === only || process.env.COUNTINGHOUSE_VIEWPORTS === 'all');

/** A page without a session. Console errors are collected. */
export async function visit(
  browser: Browser,
  options: VisitOptions = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: options.baseUrl ?? portalUrl(),
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    forcedColors: options.forcedColours ? 'active' : 'none',
    reducedMotion: options.isMoving ? 'no-preference' : 'reduce',
    ...(options.locale == null ? {} : { locale: options.locale }),
    ...(options.timeZone == null ? {} : { timezoneId: options.timeZone }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  watchRequests(page);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Rejected requests are expected; policy violations and script errors are not.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { page, context, complaints };
}

/** Signs in by request, as the sign-in screen does, and opens the journey's first screen. */
export async function signIn(page: Page, userName: string, path = '/home'): Promise<void> {
  const { request } = page.context();
  const initiation = await request.get('/initiation');
  const cookies = await page.context().cookies();
  const antiForgery = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const response = await request.post('/auth/login', {
    data: { username: userName, password: demoPassword },
    headers: { 'x-xsrf-token': antiForgery },
  });
  if (!response.ok()) throw new Error(`sign-in of ${userName}: ${await response.text()}`);
  const url = new URL('/', initiation.url()).href;
  await page.context().addCookies([{ name: 'authenticated', value: 'true', url, sameSite: 'Strict' }]);
  await page.goto(path);
}

/** Signs in through the screen. */
export async function signInByHand(page: Page, userName: string, password = demoPassword): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username', { exact: false }).fill(userName);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens another screen within the page, as a link does, which is much cheaper than loading the page. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await settled(page);
}

interface Traffic {
  open: Map<object, number>;
  quietSince: number;
}
const traffic = new WeakMap<Page, Traffic>();

function watchRequests(page: Page): void {
  const newTraffic: Traffic = { open: new Map(), quietSince: Date.now() };
  traffic.set(page, newTraffic);
  const end = (request: object): void => {
    newTraffic.open.delete(request);
    newTraffic.quietSince = Date.now();
  };
  page.on('request', (request) => newTraffic.open.set(request, Date.now()));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Waits until the requests of the page are done, and their results shown. */
export async function settled(page: Page): Promise<void> {
  const isQuiet = ({ open, quietSince }: Traffic): boolean =>
    // A request that a navigation cancelled never ends.
    Date.now() - quietSince > 100 && [...open.values()].every((since) => Date.now() - since > 3000);
  const pageTraffic = traffic.get(page);
  if (pageTraffic == null) throw new Error('Only pages of visit() are watched.');
  // On a slow machine a page still works on a response, and may then send the next request.
  do {
    while (!isQuiet(pageTraffic)) await page.waitForTimeout(20);
    await page.evaluate(isIdle).catch(ignoreNavigation);
  } while (!isQuiet(pageTraffic));
}

/** Resolves once nothing is left to do after two frames. */
const isIdle = `new Promise((resolve) => {
  const idle = () => requestIdleCallback(resolve, { timeout: 5000 });
  requestAnimationFrame(() => requestAnimationFrame(idle));
})`;

function ignoreNavigation(error: Error): void {
  if (!/context was destroyed|navigation/.test(error.message)) throw error;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** Violations that axe finds on the current page: WCAG A and AA, and best practices. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Evaluated outside the page's script policy: the tests bring axe, the product does not.
  await settled(page);
  // During a transition the contrast is lower than at its end.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => undefined)))`);
  // Loaded once per document, separately from the check, so that it is compiled once.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axeSource};0`);
  // Reporting passes too takes axe four times as long. It would preload all style sheets for a rule that is off.
  const violations = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'], preload: false }).then((found) => found.violations)",
  )) as Violation[];
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Takes a payment or starts a payout through the merchant API and returns its transaction id. */
export async function merchantPayment(
  merchantRef: string,
  amount: string,
  deferred = false,
  operation: 'payment' | 'payout' = 'payment',
  pan = '9902000000000018',
): Promise<string> {
  const response = await merchantCall(operation, {
    transaction: {
      currency: 'GBP',
      amount,
      merchantRef,
      commerceType: 'ECOM',
      description: 'Two flat whites',
      deferred,
    },
    paymentMethod: {
      card: { pan, expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
    },
    customer: {
      merchantRef: 'c-1',
      displayName: 'Ada Lovell',
      email: 'ada.lovell@example.org',
      ip: '192.0.2.7',
    },
  });
  const body = (await response.json()) as {
    transaction: { transactionId: string };
    outcome?: { reasonCode: string };
  };
  // For a journey that is repeated within a minute: the same payment with another card is not a duplicate.
  if (body.outcome?.reasonCode === 'A126' && pan !== '9903000000000017') {
    return merchantPayment(merchantRef, amount, deferred, operation, '9903000000000017');
  }
  if (response.status !== 201) throw new Error(`payment refused: ${JSON.stringify(body)}`);
  return body.transaction.transactionId;
}

/** Refunds a part through the merchant API. */
export async function merchantRefund(transactionId: string, amount: string): Promise<void> {
  const response = await merchantCall(`${transactionId}/refund`, {
    transaction: { amount, currency: 'GBP' },
  });
  if (response.status !== 201) throw new Error(`refund refused: ${await response.text()}`);
}

export function merchantCall(path: string, body: unknown): Promise<Response> {
  return fetch(`${gatewayUrl()}/acceptor/rest/transactions/5300001/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
    },
    body: JSON.stringify(body),
  });
}

/** In the dialog of a refund: a part, not all that remains. */
export async function refundPart(dialog: Locator, amount: string): Promise<void> {
  await dialog.getByText('Partial', { exact: true }).click();
  await dialog.getByLabel('Amount').fill(amount);
}

/** Transaction details: clicks the action's button, or its entry in the menu. */
export async function startAction(page: Page, action: string): Promise<void> {
  const button = page.locator('main').getByRole('button', { name: action, exact: true });
  const menu = page.getByRole('button', { name: 'More actions' });
  await button.or(menu).first().waitFor();
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Chromium's own authenticator: a platform one that verifies its user without asking. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The font sizes of the text in sight, without what only screen readers get. */
export const textSizes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sizes = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (element === null || texts.currentNode.textContent?.trim() === '') continue;
      const { width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      if (isSeen && element.tagName !== 'OPTION') sizes.add(getComputedStyle(element).fontSize);
    }
    return [...sizes].sort();
  });

/** Opens the filters of a list, and one of them. */
export async function openFilter(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: /^Filters?( \(\d+\))?$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('list', { name: 'Filters' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  return dialog;
}

/** Shows the row of filters under the headings. */
export async function showFilterRow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Filters under the headings').check();
  await page.keyboard.press('Escape');
}
