import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  axeFindings,
  viewports,
  closePages,
  openBrowser,
  settled,
  signIn,
  signInByHand,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('rejects a wrong password and keeps the name', async () => {
  const { page, context, complaints } = await visit(browser);
  await signInByHand(page, 'admin@harbour.example', 'not-the-password-1');
  await page.getByRole('alert').first().waitFor();
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('admin@harbour.example');
  await page.getByLabel('Password', { exact: false }).first().fill('Countinghouse-Demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  await page.getByText('Harbour Group').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('returns to the requested address after sign-in', async () => {
  const { page, context } = await visit(browser);
  await page.goto('/search?searchRange=ANY_TIME');
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill('support@harbour.example');
  await page.getByLabel('Password', { exact: false }).first().fill('Countinghouse-Demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/search?**');
  expect(new URL(page.url()).searchParams.get('searchRange')).toBe('ANY_TIME');
  await context.close();
});

test('handles unknown addresses, another company and signing out', async () => {
  const { page, context } = await visit(browser);
  await page.goto('/nowhere');
  await page.waitForURL('**/login');
  await signInByHand(page, 'admin@meridian.example');
  await page.waitForURL('**/home');
  await page.goto('/nowhere');
  await page.waitForURL('**/error?errorCode=404');
  // A payment of Harbour does not exist for Meridian.
  await page.goto('/transactionDetails/10000000000');
  await page.waitForURL('**/error?errorCode=404');
  await page.goto('/home');
  await page.getByRole('button', { name: /Idris Vale/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await page.goto('/home');
  await page.waitForURL('**/login');
  expect(await page.getByRole('navigation').count()).toBe(0);
  await context.close();
});

test('changes the organisation and its displayed name', async () => {
  const { page, context } = await visit(browser);
  await signInByHand(page, 'admin@harbour.example');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: /Change organisation/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('Books');
  await dialog.getByText('Harbour Books').click();
  await page.getByText('Harbour Books').first().waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: /Change organisation/ }).innerText())
    .toContain('Harbour Books');
  await context.close();
});

test.each(viewports())(
  'sign-in and home pass axe and never scroll sideways: %s',
  async (_name, width, dark) => {
    const { page, context, complaints } = await visit(browser, { width, dark });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await signInByHand(page, 'admin@harbour.example');
    await page.waitForURL('**/home');
    await page.getByRole('heading', { name: 'Welcome, Amelia' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto('/error?errorCode=403');
    await page.getByRole('heading').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('switches a tab to the user who signed in last', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example');
  await page.getByRole('button', { name: /Amelia Hart/ }).waitFor();
  const other = await context.newPage();
  await signIn(other, 'support@harbour.example');
  await other.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.getByRole('navigation').getByRole('button', { name: 'Transactions' }).click();
  await page.getByRole('button', { name: /Tom Okafor|Thomas Okafor/ }).waitFor();
  expect(await page.getByRole('button', { name: /Amelia Hart/ }).count()).toBe(0);
  await context.close();
});

describe('a server that fails', () => {
  const enter = async (path: string) => {
    const signedOutClient = await visit(browser);
    await signIn(signedOutClient.page, 'admin@harbour.example', path);
    await signedOutClient.page.getByRole('heading', { level: 1 }).waitFor();
    return signedOutClient;
  };
  const failing = {
    '**/me': (route: Route) =>
      route.fulfill({ status: 500, json: { code: 'E100', message: 'x', requestId: 'request-7' } }),
    '**/features': (route: Route) => route.abort(),
    '**/config': (route: Route) => route.fulfill({ status: 503, json: {} }),
    '**/locales/*': (route: Route) => route.abort(),
  };

  test('keeps the address of a signed-in user and continues later', async () => {
    const { page, context } = await enter('/home');
    for (const [pattern, response] of Object.entries(failing)) {
      await page.route(pattern, response);
      await page.goto('/users?offset=0&pageSize=50');
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.waitFor();
      expect(new URL(page.url()).pathname, pattern).toBe('/users');
      expect(await axeFindings(page), pattern).toEqual([]);
      if (pattern === '**/me') await page.getByText('request-7').waitFor();
      await page.unroute(pattern);
      // Automatically, or by the button.
      if (pattern !== '**/me') await retry.click();
      await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
    }
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.route('**/locales/de.json*', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
    await context.close();
  });

  test('leads to /unrecoverable without an address', async () => {
    const { page, context } = await enter('/home');
    await page.route('**/config', (route) => route.fulfill({ json: { projectName: 'x' } }));
    await page.goto('/users?pageSize=50');
    await page.waitForURL('**/unrecoverable');
    await page.getByRole('heading', { name: 'The portal is unavailable' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute('**/config');
    await page.reload();
    await page.waitForURL('**/users?**');
    await page.goto('/unrecoverable');
    await page.getByRole('heading', { name: 'The portal is available again' }).waitFor();
    await context.close();
  });

  test('shows an outline and loads everything in parallel', async () => {
    const { page, context } = await enter('/home');
    const waiting = new Set<string>();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const calls = /\/(config|me|features|organisation-hierarchy\/\d+|locales\/en\.json)(\?|$)/;
    await page.route(calls, async (route) => {
      waiting.add(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
      await released;
      await route.continue();
    });
    await page.goto('/users', { waitUntil: 'commit' });
    const no = { x: -1, y: -1, width: -1, height: -1 };
    const boxes = (...selectors: string[]) =>
      Promise.all(
        selectors.map(async (selector) => {
          const { x, y, width, height } = (await page.locator(selector).first().boundingBox()) ?? no;
          return [x, y, width, height].map(Math.floor);
        }),
      );
    await page.locator('[aria-busy=true]').waitFor();
    const outline = await boxes('.boot-side', '.boot-top', '.boot-menu svg', '.boot-search');
    await expect.poll(() => [...waiting].sort()).toEqual(['1100', 'config', 'en.json', 'features', 'me']);
    release();
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
    const search = 'header button[aria-keyshortcuts]';
    expect(await boxes('aside', 'header', 'header svg', search)).toEqual(outline);
    await context.close();
  });

  test('shows the outline to visitors with a session only, before any script', async () => {
    const { page, context } = await enter('/home');
    await page.route('**/assets/*.js', () => {});
    await page.goto('/users', { waitUntil: 'commit' });
    await page.locator('.boot-search').waitFor();
    await context.clearCookies({ name: 'authenticated' });
    await page.goto('/users', { waitUntil: 'commit' });
    await page.locator('.boot').waitFor({ state: 'attached' });
    expect(await page.locator('.boot').isVisible()).toBe(false);
    await context.close();
  });

  test('survives a failing ping and replaces a lost anti-forgery cookie', async () => {
    const { page, context } = await enter('/feedback');
    await page.route('**/session/touch', (route) => route.fulfill({ status: 500, json: {} }));
    const touched = page.waitForResponse('**/session/touch');
    await page.getByLabel('Your message').click();
    await touched;
    await page.getByLabel('Your message').fill('The till is too slow');
    await context.clearCookies({ name: 'XSRF-TOKEN' });
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('Thank you').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/feedback');
    await context.close();
  });

  test('leads back from an unknown screen and a failed download', async () => {
    const { page, context } = await enter('/home');
    await page.goto('/transactionDetails/999');
    await page.waitForURL('**/error?errorCode=404');
    await page.getByRole('heading', { name: /^Transaction 999 wasn’t found in / }).waitFor();
    await page.goBack();
    await page.waitForURL('**/home');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    const chunk = '**/assets/feedback-screen-*.js';
    await page.route(chunk, (route) => route.abort());
    await page.getByRole('link', { name: 'Feedback' }).first().click();
    await page.getByRole('main').getByRole('heading', { name: 'No connection' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/feedback');
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(chunk);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Your message').waitFor();
    await settled(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: /Amelia Hart/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Username').waitFor();
    await context.setOffline(false);
    await page.getByLabel('Username').fill('admin@harbour.example');
    await page.getByLabel('Password', { exact: false }).first().fill('Countinghouse-Demo-1');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
    await context.close();
  });
});

test('shows that a session ended, and keeps its address for that user', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.clearCookies({ name: /session/i });
  await page.reload();
  await page.getByText('You’ve been signed out.').waitFor();
  const username = page.getByLabel('Username');
  await expect.poll(() => username.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.keyboard.press('Control+A');
  await username.fill('support@harbour.example');
  await page.getByLabel('Password', { exact: false }).first().fill('Countinghouse-Demo-1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await page.goto('/login');
  await page.waitForURL('**/home');
  await context.close();
});
