import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { colourShares, drawnShare, look } from './pixels.ts';
import { axeFindings, closePages, openBrowser, visit } from './browser.ts';
import { gatewayUrl } from './own-product.ts';

let browser: Browser;
let merchant: Server;
let callbackUrl: string;
/** A merchant's site: the return page, and a page that frames the payment page and records its messages. */
beforeAll(async () => {
  browser = await openBrowser();
  merchant = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const frame = url.searchParams.get('frame');
    const page = frame
      ? `<title>Shop</title><h1>Shop</h1><iframe title="Payment" src="${frame}" width="500" height="900"></iframe><pre id="messages"></pre>
         <script>addEventListener('message', (event) => {
           if (event.data.type === 'countinghouse.session')
             messages.textContent += event.origin + ' ' + event.data.step + ' ' + event.data.transactionState + '\\n';
         });</script>`
      : `<title>Shop</title><h1>Back at the shop</h1>`;
    response.setHeader('content-type', 'text/html');
    response.end(page);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => merchant.once('listening', resolve));
  callbackUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await closePages();
  merchant.close();
});

const authorization = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;
const address = { line1: '1 Quay', postcode: 'BS1 1AA', countryCode: 'GB' };

async function openSession(amount: string, more: object = {}) {
  const response = await fetch(`${gatewayUrl()}/hosted/rest/sessions/5300001/payments`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      session: {
        returnUrl: { url: `${callbackUrl}/back` },
        cancelUrl: { url: `${callbackUrl}/left` },
        skin: '2',
      },
      transaction: { money: { currency: 'GBP', amount: { fixed: amount } }, commerceType: 'ECOM' },
      customer: { details: { address } },
      ...more,
    }),
  });
  const body = (await response.json()) as { sessionId: string; redirectUrl: string };
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

async function readStatus(sessionId: string): Promise<string> {
  const statusUrl = `${gatewayUrl()}/hosted/rest/sessions/5300001/${sessionId}/status`;
  const body = (await (await fetch(statusUrl, { headers: { authorization } })).json()) as {
    hostedSessionStatus: { sessionState: string; transactionState: { transactionState: string } };
  };
  const { sessionState, transactionState } = body.hostedSessionStatus;
  return `${sessionState} ${transactionState.transactionState}`;
}

async function enter(page: Page | FrameLocator, pan: string): Promise<void> {
  await page.getByLabel('Card number').fill(pan);
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Lovell');
}
const pay = (page: Page | FrameLocator) => page.getByRole('button', { name: /^Pay/ }).click();

test('shows errors, a decline, and a payment by keyboard', async () => {
  const { sessionId, redirectUrl } = await openSession('12.50', { features: { showResultsPage: true } });
  const { page, context, complaints } = await visit(browser, { width: 390, dark: true });
  await page.goto(redirectUrl);
  const number = page.getByLabel('Card number');
  await number.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await number.evaluate((input: HTMLInputElement) => [input.autocomplete, input.inputMode])).toEqual([
    'cc-number',
    'numeric',
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await pay(page);
  await page.getByText('Enter the card number').waitFor();
  await page.getByText('Enter the expiry date').waitFor();
  await page.getByText('Enter the security code').waitFor();
  await enter(page, '9902000000000165');
  await pay(page);
  await page.getByText('Check the card number').waitFor();
  await expect.poll(() => number.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  // All brands in one line, the typed one alone in full colour.
  const marks = page.getByRole('listitem');
  const tops = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([7, 1]);
  const dimmed = () =>
    marks.evaluateAll((all) => all.filter((one) => one.className === 'other').map((one) => one.textContent));
  await expect.poll(dimmed).toHaveLength(6);
  expect(await dimmed()).not.toContain('Visa');
  // As Japanese and Chinese keyboards type them.
  await number.fill('９９０２０００００００００１６６');
  await pay(page);
  await page.getByText('Your card was declined and you haven’t been charged').waitFor();
  await expect.poll(() => page.getByLabel('Security code').inputValue()).toBe('');
  expect(await number.inputValue()).toBe('9902 0000 0000 0166');
  expect(await page.getByLabel('Expiry date').inputValue()).not.toBe('');
  expect(await axeFindings(page)).toEqual([]);
  expect(await readStatus(sessionId)).toBe('STARTED FAILED');
  // Keys only: the field has the focus, its number is selected, and spaces and slash are inserted.
  await page.keyboard.type('9902000000000018');
  await expect.poll(() => number.inputValue()).toBe('9902 0000 0000 0018');
  await page.keyboard.press('Tab');
  const expiry = page.getByLabel('Expiry date');
  for (const typed of ['1/30', '01/30', '01/2030', '0130']) {
    await expiry.fill('');
    await page.keyboard.type(typed);
    await expect.poll(() => expiry.inputValue()).toBe(typed);
    await page.keyboard.press('Backspace');
    await expect.poll(() => expiry.inputValue()).toBe(typed.slice(0, -1));
    await page.keyboard.type('0');
    await expiry.blur();
    await expect.poll(() => expiry.inputValue()).toBe('01 / 30');
    await expiry.focus();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.type('1a2 3');
  await expect.poll(() => page.getByLabel('Security code').inputValue()).toBe('123');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.getByText('£12.50', { exact: true }).waitFor();
  await page.getByText(/\b20\d\d\b.*\d\d:\d\d/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const email = page.getByLabel('Email address');
  await email.fill('ada');
  await email.press('Enter');
  await page.getByText('Enter an email address like name@example.com').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await email.fill('ada.print@example.org');
  await page.getByRole('button', { name: 'Email receipt' }).click();
  await page.getByText('Receipt sent to ada.print@example.org.').waitFor();
  expect(await email.count()).toBe(0);
  await page.evaluate('window.print = () => (globalThis.printed = true)');
  const print = page.getByRole('button', { name: 'Print' });
  await print.click();
  expect(await page.evaluate('globalThis.printed')).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await print.isVisible()).toBe(false);
  await page.getByText('£12.50', { exact: true }).waitFor();
  await page.emulateMedia({ media: 'screen' });
  expect(await readStatus(sessionId)).toBe('TERMINATED SUCCESS');
  await page.getByRole('link', { name: 'Back to Harbour Coffee' }).click();
  await page.waitForURL(`${callbackUrl}/back?sessionId=${sessionId}&**`);
  expect(complaints).toEqual([]);
  await page.goto(redirectUrl.replace(/[^/]+$/, 'z'.repeat(32)));
  await page.getByRole('heading', { name: 'This payment page doesn’t exist' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The page never needed a cookie.
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test('handles authenticated, rejected and abandoned challenges', async () => {
  const { page, context, complaints } = await visit(browser);
  const authenticated = await openSession('40.00');
  await page.goto(`${callbackUrl}/cart`);
  await page.goto(authenticated.redirectUrl);
  await enter(page, '9902000000005132');
  await pay(page);
  await page.getByLabel('Password').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await readStatus(authenticated.sessionId)).toBe('STARTED PENDING');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Wrong password').waitFor();
  await page.getByLabel('Password').fill('Test_5132');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(`${callbackUrl}/back?sessionId=${authenticated.sessionId}&**`);
  expect(await readStatus(authenticated.sessionId)).toBe('TERMINATED SUCCESS');
  // The issuer's pages, which would have to be posted again, are not behind the payment.
  await page.goBack();
  expect(page.url()).toBe(`${callbackUrl}/cart`);

  const shown = await openSession('40.10', { features: { showResultsPage: true } });
  await page.goto(shown.redirectUrl);
  await enter(page, '9902000000005132');
  await pay(page);
  await page.getByLabel('Password').fill('Test_5132');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(page.url()).toBe(shown.redirectUrl);
  await page.reload();
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.goBack();
  expect(page.url()).toBe(`${callbackUrl}/cart`);

  const refused = await openSession('40.00');
  await page.goto(refused.redirectUrl);
  await enter(page, '9901000000005133');
  await pay(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Your bank couldn’t confirm it was you').waitFor();
  expect(await readStatus(refused.sessionId)).toBe('STARTED FAILED');
  // A second challenge, from the same entry of the history.
  await enter(page, '9902000000005132');
  await pay(page);
  await page.getByLabel('Password').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Your bank couldn’t confirm it was you').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${callbackUrl}/back?sessionId=${refused.sessionId}&**`);
  await page.goBack();
  expect(page.url()).toBe(`${callbackUrl}/cart`);
  expect(await readStatus(refused.sessionId)).toBe('TERMINATED FAILED');

  const abandoned = await openSession('40.00');
  await page.goto(abandoned.redirectUrl);
  await enter(page, '9902000000005132');
  await pay(page);
  await page.getByLabel('Password').waitFor();
  await page.goto(abandoned.redirectUrl);
  await page.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${callbackUrl}/left?sessionId=${abandoned.sessionId}&**`);
  expect(await readStatus(abandoned.sessionId)).toBe('TERMINATED CANCELLED');
  expect(complaints).toEqual([]);
  await context.close();
});

test('does not run a modified script and shows no card form', async () => {
  const { redirectUrl } = await openSession('9.00');
  const { page, context, complaints } = await visit(browser);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(redirectUrl);
  await page.getByLabel('Card number').waitFor();
  // Every script is listed in the build's manifest, from our own origin.
  const written = await page
    .locator('script:not([type="application/json"])')
    .evaluateAll((scripts) =>
      scripts.map((script) => [(script as HTMLScriptElement).src, (script as HTMLScriptElement).integrity]),
    );
  expect(written).toEqual([
    [expect.stringContaining(`${gatewayUrl()}/hosted/page/assets/main-`), expect.stringMatching(/^sha384-/)],
  ]);
  expect(loaded.filter((url) => !url.startsWith(`${gatewayUrl()}/`))).toEqual([]);
  expect(complaints).toEqual([]);
  await page.route('**/hosted/page/assets/main-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()};globalThis.skimmer = 1` });
  });
  await page.goto(redirectUrl);
  await expect.poll(() => complaints.join()).toContain('integrity');
  expect(await page.evaluate('globalThis.skimmer')).toBeUndefined();
  expect(await page.getByLabel('Card number').count()).toBe(0);
  await context.close();
});

test("pays inside a registered site's frame without cookies, nowhere else", async () => {
  const { sessionId, redirectUrl } = await openSession('9.00', {
    features: { showResultsPage: true },
    locale: 'de',
  });
  const { page, context, complaints } = await visit(browser);
  await page.goto(`${callbackUrl}/?frame=${encodeURIComponent(redirectUrl)}`);
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Kartennummer').fill('9903000000000017');
  await frame.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect.poll(() => frame.getByLabel('Card number').inputValue()).toBe('9903 0000 0000 0017');
  await enter(frame, '9903000000000017');
  await pay(frame);
  await frame.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(await readStatus(sessionId)).toBe('TERMINATED SUCCESS');
  const messages = (await page.locator('#messages').textContent())?.trim().split('\n') ?? [];
  expect([...new Set(messages)]).toEqual([
    `${gatewayUrl()} FORM NOT_SUBMITTED`,
    `${gatewayUrl()} RESULT SUCCESS`,
  ]);
  expect(complaints).toEqual([]);
  // An origin that is not registered.
  const other = await openSession('9.00');
  await page.route('http://evil.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${other.redirectUrl}"></iframe>` }),
  );
  await page.goto('http://evil.example/');
  await expect.poll(() => page.frames().at(-1)?.url()).toContain('chrome-error:');
  expect(await readStatus(other.sessionId)).toBe('CREATED NOT_SUBMITTED');
  await context.close();
});

test("leads back from a challenge in a merchant's frame without storage", async () => {
  const { page, context, complaints } = await visit(browser);
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('storage is turned off', 'SecurityError');
      },
    });
  });
  const { redirectUrl, sessionId } = await openSession('40.20', { features: { showResultsPage: true } });
  const frame = page.frameLocator('iframe');
  const name = () => page.frames().at(-1)?.evaluate('window.name');
  await page.goto(`${callbackUrl}/cart`);
  await page.goto(`${callbackUrl}/?frame=${encodeURIComponent(redirectUrl)}`);
  await frame.getByLabel('Card number').waitFor();
  await page.frames().at(-1)?.evaluate("window.name = 'till'");
  await enter(frame, '9902000000005132');
  await pay(frame);
  await frame.getByLabel('Password').fill('wrong');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await frame.getByText('Wrong password').waitFor();
  await frame.getByLabel('Password').fill('Test_5132');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await frame.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(await readStatus(sessionId)).toBe('TERMINATED SUCCESS');
  // As the merchant's page has named it.
  expect(await name()).toBe('till');
  await page.goBack();
  expect(page.url()).toBe(`${callbackUrl}/cart`);
  // Of the issuer's page.
  expect(complaints.filter((text) => !text.includes('autofocusing'))).toEqual([]);
  await context.close();
});

test("leads back from a challenge in a merchant's frame past the issuer's pages", async () => {
  const { page, context, complaints } = await visit(browser);
  const open = async (amount: string) => {
    const { redirectUrl, sessionId } = await openSession(amount, { features: { showResultsPage: true } });
    await page.goto(`${callbackUrl}/?frame=${encodeURIComponent(redirectUrl)}`);
    return sessionId;
  };
  const frame = page.frameLocator('iframe');
  const challenge = async (password: string) => {
    await enter(frame, '9902000000005132');
    await pay(frame);
    await frame.getByLabel('Password').fill(password);
    await frame.getByRole('button', { name: 'Confirm' }).click();
  };
  await page.goto(`${callbackUrl}/cart`);
  const sessionId = await open('40.00');
  // The merchant's page has entries ahead of it, which the payer has left.
  await page.evaluate("history.pushState({}, ''), history.pushState({}, '')");
  await page.goBack();
  await page.goBack();
  await challenge('wrong');
  await frame.getByText('Wrong password').waitFor();
  await frame.getByLabel('Password').fill('Test_5132');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await frame.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(await readStatus(sessionId)).toBe('TERMINATED SUCCESS');
  await page.goBack();
  expect(page.url()).toBe(`${callbackUrl}/cart`);
  // Forward again, the page has the result.
  await page.goForward();
  await frame.getByRole('heading', { name: 'Payment complete' }).waitFor();

  const firstUrl = page.url();
  // Back at the issuer's page leads to the payment page with a way on.
  await open('40.10');
  await enter(frame, '9902000000005132');
  await pay(frame);
  await frame.getByLabel('Password').waitFor();
  // Only the frame goes back.
  await page.evaluate('history.back()');
  await frame.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
  await frame.getByRole('link', { name: 'Continue to your bank' }).click();
  await frame.getByLabel('Password').fill('Test_5132');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await frame.getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.goBack();
  expect(page.url()).toBe(firstUrl);
  await frame.getByRole('heading', { name: 'Payment complete' }).waitFor();
  // The issuer's page of the sandbox focuses its field.
  expect(complaints.filter((text) => !text.startsWith('Blocked autofocusing'))).toEqual([]);
  await context.close();
});

test.each([390, 1280])('identifies the browser in a hidden frame first, %i wide', async (width) => {
  const { page, context, complaints } = await visit(browser, { width, dark: width === 390 });
  const card = '9902000000007112';
  const method = '**/hosted/sandbox-acs/method';
  const withResult = { features: { showResultsPage: true } };
  const confirm = async (at: Page | FrameLocator) => {
    await at.getByLabel('Password').fill('Test_7112');
    await at.getByRole('button', { name: 'Confirm' }).click();
  };
  const complete = (at: Page | FrameLocator) =>
    at.getByRole('heading', { name: 'Payment complete' }).waitFor();

  // Authenticated by the fingerprint alone.
  const frictionless = await openSession('12.20');
  await page.goto(`${callbackUrl}/cart`);
  await page.goto(frictionless.redirectUrl);
  await enter(page, card);
  await pay(page);
  await page.waitForURL(`${callbackUrl}/back?sessionId=${frictionless.sessionId}&**`);
  expect(await readStatus(frictionless.sessionId)).toBe('TERMINATED SUCCESS');
  await page.goBack();
  expect(page.url()).toBe(`${callbackUrl}/cart`);

  // A challenge follows, in the frame of the merchant's site.
  const framed = await openSession('45.20', withResult);
  await page.goto(`${callbackUrl}/?frame=${encodeURIComponent(framed.redirectUrl)}`);
  const frame = page.frameLocator('iframe');
  await enter(frame, card);
  await pay(frame);
  await confirm(frame);
  await complete(frame);

  // The issuer's page never ends: after ten seconds the payment goes on, and the issuer asks the payer.
  let open = () => {};
  await context.route(
    method,
    (route) =>
      new Promise<void>((resolve) => {
        open = () => void route.abort().then(resolve, resolve);
      }),
  );
  await page.clock.install();
  const blocked = await openSession('12.21', withResult);
  await page.goto(blocked.redirectUrl);
  await enter(page, card);
  await pay(page);
  await page.getByRole('heading', { name: 'Processing' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.clock.runFor(9900);
  expect(await readStatus(blocked.sessionId)).toBe('STARTED PENDING');
  await page.clock.runFor(200);
  await confirm(page);
  await complete(page);
  open();

  // The tab is closed meanwhile: another one goes on, and so does a second one beside it.
  const closed = await openSession('45.21', withResult);
  await page.goto(closed.redirectUrl);
  await enter(page, card);
  await pay(page);
  await page.getByRole('heading', { name: 'Processing' }).waitFor();
  await page.close();
  await context.unroute(method);
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(closed.redirectUrl);
    await tab.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
  }
  for (const tab of tabs) await tab.getByRole('link', { name: 'Continue to your bank' }).click();
  for (const tab of tabs) await tab.getByLabel('Password').waitFor();
  await confirm(tabs[0] as Page);
  await complete(tabs[0] as Page);
  // The other tab returns late.
  await confirm(tabs[1] as Page);
  await complete(tabs[1] as Page);
  expect(await readStatus(closed.sessionId)).toBe('TERMINATED SUCCESS');
  expect(complaints.filter((text) => !text.startsWith('Blocked autofocusing'))).toEqual([]);
  await context.close();
});

test.each([
  [390, 844],
  [375, 667],
  [1280, 900],
  [1440, 900],
])('shows why a payment failed where the payer looks, on %i × %i', async (width, height) => {
  const withAddress = { customer: { details: { emailAddress: 'ada@example.org' } } };
  const { page, context } = await visit(browser, { width });
  await page.setViewportSize({ width, height });
  await page.clock.install();
  const start = async (amount: string, pan: string) => {
    const { redirectUrl } = await openSession(amount, withAddress);
    await page.goto(redirectUrl);
    await enter(page, pan);
    await page.getByLabel('Postcode').fill('BS1 1AA');
  };
  const isInView = async (text: string, role: 'alert' | 'status' = 'alert') => {
    const box = await page.getByRole(role).getByText(text).boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  };
  const expectInView = (text: string, role?: 'status') => expect.poll(() => isInView(text, role)).toBe(true);

  await start('12.60', '9902000000000166');
  await context.setOffline(true);
  await pay(page);
  await expectInView('No connection');
  await context.setOffline(false);
  await page.route('**/submit', (route) => route.fulfill({ status: 502 }));
  await pay(page);
  await expectInView('We didn’t get an answer');
  // The security code stays for the repeat, which is the same attempt.
  expect(await page.getByLabel('Security code').inputValue()).toBe('123');
  await page.unroute('**/submit');
  await pay(page);
  await expectInView('Your card was declined');

  await start('12.91', '9902000000000018');
  await pay(page);
  await expectInView('We can’t take payments right now');

  await start('41.60', '9901000000005133');
  await pay(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectInView('Your bank couldn’t confirm it was you');

  await start('12.70', '9902000000000018');
  await page.evaluate('scrollTo(0, 0)');
  await page.clock.fastForward('26:00');
  await expectInView('This page closes at', 'status');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect.poll(() => page.getByText('This page closes at').count()).toBe(0);
  expect(await page.getByLabel('Card number').inputValue()).toBe('9902 0000 0000 0018');
  await context.close();
});

test.each([false, true])('paints merchant and amount before styles and script, dark: %s', async (dark) => {
  const { redirectUrl } = await openSession('1250.00');
  const { page, context, complaints } = await visit(browser, { width: 390, dark });
  const held = Promise.withResolvers<void>();
  await page.route('**/hosted/page/assets/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(redirectUrl, { waitUntil: 'commit' });
  const paints = () => page.evaluate("performance.getEntriesByName('first-contentful-paint').length");
  await expect.poll(paints).toBe(1);
  const picture = page.locator('svg.first-paint');
  expect(await picture.getByText('£1,250.00').isVisible()).toBe(true);
  expect(await picture.getByText('Harbour Coffee').isVisible()).toBe(true);
  expect(drawnShare(await look(picture))).toBeGreaterThan(0.1);
  expect(colourShares(await look(picture))[0]?.[0]).toBe(dark ? '#121212' : '#ffffff');
  held.resolve();
  await page.getByLabel('Card number').waitFor();
  expect(await picture.count()).toBe(0);
  expect(await page.getByText('£1,250.00', { exact: true }).count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test('works after 45 kB on a slow network, and pays once across an offline moment', async () => {
  const { sessionId, redirectUrl } = await openSession('13.10', { features: { showResultsPage: true } });
  const { page, context, complaints } = await visit(browser, { width: 390 });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const slow = { latency: 400, downloadThroughput: 60_000, uploadThroughput: 60_000 };
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...slow });
  let bytes = 0;
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(redirectUrl, { waitUntil: 'commit' });
  await page.getByLabel('Card number').waitFor();
  const beforeForm = bytes;
  expect(beforeForm).toBeGreaterThan(8000);
  expect(beforeForm).toBeLessThan(45_000);
  await enter(page, '9902000000000018');
  await devtools.send('Network.emulateNetworkConditions', { ...slow, offline: true });
  await pay(page);
  await page.getByText('No connection').waitFor();
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...slow });
  await pay(page);
  await page.getByRole('button', { name: 'Processing' }).waitFor();
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(await readStatus(sessionId)).toBe('TERMINATED SUCCESS');
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([false, true])('draws every payer page in forced colours, dark: %s', async (dark) => {
  const { page, context } = await visit(browser, { width: 390, dark, forcedColours: true });
  const { redirectUrl } = await openSession(dark ? '13.31' : '13.30', {
    customer: {},
    features: { showResultsPage: true },
  });
  /** The edge of a button, which its text alone would not show. */
  const hasEdge = (name: RegExp | string, role: 'button' | 'link' = 'button') =>
    page.getByRole(role, { name }).evaluate((found) => getComputedStyle(found).borderTopWidth === '1px');
  await page.goto(redirectUrl);
  await enter(page, '9902000000000018');
  expect(drawnShare(await look(page.locator('.marks li').first()))).toBeGreaterThan(0.05);
  expect(await hasEdge(/^Pay/)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Postcode').fill('BS1 1AA');
  await page.getByLabel('Card number').fill('9902000000000166');
  await pay(page);
  const notice = page.getByRole('alert');
  await notice.getByText('Your card was declined').waitFor();
  expect(await notice.evaluate((found) => getComputedStyle(found).borderTopWidth)).toBe('1px');
  expect(await axeFindings(page)).toEqual([]);
  await enter(page, '9902000000000018');
  await pay(page);
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(await hasEdge('Back to Harbour Coffee', 'link')).toBe(true);
  expect(await hasEdge('Print')).toBe(true);
  expect(drawnShare(await look(page.locator('.state > .icon')))).toBeGreaterThan(0.05);
  expect(await axeFindings(page)).toEqual([]);
  const challenged = await openSession(dark ? '43.31' : '43.30');
  await page.goto(challenged.redirectUrl);
  await enter(page, '9902000000005132');
  await pay(page);
  await page.getByLabel('Password').waitFor();
  await page.goto(challenged.redirectUrl);
  await page.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
  expect(await hasEdge('Continue to your bank', 'link')).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(redirectUrl.replace(/[^/]+$/, 'z'.repeat(32)));
  await page.getByRole('heading', { name: 'This payment page doesn’t exist' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});

test('guesses the country from browser and card, until the payer chooses one', async () => {
  const { redirectUrl } = await openSession('12.80', {
    customer: {},
    locale: 'de',
    features: { showResultsPage: true },
  });
  const { page, context } = await visit(browser, { width: 390 });
  await page.goto(redirectUrl);
  const country = page.getByLabel('Land');
  const number = page.getByLabel('Kartennummer');
  // The browser's language is en-US.
  expect(await country.inputValue()).toBe('US');
  await number.pressSequentially('990201');
  await expect.poll(() => country.inputValue()).toBe('ES');
  // No postcodes there.
  await country.selectOption('HK');
  await page.getByLabel('Postleitzahl (optional)').waitFor();
  await number.fill('9902000000000018');
  await page.getByLabel('Ablaufdatum').fill('12/30');
  await page.getByLabel('Kartenprüfnummer').fill('123');
  await page.getByLabel('Name auf der Karte').fill('Ada Lovell');
  expect(await country.inputValue()).toBe('HK');
  await country.selectOption('DE');
  await page.getByRole('button', { name: '12,80 £ zahlen' }).click();
  await page.getByText('Geben Sie die Postleitzahl ein').waitFor();
  await page.getByLabel('Postleitzahl').fill('10115');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: '12,80 £ zahlen' }).click();
  await page.getByRole('heading', { name: 'Zahlung abgeschlossen' }).waitFor();
  await context.close();
});

test('counts down after five declines until the link takes cards again', async () => {
  const response = await fetch(`${gatewayUrl()}/smartlink/links/5300001/payment`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      transaction: { money: { currency: 'GBP', amount: { fixed: '12.86' } } },
      customer: { details: { address } },
    }),
  });
  const { smartLinkResponseDetail } = (await response.json()) as {
    smartLinkResponseDetail: { link: string };
  };
  const { page, context } = await visit(browser, { width: 390, dark: true });
  await page.clock.install();
  await page.goto(smartLinkResponseDetail.link);
  await enter(page, '9902000000000166');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await page.getByLabel('Security code').fill('123');
    await pay(page);
    if (attempt < 5) await expect.poll(() => page.getByLabel('Security code').inputValue()).toBe('');
  }
  await page.getByText(/^You can try again in 1[45]:\d\d\.$/).waitFor();
  const again = page.getByRole('link', { name: 'Reopen the payment page' });
  expect(await again.count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  // The link itself shows the same.
  await page.goto(smartLinkResponseDetail.link);
  await page.getByRole('heading', { name: 'Several cards were declined' }).waitFor();
  await page.getByText(/^You can try again in 1[45]:\d\d\.$/).waitFor();
  expect(await again.count()).toBe(0);
  await page.clock.runFor('15:05');
  await again.waitFor();
  expect(await page.getByText('You can try again').count()).toBe(0);
  await context.close();
});

test('shows an expired saved card, which can only be removed', async () => {
  const customer = { identity: { merchantCustomerId: 'expired-e2e' }, details: { address } };
  const features = { paymentMethodRegistration: 'optional', showResultsPage: true };
  const { page, context, complaints } = await visit(browser, { width: 390 });
  await page.goto((await openSession('12.93', { customer, features })).redirectUrl);
  await enter(page, '9902000000000018');
  await page.getByRole('checkbox', { name: 'Save this card' }).check();
  await pay(page);
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  // The page as it will be once the card has expired.
  const { redirectUrl } = await openSession('12.94', { customer, features });
  await page.route(redirectUrl, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"hasExpired":false', '"hasExpired":true');
    await route.fulfill({ response, body });
  });
  await page.route('**/hosted/*/session/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"hasExpired":false', '"hasExpired":true');
    await route.fulfill({ response, body });
  });
  await page.goto(redirectUrl);
  const saved = page.getByRole('radio', { name: /^Visa •••• 0018 12 \/ 30 This card has expired$/ });
  await saved.waitFor();
  expect(await saved.isDisabled()).toBe(true);
  expect(await page.getByRole('radio', { name: 'Another card' }).isChecked()).toBe(true);
  await page.getByLabel('Card number').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Visa 0018' }).click();
  await page.getByRole('button', { name: 'Remove? Visa 0018' }).click();
  await expect.poll(() => saved.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('saves a card with consent, pays with it and removes it', async () => {
  const customer = { identity: { merchantCustomerId: 'saver-e2e' }, details: { address } };
  const features = { paymentMethodRegistration: 'optional', showResultsPage: true };
  const { page, context, complaints } = await visit(browser, { width: 390, dark: true });
  const open = async (amount: string) =>
    page.goto((await openSession(amount, { customer, features })).redirectUrl);
  await open('12.88');
  const consent = page.getByRole('checkbox', { name: 'Save this card with Harbour Coffee for next time' });
  await enter(page, '9902000000000018');
  expect(await consent.isChecked()).toBe(false);
  await consent.check();
  expect(await axeFindings(page)).toEqual([]);
  await pay(page);
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();

  await open('12.89');
  const saved = page.getByRole('radio', { name: 'Visa •••• 0018 12 / 30' });
  expect(await saved.isChecked()).toBe(true);
  const code = page.getByLabel('Security code');
  await expect.poll(() => code.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await page.getByLabel('Card number').isVisible()).toBe(false);
  expect(await consent.isVisible()).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await pay(page);
  await page.getByText('Enter the security code').waitFor();
  // Another card and back.
  await page.getByRole('radio', { name: 'Another card' }).check();
  await page.getByLabel('Card number').waitFor();
  await saved.check();
  await code.fill('123');
  // The choice survives another language.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  expect(await saved.isChecked()).toBe(true);
  expect(await page.getByLabel('Kartennummer').isVisible()).toBe(false);
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await pay(page);
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.getByText('Visa •••• 0018').waitFor();

  await open('12.90');
  await page.getByRole('button', { name: 'Remove Visa 0018' }).click();
  expect(await saved.count()).toBe(1);
  await page.getByRole('button', { name: 'Remove? Visa 0018' }).click();
  await expect.poll(() => saved.count()).toBe(0);
  await page.getByLabel('Card number').waitFor();
  await open('12.92');
  await page.getByLabel('Card number').waitFor();
  expect(await page.getByText('Saved cards').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('calls a payment that is only authorised reserved, not complete', async () => {
  const { redirectUrl } = await openSession('12.87', {
    transaction: {
      money: { currency: 'GBP', amount: { fixed: '12.87' } },
      commerceType: 'ECOM',
      deferred: true,
    },
    features: { showResultsPage: true },
  });
  const { page, context } = await visit(browser, { width: 390 });
  await page.goto(redirectUrl);
  await enter(page, '9902000000000018');
  await pay(page);
  await page.getByRole('heading', { name: 'Amount reserved' }).waitFor();
  await page.getByText('The amount is reserved on your card and hasn’t been taken yet.').waitFor();
  expect(await page.getByText('Payment complete').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});

test('has no English word in Welsh, and British dates for a British browser', async () => {
  const { redirectUrl } = await openSession('12.85', { customer: {}, features: { showResultsPage: true } });
  const { page, context, complaints } = await visit(browser, {
    width: 390,
    locale: 'en-GB',
    timeZone: 'Europe/London',
  });
  await page.goto(redirectUrl);
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Cymraeg' });
  const country = page.getByLabel('Gwlad');
  expect(await country.locator(':checked').textContent()).toBe('Y Deyrnas Unedig');
  const names = await country.locator('option').allTextContents();
  expect(names).toContain('Yr Almaen');
  expect(names.filter((name) => /Islands?|United|Republic|Germany/.test(name))).toEqual([]);
  await page.getByLabel('Rhif y cerdyn').fill('9902000000000018');
  await page.getByLabel('Dyddiad dod i ben').fill('12/30');
  await page.getByLabel('Cod diogelwch').fill('123');
  await page.getByLabel('Enw ar y cerdyn').fill('Ada Lovell');
  await page.getByLabel('Cod post').fill('BS1 1AA');
  await page.getByRole('button', { name: 'Talu £12.85' }).click();
  await page.getByText(/^\d\d?\/\d\d\/20\d\d, \d\d:\d\d GMT$/).waitFor();
  await page.getByRole('combobox', { name: 'Iaith' }).selectOption({ label: 'English' });
  await page.getByText(/^\d\d? [A-Z][a-z]+ 20\d\d at \d\d:\d\d GMT$/).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('shows how an open amount was read, typed or pasted', async () => {
  const openAmount = { transaction: { money: { currency: 'GBP', amount: {} }, commerceType: 'ECOM' } };
  const { sessionId, redirectUrl } = await openSession('', {
    ...openAmount,
    features: { showResultsPage: true },
  });
  const { page, context, complaints } = await visit(browser, { width: 390 });
  await page.goto(redirectUrl);
  const amount = page.getByLabel('Amount');
  await amount.pressSequentially('1.005');
  await page.getByLabel('Card number').focus();
  await page.getByText('Enter an amount like 1,250.00').waitFor();
  await amount.fill('');
  await amount.pressSequentially('1,000.00');
  await expect.poll(() => amount.inputValue()).toBe('1,000.00');
  await page.getByText('£1,000.00', { exact: true }).waitFor();
  // Another language keeps the text and reads it by its own separators.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect.poll(() => page.getByLabel('Betrag').inputValue()).toBe('1,000.00');
  await page.getByLabel('Betrag').fill('1.000,00');
  await page.getByText('1.000,00 £', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await page.getByLabel('Amount').fill('1,000.00');
  await enter(page, '9902000000000018');
  await page.getByRole('button', { name: 'Pay £1,000.00' }).click();
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(await readStatus(sessionId)).toBe('TERMINATED SUCCESS');
  expect(complaints).toEqual([]);
  await context.close();
});
