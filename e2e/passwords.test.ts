import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { axeFindings, closePages, openBrowser, settled, signInByHand, visit } from './browser.ts';
import { linkInMail, openMail } from './outbox.ts';
import { portalUrl } from './own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const newPassword = 'Quiet-Harbour-Light-7';

async function typeNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(confirmation);
}
const readStorage = (page: Page) =>
  page.getByText('The password meets all requirements.').waitFor({ state: 'attached' });
const save = (page: Page) => page.getByRole('button', { name: 'Save password' }).click();

test('resets a forgotten password by email and returns to login', async () => {
  const { page, context, complaints } = await visit(browser);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.waitForURL('**/forgotPassword');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('Enter your username', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Username').fill('locked@harbour.example');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/resetEmailSent');
  await page.getByText('If locked@harbour.example has an account').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await openMail(page, 'locked@harbour.example', 'passwordReset');
  const link = await linkInMail(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'As HTML' }).click();
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await page.waitForURL('**/password/*');
  await page.getByText('locked@harbour.example').waitFor();
  await typeNewPassword(page, 'Password-2026');
  await page.getByText('not a common password: not met').waitFor();
  await save(page);
  await page.getByText('Choose a password that meets all requirements').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await typeNewPassword(page, demoPassword);
  await readStorage(page);
  await save(page);
  await page.getByText('You’ve used this password before').waitFor();
  await typeNewPassword(page, newPassword, 'Quiet-Harbour-Light-8');
  // The result was for another text.
  await page.getByText('You’ve used this password before').waitFor({ state: 'hidden' });
  await save(page);
  await page.getByText('The passwords don’t match').waitFor();
  await typeNewPassword(page, newPassword);
  // Before the server has checked it: the form waits for the result.
  await save(page);
  await page.waitForURL('**/passwordUpdated');
  expect(await axeFindings(page)).toEqual([]);
  await page.waitForURL('**/login', { timeout: 8000 });
  await signInByHand(page, 'locked@harbour.example', newPassword);
  await page.waitForURL('**/home');

  await page.goto(link);
  await page.getByText('This link was used, replaced by a newer one, or has expired.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/password/made-up');
  await page.getByText('This link was used').waitFor();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.waitForURL('**/forgotPassword');
  await openMail(page, 'locked@harbour.example', 'passwordChanged');
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['temporary@harbour.example', 'Choose your own password', 1440, false],
  ['expired@harbour.example', 'Your password has expired', 390, true],
])('%s sets a password and then opens the requested screen', async (name, title, width, dark) => {
  const { page, context, complaints } = await visit(browser, { width, dark });
  await page.goto('/search?searchRange=ANY_TIME');
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/expiredPassword');
  await page.getByRole('heading', { name: title }).waitFor();
  await save(page);
  await page.getByText('Enter your password').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("name")')).toBe('password');
  await page.getByLabel('Current password').fill('not-the-password-1');
  await typeNewPassword(page, newPassword);
  await readStorage(page);
  await save(page);
  await page.getByText('The current password is incorrect.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  await page.getByLabel('Current password').fill(demoPassword);
  await typeNewPassword(page, demoPassword);
  await readStorage(page);
  await save(page);
  await page.getByText('You’ve used this password before').waitFor();
  await typeNewPassword(page, newPassword);
  await readStorage(page);
  await save(page);
  await page.waitForURL('**/passwordUpdated');
  await page.getByRole('link', { name: 'Sign in now' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: false }).first().fill(newPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/search?**');
  expect(complaints).toEqual([]);
  await context.close();
});

test('sets a password with the keyboard alone', async () => {
  const { page, context } = await visit(browser);
  await page.goto('/forgotPassword');
  await page.getByLabel('Username').focus();
  await page.keyboard.type('expired@harbour.example');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/resetEmailSent');
  await openMail(page, 'expired@harbour.example', 'passwordReset');
  await page.goto(await linkInMail(page));
  await page.route('**/users/checkNewPassword', (route) => route.abort(), { times: 1 });
  await page.getByLabel('New password', { exact: true }).focus();
  await page.keyboard.type('Another-Quiet-Light-8');
  // Over the button that shows the password, to the next field.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Another-Quiet-Light-8');
  // A failed check is repeated automatically.
  await page.getByText('We couldn’t check the password.').waitFor();
  await readStorage(page);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/passwordUpdated');
  await context.close();
});

test('ignores a late result for another text', async () => {
  const { page, context } = await visit(browser, {});
  await page.goto('/login');
  await page.getByLabel('Username').fill('expired@harbour.example');
  await page.goto('/forgotPassword');
  await page.getByLabel('Username').fill('temporary@harbour.example');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/resetEmailSent');
  await openMail(page, 'temporary@harbour.example', 'passwordReset');
  const link = await linkInMail(page);
  let requests = 0;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/users/checkNewPassword', async (route) => {
    requests += 1;
    const isGood = route.request().postDataJSON().token === newPassword;
    // The result of the good text is delayed until a bad text is typed.
    if (isGood) await held;
    await route.continue().catch(() => {});
  });
  await page.goto(link);
  await typeNewPassword(page, newPassword);
  await expect.poll(() => requests).toBe(1);
  await typeNewPassword(page, 'quiet');
  await page.getByText('an uppercase letter: not met').waitFor();
  release();
  await settled(page);
  await expect.poll(() => page.getByText('an uppercase letter: not met').count()).toBe(1);
  expect(requests).toBe(2);
  await context.close();
});

test("lists the user's sessions and ends one, then all others", async () => {
  const first = await visit(browser);
  await signInByHand(first.page, 'admin@meridian.example');
  await first.page.waitForURL('**/home');
  const others = [];
  for (const width of [1440, 390]) {
    const other = await visit(browser, { width });
    await signInByHand(other.page, 'admin@meridian.example');
    await other.page.waitForURL('**/home');
    others.push(other);
  }
  const { page } = first;
  await page.getByRole('button', { name: /Idris Vale/ }).click();
  await page.getByRole('menuitem', { name: 'Your sessions' }).click();
  await page.waitForURL('**/sessions');
  const rows = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  await rows.nth(2).waitFor();
  const all = await rows.count();
  await expect.poll(() => page.getByText('This session', { exact: true }).count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => rows.count()).toBe(all - 1);
  await page.getByRole('button', { name: 'Sign out all other sessions' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other sessions' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  for (const other of others) {
    await other.page.goto('/search');
    await other.page.waitForURL('**/login');
    await other.context.close();
  }
  expect(first.complaints).toEqual([]);
  await first.context.close();
});

test('changes the password of a signed-in user, who stays signed in', async () => {
  const { page, context, complaints } = await visit(browser, { width: 390 });
  await signInByHand(page, 'locked@harbour.example', newPassword);
  await page.waitForURL('**/home');
  await page.goto('/changePassword');
  await page.getByLabel('Current password').fill('Not-the-one-1');
  await typeNewPassword(page, 'Calm-Evening-Tide-42');
  await readStorage(page);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('The current password is incorrect.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Current password').fill(newPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('Password changed.').waitFor();
  await page.goto('/sessions');
  await page.getByText('This session', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('hides the outbox from requests through a proxy', async () => {
  const response = await fetch(`${portalUrl()}/debug/mail`, {
    headers: { 'x-forwarded-for': '127.0.0.1' },
  });
  expect(response.status).toBe(404);
});
