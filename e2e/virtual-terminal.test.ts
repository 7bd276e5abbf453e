import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieNames } from '#web/session/client-storage.ts';
import { axeFindings, closePages, openBrowser, settled, signIn, visit } from './browser.ts';
import { openMail } from './outbox.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const hasNoOverflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');
const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount', exact: true });
const resultStatus = (page: Page) => page.getByRole('region', { name: 'Result' }).getByRole('status');
const cardPage = (page: Page) => page.frameLocator('iframe[title="Secure card entry"]');

async function openTerminal(page: Page): Promise<void> {
  await signIn(page, 'admin@harbour.example', '/virtual-terminal');
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab');
  expect(await hasFocus()).toBe(true);
}

async function tabBackTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 10 && !(await hasFocus()); presses += 1)
    await page.keyboard.press('Shift+Tab');
  expect(await hasFocus()).toBe(true);
}

/** Sends keys as a busy browser does that kept them: one after the other, before any timer of the page. */
async function pressAtOnce(target: Locator, keys: readonly string[]): Promise<void> {
  await target.evaluate(async (element, pressed) => {
    for (const code of pressed) {
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: code, code, bubbles: true, cancelable: true }),
      );
      // The page renders in a microtask after a key.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    }
  }, keys);
}

/**
 * Cookies of the page (docs/domain.md#browser-storage), with the anti-forgery value that the page returns.
 */
const specifiedCookies: readonly string[] = [...cookieNames, 'XSRF-TOKEN'];
/** Session storage (docs/domain.md#browser-storage), with the idempotency keys of pending follow-ups. */
const specifiedSession = [
  'scopedPermissions',
  'orgTreeWithParent',
  'featuresForOrg',
  'lastVirtualTerminalSession',
  'filterCount',
  'filterCeil',
  'followUpKeys',
  'recentPlaces',
];

/** Everything that scripts of the page can read. */
async function readStorage(page: Page) {
  return page.evaluate(() => ({
    cookies: document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? ''),
    values: document.cookie,
    session: { ...sessionStorage } as Record<string, string>,
    local: { ...localStorage } as Record<string, string>,
  }));
}

async function enterCard(frame: FrameLocator, pan: string): Promise<void> {
  await frame.getByLabel('Card number').fill(pan);
  await frame.getByLabel('Expiry date').fill('12/30');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByLabel('Name on card').fill('Ada Lovell');
  await frame.getByRole('button', { name: /^Pay/ }).click();
}

test('takes a payment in the frame by keyboard alone', async () => {
  const { page, context, complaints } = await visit(browser);
  await openTerminal(page);
  const selectOption = async (label: string, option: string) => {
    const field = page.getByRole('combobox', { name: label });
    await field.waitFor();
    await expect.poll(() => field.isEnabled(), { timeout: 15_000 }).toBe(true);
    await tabTo(page, field);
    await page.keyboard.press('Enter');
    const target = page.getByRole('option', { name: option, exact: true });
    await target.waitFor();
    for (let round = 0; round < 10; round += 1) {
      await page.keyboard.press('ArrowDown');
      if ((await target.getAttribute('data-combobox-selected')) != null) break;
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe(option);
  };
  await selectOption('Installation', 'Harbour Coffee web');
  await selectOption('Currency', 'GBP');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1,250.00');
  await page.getByText('1,250.00 GBP').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const frame = cardPage(page);
  const number = frame.getByLabel('Card number');
  await number.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // Messages are accepted from the frame's window only.
  const stored = await page.evaluate<string>("sessionStorage.getItem('lastVirtualTerminalSession')");
  const { sessionId } = JSON.parse(stored) as { sessionId: string };
  expect(sessionId).toMatch(/\w{10}/);
  await page.evaluate((id) => {
    const step = 'RESULT';
    postMessage({ type: 'countinghouse.session', sessionId: id, step, transactionState: 'SUCCESS' }, '*');
    postMessage({ type: 'countinghouse.height', sessionId: id, height: 201 }, '*');
    postMessage({ type: 'countinghouse.terminal.complete' }, '*');
  }, sessionId);
  await settled(page);
  await expect.poll(() => number.count()).toBe(1);
  await expect.poll(() => page.locator('iframe').getAttribute('height')).not.toBe('201');
  // The page in the frame takes the focus.
  const hasFocus = () => number.evaluate((input) => input === document.activeElement && document.hasFocus());
  await expect.poll(hasFocus, { timeout: 5000 }).toBe(true);
  await expect.poll(() => frame.getByRole('button', { name: /^Pay/ }).textContent()).toBe('Pay £1,250.00');
  // Nothing but the digits of number, expiry date and code, and Enter.
  await page.keyboard.type('99020000000000181230123');
  expect(await number.inputValue()).toBe('9902 0000 0000 0018');
  await page.keyboard.press('Enter');
  const result = page.getByRole('heading', { name: 'Result' });
  await result.waitFor();
  await resultStatus(page).getByText('Success', { exact: true }).waitFor();
  const next = page.getByRole('button', { name: 'Next payment' });
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('heading', { name: 'Last payments' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await tabBackTo(page, page.getByRole('link', { name: 'View transaction' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/transactionDetails/*');
  await page.getByText('VIRTUAL_TERMINAL').or(page.getByText('Virtual terminal')).first().waitFor();
  await page.getByRole('link', { name: /Back to virtual terminal/i }).click();
  await page.waitForURL('**/virtual-terminal');
  // The last installation and its currency are chosen again, and the amount has the focus. The payment has ended.
  const installation = page.getByRole('combobox', { name: 'Installation' });
  await expect.poll(() => installation.inputValue(), { timeout: 15_000 }).toBe('Harbour Coffee web');
  await expect.poll(() => page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('GBP');
  const hasAmountFocus = () => amountField(page).evaluate((input) => input === document.activeElement);
  await expect.poll(hasAmountFocus).toBe(true);
  // A user who left before the response sees the result later.
  const key = 'lastVirtualTerminalSession';
  await page.evaluate(
    `sessionStorage.setItem('${key}', sessionStorage.getItem('${key}').replace('"isDone":true', '"isDone":false'))`,
  );
  await page.reload();
  await page.getByText('This is the result of the payment you left open.').waitFor();
  await result.waitFor();
  const storage = await readStorage(page);
  const secrets = (await context.cookies()).filter(({ httpOnly }) => httpOnly).map(({ value }) => value);
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of ['9902000000000018', '9902 0000 0000 0018', 'Ada Lovell', ...secrets]) {
    expect(JSON.stringify(storage)).not.toContain(secret);
  }
  expect(storage.cookies.filter((name) => !specifiedCookies.includes(name))).toEqual([]);
  expect(Object.keys(storage.session).filter((name) => !specifiedSession.includes(name))).toEqual([]);
  await page
    .getByRole('button', { name: /Amelia/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  // The sign-in page loads its own anti-forgery value.
  await expect
    .poll(async () => (await readStorage(page)).cookies.toSorted())
    .toEqual(['XSRF-TOKEN', 'loggedOut']);
  const remaining = await readStorage(page);
  expect(remaining.session).toEqual({});
  expect(JSON.stringify(remaining.local)).not.toMatch(/Amelia|P_VIEW|99\d{2}|"sessionId"/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('takes the next payment of a series of one amount with 25 keys and no pointer', async () => {
  const { page, context, complaints } = await visit(browser);
  await openTerminal(page);
  await choose(page, 'Installation', 'Harbour Coffee web');
  await choose(page, 'Currency', 'GBP');
  await amountField(page).fill('18.40');
  await page.getByRole('checkbox', { name: 'Several payments of this amount' }).check();
  await page.getByRole('checkbox', { name: 'Pre-authorise only' }).check();
  await page.getByRole('textbox', { name: 'Merchant reference' }).fill('SERIES-1');
  await amountField(page).press('Enter');
  const frame = cardPage(page);
  const number = frame.getByLabel('Card number');
  const hasFocus = () => number.evaluate((input) => input === document.activeElement && document.hasFocus());
  const next = page.getByRole('button', { name: 'Next payment' });
  const pay = async (card: string) => {
    await expect.poll(hasFocus, { timeout: 15_000 }).toBe(true);
    await page.keyboard.type(`${card}1230123`);
    await page.keyboard.press('Enter');
    await resultStatus(page).getByText('Success', { exact: true }).waitFor();
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
  };
  await pay('9902000000000018');
  // One key here and the 24 of `pay`. A failure leaves the result where it is.
  await page.route('**/payments', (route) => route.abort());
  await page.keyboard.press('Enter');
  await page.getByText('We couldn’t start the next payment').waitFor();
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('SERIES-1').waitFor();
  await page.unroute('**/payments');
  await next.focus();
  await page.keyboard.press('Enter');
  await pay('9900000000000010');
  expect(await result.getByText('SERIES-1').count()).toBe(0);
  expect(await page.getByText('The money is reserved').count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints.filter((complaint) => !complaint.includes('Failed to load'))).toEqual([]);
  await context.close();
});

test('takes keys that a busy browser kept back', async () => {
  const { page, context } = await visit(browser);
  await openTerminal(page);
  await choose(page, 'Installation', 'Harbour Coffee web');
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await expect.poll(() => currency.isEnabled()).toBe(true);
  await currency.focus();
  const marked = page.locator('[data-combobox-selected]');
  // The timers of a list that opens come between the arrows and Enter: it takes the marked line all the same.
  await pressAtOnce(currency, ['Enter', 'ArrowDown']);
  const first = (await marked.textContent()) ?? '';
  await settled(page);
  await currency.press('Enter');
  await expect.poll(() => currency.inputValue()).toBe(first);
  await pressAtOnce(currency, ['Enter', 'ArrowDown', 'ArrowDown']);
  const next = (await marked.textContent()) ?? '';
  expect(next).not.toBe(first);
  await settled(page);
  await currency.press('Enter');
  await expect.poll(() => currency.inputValue()).toBe(next);
  await context.close();
});

test('declines, pays and emails a receipt on a dark phone', async () => {
  const { page, context, complaints } = await visit(browser, { width: 390, dark: true });
  await openTerminal(page);
  await page.getByRole('button', { name: 'Continue to card entry' }).click();
  await page.getByText('Choose an installation', { exact: true }).waitFor();
  // Currency and amount are disabled without an installation.
  expect(await page.getByText('Choose a currency', { exact: true }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  // A lender must name the debtor of the payment.
  await choose(page, 'Installation', 'Harbour Lending');
  await page.getByRole('heading', { name: 'Financial services data' }).waitFor();
  await page.getByLabel('Surname').fill('O’Neil');
  await page.getByLabel('Account number').focus();
  await page.getByText('Enter 1 to 6 letters of the surname', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await choose(page, 'Installation', 'Harbour Coffee phone');
  await page.getByRole('heading', { name: 'Financial services data' }).waitFor({ state: 'detached' });
  const email = page.getByLabel('Customer email');
  const receipt = page.getByRole('checkbox', { name: 'Email a receipt' });
  await email.fill('phone.payer@example.org');
  await expect.poll(() => receipt.isChecked()).toBe(true);
  await email.fill('phone.payer');
  await expect.poll(() => receipt.isEnabled()).toBe(false);
  expect(await receipt.isChecked()).toBe(false);
  await email.fill('phone.payer@example.org');
  await page.getByLabel('Merchant reference (optional)', { exact: true }).fill('PHONE-1');
  await choose(page, 'Currency', 'GBP');
  await amountField(page).fill('8.40');
  await page.getByRole('button', { name: 'Continue to card entry' }).click();
  const frame = cardPage(page);
  await enterCard(frame, '9902000000000166');
  await frame.getByText('Your card was declined and you haven’t been charged').waitFor();
  await page.getByText('The issuer declined and gave no reason.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await hasNoOverflow(page)).toBe(true);
  await enterCard(frame, '9903000000000017');
  await resultStatus(page).getByText('Success', { exact: true }).waitFor();
  expect(await hasNoOverflow(page)).toBe(true);
  // The receipt to a number with its country code.
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Text receipt' }).click();
  await dialog.getByLabel('Mobile number').fill('07700 900123');
  await dialog.getByRole('button', { name: 'Send text message' }).click();
  await dialog.getByText('Enter a number with its country code').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Mobile number').fill('+44 7700 900123');
  await dialog.getByRole('button', { name: 'Send text message' }).click();
  await page.getByText('Receipt sent to +447700900123.').waitFor();
  // The same again, asked once.
  await page.getByRole('button', { name: 'Repeat 8.40 GBP, card ending 0017' }).click();
  await dialog.getByText('990300******0017').waitFor();
  // The installation supports one kind.
  await dialog.getByText('Recurring', { exact: true }).waitFor();
  expect(await dialog.getByRole('combobox').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Charge 8.40 GBP again' }).click();
  await dialog.getByRole('heading', { name: 'Repeat payment successful' }).waitFor();
  expect(await dialog.getByRole('link', { name: /^\d+$/ }).count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  // After payment, leaving needs no confirmation.
  await openMail(page, 'phone.payer@example.org', 'paymentReceipt');
  const mail = await page.locator('pre').first().textContent();
  expect(mail).toContain('£8.40');
  expect(mail).toContain('PHONE-1');
  expect(complaints).toEqual([]);
  await context.close();
});

test('repeats a payment as an instalment, and keeps the kind of one with an unknown result', async () => {
  const { page, context } = await visit(browser, { width: 390 });
  await openTerminal(page);
  await choose(page, 'Installation', 'Harbour Coffee web');
  await choose(page, 'Currency', 'GBP');
  await amountField(page).fill('7.30');
  await page.getByRole('button', { name: 'Continue to card entry' }).click();
  await enterCard(cardPage(page), '9903000000000017');
  await resultStatus(page).getByText('Success', { exact: true }).waitFor();
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: 'Repeat 7.30 GBP, card ending 0017' }).first().click();
  const kind = dialog.getByRole('combobox', { name: 'Repeat type' });
  await open();
  await kind.waitFor();
  expect(await kind.inputValue()).toBe('Recurring');
  await kind.click();
  await page.getByRole('option', { name: 'Instalments', exact: true }).click();
  expect(await axeFindings(page)).toEqual([]);
  expect(await hasNoOverflow(page)).toBe(true);
  const keys: (string | undefined)[] = [];
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/repeat')) return;
    keys.push(request.headers()['idempotency-key']);
    bodies.push(request.postDataJSON());
  });
  await page.route('**/repeat', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Charge 7.30 GBP again' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await open();
  await dialog.getByText('Instalments', { exact: true }).waitFor();
  expect(await kind.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Charge 7.30 GBP again' }).click();
  await dialog.getByRole('heading', { name: 'Repeat payment successful' }).waitFor();
  const sent = { transaction: { amount: '7.30', currency: 'GBP', commerceType: 'CA', instalment: true } };
  expect(bodies).toEqual([sent, sent]);
  expect(new Set(keys).size).toBe(1);
  await context.close();
});

test('shows a challenge and keeps the form of an abandoned payment', async () => {
  const { page, context } = await visit(browser);
  await openTerminal(page);
  await choose(page, 'Installation', 'Harbour Coffee web');
  await choose(page, 'Currency', 'GBP');
  // Issuers exempt phone payments, except above certain amounts.
  await amountField(page).fill('40.33');
  const schedule = page.getByRole('checkbox', { name: 'Create a schedule' });
  expect(await schedule.count()).toBe(0);
  await choose(page, 'Continuous authority', 'Recurring');
  await schedule.click();
  // Without a series there is no schedule. The option is off, and stays off when the series returns.
  await choose(page, 'Continuous authority', 'None');
  await choose(page, 'Continuous authority', 'Recurring');
  await expect.poll(() => schedule.isChecked()).toBe(false);
  await schedule.click();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue to card entry' }).click();
  const frame = cardPage(page);
  await enterCard(frame, '9902000000005132');
  await frame.getByLabel('Password').fill('Test_5132');
  await page.getByText('Waiting for the customer to confirm with the issuer').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await resultStatus(page).getByText('Success', { exact: true }).waitFor();
  const details = page.getByRole('link', { name: 'View transaction' });
  const [newTab] = await Promise.all([context.waitForEvent('page'), details.click({ button: 'middle' })]);
  await newTab.getByRole('button', { name: /^Schedule details/ }).click();
  await newTab.locator('a[href^="/scheduleDetails/"]').first().waitFor();
  await newTab.close();

  await page.getByRole('button', { name: 'Next payment' }).click();
  // The place stays, and everything about the last payment goes.
  await expect.poll(() => amountField(page).inputValue()).toBe('');
  await expect.poll(() => page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('GBP');
  expect(await page.getByRole('combobox', { name: 'Continuous authority' }).inputValue()).toBe('None');
  await amountField(page).fill('41');
  await page.getByRole('button', { name: 'Continue to card entry' }).click();
  await frame.getByLabel('Card number').waitFor();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on page' }).click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByText('Payment cancelled. Nothing was charged.').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await expect.poll(() => amountField(page).inputValue()).toBe('41.00');
  // The page in the frame has no second button to cancel, and no head of its own.
  await page.getByRole('button', { name: 'Continue to card entry' }).click();
  await frame.getByLabel('Card number').waitFor();
  expect(await frame.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
  expect(await frame.getByText('Harbour Coffee', { exact: true }).filter({ visible: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByText('Payment cancelled. Nothing was charged.').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Installation' }).inputValue()).toBe('');

  await page.goto('/virtual-terminal/transaction-redirect');
  await page.getByRole('heading', { name: 'Virtual terminal' }).waitFor();
  await context.close();
});

test('shows failures in place and keeps the form', async () => {
  const { page, context } = await visit(browser);
  await openTerminal(page);
  const stored = () => page.evaluate("sessionStorage.getItem('lastVirtualTerminalSession')");
  await page.evaluate(
    `sessionStorage.setItem('lastVirtualTerminalSession', '{"sessionId":"x","installationId":"5399999"}')`,
  );
  const serverError = { status: 500, body: '{}', headers: { 'x-request-id': 'request-7' } };
  await page.route('**/installation/list/**', (route) => route.fulfill(serverError), { times: 1 });
  await page.route('**/queueCaseConfig/**', (route) => route.fulfill(serverError));
  await page.reload();
  await page.getByText('Couldn’t load installations.').waitFor();
  await page.getByRole('button', { name: 'request-7' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  const installation = page.getByRole('combobox', { name: 'Installation' });
  await page.getByText('Couldn’t load installations.').waitFor({ state: 'detached' });
  await expect.poll(stored, { timeout: 5000 }).toBe(null);
  await expect.poll(() => installation.inputValue()).toBe('');

  await page.route('**/installation/5300001/virtualterminal', (route) => route.fulfill(serverError), {
    times: 1,
  });
  await choose(page, 'Installation', 'Harbour Coffee web');
  await page.getByText('Couldn’t load the installation’s settings').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await choose(page, 'Currency', 'GBP');
  await amountField(page).fill('7.20');
  // A user who cannot read the queue's state treats it as off.
  await page.getByText('Reserves the amount until you capture it.', { exact: true }).waitFor();
  const refused = { status: 'FAILED', reasonCode: 'A102', reasonMessage: 'Currency not supported' };
  await page.route('**/payments', (route) => route.fulfill({ status: 400, json: refused }), { times: 1 });
  const submit = page.getByRole('button', { name: 'Continue to card entry' });
  await submit.click();
  await page.getByText('Currency not supported (A102)').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // A double click opens one session.
  let openedCount = 0;
  page.on(
    'request',
    (request) => (openedCount += Number(/hf\/sessions\/\d+\/payments$/.test(request.url()))),
  );
  await submit.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await cardPage(page).getByLabel('Card number').waitFor();
  expect(openedCount).toBe(1);
  await page.route('**/status', (route) => route.fulfill(serverError));
  await page.getByText('Status unavailable').waitFor();
  await page.unroute('**/status');
  await page.getByText('Status unavailable').waitFor({ state: 'detached' });
  await page.route('**/invalidate', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByText('We couldn’t confirm the cancellation').waitFor();
  await expect.poll(() => amountField(page).inputValue()).toBe('7.20');

  // The portal's session ends during a payment: after signing in again the frame is still there.
  await submit.click();
  await cardPage(page).getByLabel('Card number').fill('9902');
  await context.clearCookies({ name: 'session' });
  const signInDialog = page.getByRole('dialog');
  await signInDialog.getByLabel('Password').first().fill('Countinghouse-Demo-1');
  await signInDialog.getByRole('button', { name: 'Sign in' }).click();
  await signInDialog.waitFor({ state: 'detached' });
  await expect.poll(() => cardPage(page).getByLabel('Card number').inputValue()).toBe('9902');

  // Paid while signed out, then left: the result is kept for the same user.
  await context.clearCookies({ name: 'session' });
  await enterCard(cardPage(page), '9902000000000018');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill('admin@harbour.example');
  await page.getByLabel('Password', { exact: false }).first().fill('Countinghouse-Demo-1');
  await page.keyboard.press('Enter');
  await page.getByText('This is the result of the payment you left open.').waitFor();
  await resultStatus(page).getByText('Success', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next payment' }).click();
  await choose(page, 'Currency', 'GBP');
  await amountField(page).fill('7.20');
  await submit.click();
  await cardPage(page).getByLabel('Card number').waitFor();
  await page.route('**/status', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { hostedSessionStatus: object };
    const { transactionState: _removed, ...rest } = body.hostedSessionStatus as Record<string, unknown>;
    return route.fulfill({ response, json: { ...body, hostedSessionStatus: rest } });
  });
  await page.waitForURL('**/error?errorCode=500');
  await context.close();
});

test('rejects users without permission and asks domain users to choose', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'support@harbour.example', '/virtual-terminal');
  await page.waitForURL('**/error?errorCode=403');
  expect(await page.getByRole('form').count()).toBe(0);
  await context.close();
  const { page: domain, context: other } = await visit(browser);
  await signIn(domain, 'domain@demo.example', '/virtual-terminal');
  await domain.waitForURL('**/home');
  await domain.getByRole('dialog', { name: 'Change organisation' }).waitFor();
  await other.close();
});
