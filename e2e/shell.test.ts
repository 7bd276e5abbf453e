import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screens } from '#app/web/screens.tsx';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import {
  axeFindings,
  viewports,
  closePages,
  openBrowser,
  follow,
  merchantPayment,
  refundPart,
  signIn,
  signInByHand,
  visit,
  startAction,
  textSizes,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

async function enter(path = '/home', options: Parameters<typeof visit>[1] = {}) {
  const signedOutClient = await visit(browser, options);
  await signIn(signedOutClient.page, 'admin@harbour.example', path);
  return signedOutClient;
}
async function typeRefund(page: Page) {
  await startAction(page, 'Refund');
  const dialog = page.getByRole('dialog', { name: /^Refund transaction/ });
  await refundPart(dialog, '2.50');
  await dialog.getByLabel('Description').fill('Cold coffee');
  return dialog;
}
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });
const endSession = (page: Page) => page.context().clearCookies({ name: /session/i });

describe('a session that ends during a form', () => {
  test.each([
    ['wide, light', 1440, false],
    ['a phone, dark', 390, true],
  ])('continues after the same user signs in again, %s', async (_how, width, dark) => {
    const id = await merchantPayment(`AGAIN-${width}`, '12.50');
    const { page, context, complaints } = await enter(`/transactionDetails/${id}`, { width, dark });
    const form = await typeRefund(page);
    await endSession(page);
    await form.locator('button[type="submit"]').click();
    await page.getByRole('button', { name: 'Refund 2.50 GBP' }).click();
    const signInDialog = page.getByRole('dialog', { name: 'Sign in again' });
    await signInDialog.waitFor();
    // The cover hides the screen's content.
    const covering = 'getComputedStyle(document.querySelector("[class*=cover]")).backgroundColor';
    await expect.poll(() => page.evaluate(covering)).toMatch(/^rgb\(/);
    expect(await page.evaluate('document.cookie')).not.toContain('userFullName');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await signInDialog.getByLabel('Password', { exact: false }).first().fill('not-the-password-1');
    await page.keyboard.press('Enter');
    await signInDialog.getByRole('alert').waitFor();
    await signInDialog.getByLabel('Password', { exact: false }).first().fill(demoPassword);
    await page.keyboard.press('Enter');
    await signInDialog.waitFor({ state: 'hidden' });
    await page.getByText('No money was moved').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('2.50');
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('Cold coffee');
    await form.locator('button[type="submit"]').click();
    await page.getByRole('button', { name: 'Refund 2.50 GBP' }).click();
    await page.getByRole('dialog').getByText('Refund sent').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('can be left after a confirmation', async () => {
    const id = await merchantPayment('AGAIN-LEFT', '12.50');
    const { page, context } = await enter(`/transactionDetails/${id}`);
    const form = await typeRefund(page);
    await endSession(page);
    await form.locator('button[type="submit"]').click();
    await page.getByRole('button', { name: 'Refund 2.50 GBP' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Username').fill('admin@harbour.example');
    await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/transactionDetails/${id}`);
    // Either a pending request or the search discovers that the session has ended.
    await endSession(page);
    await page
      .getByRole('link', { name: /^Back to/ })
      .click({ timeout: 3000 })
      .catch(() => {});
    await page.waitForURL('**/login');
    expect(await page.evaluate('document.cookie')).not.toContain('previousState');
    await context.close();
  });
});

test('confirms leaving only with unsaved changes', async () => {
  const id = await merchantPayment('UNSAVED', '12.50');
  const { page, context } = await enter('/search?searchRange=ANY_TIME');
  await page.getByRole('link', { name: id }).click();
  await page.waitForURL(`**/transactionDetails/${id}**`);
  await startAction(page, 'Refund');
  const form = page.getByRole('dialog', { name: /^Refund transaction/ });
  await form.getByLabel('Description').fill('Cold coffee');
  await page.goBack({ waitUntil: 'commit' }).catch(() => {});
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Stay on page' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(page.url()).toContain(`/transactionDetails/${id}`);
  await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('Cold coffee');
  const warned = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();
  await page.goBack({ waitUntil: 'commit' }).catch(() => {});
  await dialog.getByRole('button', { name: 'Leave page' }).click();
  await page.waitForURL('**/search?**');
  // The open dialog closed with the route.
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goForward();
  await startAction(page, 'Refund');
  await form.waitFor();
  await page.goBack();
  await page.waitForURL('**/search?**');
  await context.close();
});

test('confirms menu, sign-out and organisation change with a form', async () => {
  const { page, context, complaints } = await enter('/feedback');
  const message = page.getByLabel('Your message');
  await message.fill('The till is too slow');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  const signOut = async () => {
    await page.getByRole('button', { name: /Amelia Hart/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  for (const leave of [
    () => page.getByRole('link', { name: 'Home' }).first().click(),
    signOut,
    async () => {
      await page.getByRole('button', { name: /Change organisation/ }).click();
      await page.getByRole('dialog', { name: 'Change organisation' }).getByText('Harbour Books').click();
    },
  ]) {
    await leave();
    await dialog.getByRole('button', { name: 'Stay on page' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => message.inputValue()).toBe('The till is too slow');
    expect(new URL(page.url()).pathname).toBe('/feedback');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
  // Changing language or time zone keeps the form.
  await page.getByRole('button', { name: /Amelia Hart/ }).click();
  await page.getByRole('menuitemradio', { name: /^UTC/ }).click();
  await expect.poll(() => message.inputValue()).toBe('The till is too slow');
  await endSession(page);
  await page.getByRole('button', { name: 'Send feedback' }).click();
  const signInDialog = page.getByRole('dialog', { name: 'Sign in again' });
  await signInDialog.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await page.keyboard.press('Enter');
  await signInDialog.waitFor({ state: 'hidden' });
  await expect.poll(() => message.inputValue()).toBe('The till is too slow');
  await signOut();
  await dialog.getByRole('button', { name: 'Leave page' }).click();
  await page.waitForURL('**/login');
  expect(complaints).toEqual([]);
  await context.close();
});

test('asks a domain user for an organisation before a restricted screen', async () => {
  const restricted = screens.filter((screen) => screen.isRestricted && !screen.path.includes('$'));
  expect(restricted.length).toBeGreaterThan(0);
  const { page, context } = await visit(browser);
  await signInByHand(page, 'domain@demo.example');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  const choice = page.getByRole('dialog', { name: 'Change organisation' });
  for (const [index, { path }] of restricted.entries()) {
    if (index > 0) {
      // One choice holds for the other screens.
      await follow(page, path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      continue;
    }
    await page.goto(path);
    await choice.getByText('Choose an organisation first').waitFor();
    expect(new URL(page.url()).pathname).toBe('/home');
    expect(await axeFindings(page)).toEqual([]);
    // Without a choice the screen stays closed and opens the choice again.
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'hidden' });
    await page.goto(path);
    await choice.getByText('Harbour Group').click();
    await page.waitForURL((address) => address.pathname === path);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await context.close();
});

test('a late correction of an address does not bring back a user who left', async () => {
  const { page, context } = await enter('/home');
  const metadata = Promise.withResolvers<void>();
  await page.route('**/reporting/internal/metadata', async (route) => {
    await metadata.promise;
    await route.continue();
  });
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/roles-screen-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.evaluate(() => history.pushState(null, '', '/statements?type=NONSENSE'));
  await page.getByRole('heading', { name: 'Statements', level: 1 }).waitFor();
  const loaded = page.waitForResponse('**/reporting/internal/metadata');
  await page.evaluate(() => history.pushState(null, '', '/settings/roles'));
  metadata.resolve();
  await (await loaded).finished();
  // The page has read it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  code.resolve();
  await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/roles');
  await context.close();
});

test('returns to the previous search, even after a reload', async () => {
  await merchantPayment('BACK-1', '3.00');
  const { page, context } = await enter(
    '/search?searchField=merch_ref&value=BACK-1&searchRange=WITHIN_1_WEEK&field=amount&direction=ASC',
  );
  await page.getByRole('gridcell').getByRole('link').first().click();
  await page.waitForURL('**/transactionDetails/**');
  await page.reload();
  await page.getByRole('link', { name: 'Back to Transaction search' }).click();
  await page.waitForURL('**/search?**');
  const query = new URL(page.url()).searchParams;
  expect([...query.entries()].map(([name, value]) => `${name}=${value}`).sort()).toEqual([
    'direction=ASC',
    'field=amount',
    'offset=0',
    'pageSize=25',
    'searchField=merch_ref',
    'searchRange=WITHIN_1_WEEK',
    'value=BACK-1',
  ]);
  // Other parties can write cookies: the back link stays inside the portal.
  await page.getByRole('gridcell').getByRole('link').first().click();
  await page.waitForURL('**/transactionDetails/**');
  const url = new URL('/', page.url()).href;
  for (const value of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', '__proto__']) {
    const params = JSON.stringify({ transactionId: value, to: value, href: value, value });
    for (const name of [value, 'transactionSearch']) {
      await context.addCookies([
        { name: 'previousState', value: encodeURIComponent(name), url },
        { name: 'previousStateParams', value: encodeURIComponent(params), url },
      ]);
      await page.reload();
      const back = page.getByRole('link', { name: /^Back to / });
      const href = await back.evaluate((link) => (link as HTMLAnchorElement).href);
      expect(new URL(href).origin + new URL(href).pathname).toBe(`${url}search`);
    }
  }
  await context.close();
});

describe('a page of the previous release', () => {
  const typed = 'The new screen is clear';
  const message = (page: Page) => page.getByLabel('Your message');
  async function typeFeedback() {
    const entered = await enter('/feedback');
    await entered.page.getByRole('combobox', { name: 'What is it about?' }).click();
    await entered.page.getByRole('option', { name: 'Suggest a new feature' }).click();
    await message(entered.page).fill(typed);
    return entered;
  }

  test('works on with a newer server, and reloads when its user agrees', async () => {
    const { page, context } = await typeFeedback();
    const notice = page.getByRole('region', { name: 'A new version is available' });
    const busy = { code: 'BUSY', message: 'server_not_available', httpStatus: 503 };
    await page.route('**/users/sendFeedback', (route) =>
      route.fulfill({ status: 503, headers: { 'x-product-version': '99.1.0' }, json: busy }),
    );
    expect(await notice.count()).toBe(0);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await notice.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await message(page).inputValue()).toBe(typed);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await message(page).inputValue()).toBe(typed);
    await context.close();
  });

  test('keeps what was typed when the server rejects an old page', async () => {
    const { page, context } = await typeFeedback();
    const refusal = { code: 'E152', message: 'version_mismatch', httpStatus: 400 };
    await page.route('**/users/sendFeedback', (route) => route.fulfill({ status: 400, json: refusal }));
    await page.getByRole('button', { name: 'Send feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'A new version is available' });
    await dialog.getByText('copy it first').waitFor();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await message(page).inputValue()).toBe(typed);
    await context.close();
  });
});

describe('a failing server, screen by screen', () => {
  const calls = /\/proxy\/sync\/(tqs|SCIM)\//;
  test('shows each failure where it belongs', { timeout: 180_000 }, async () => {
    const id = await merchantPayment('FAIL', '4.00');
    const { page, context } = await enter();
    let response = { status: 0, code: '' };
    await page.route(calls, (route) => {
      const { status, code } = response;
      return status === 0
        ? route.abort()
        : route.fulfill({ status, json: { code, message: 'word', httpStatus: status } });
    });
    for (const [status, code, end] of [
      [500, 'x', 'error=500'],
      [404, 'x', 'error=404'],
      [403, 'x', 'error=403'],
      [400, 'E152', 'popup'],
      [0, '', 'stays'],
    ] as const) {
      response = { status, code };
      // Home and search show their own failures; the details screen does not.
      for (const [path, isOwn] of [
        // Home sends several requests, and none may replace the page by an error.
        ...(status === 500 ? ([['/home', true]] as const) : []),
        ['/search', true],
        [`/transactionDetails/${id}`, false],
      ] as const) {
        const label = `${status} at ${path}`;
        await page.goto(path);
        if (end === 'popup') {
          await page.getByRole('dialog', { name: 'A new version is available' }).waitFor();
          if (path === '/search') expect(await axeFindings(page), label).toEqual([]);
        } else if (isOwn || end === 'stays') {
          await page.locator('main h1').first().waitFor();
          const failure = page.getByText(/Couldn’t load|don’t have access/).first();
          if (path !== '/home') await failure.waitFor();
          expect(new URL(page.url()).pathname, label).toBe(path);
          if (status === 403 || status === 0) expect(await axeFindings(page), label).toEqual([]);
        } else {
          await page.waitForURL(`**/error?errorCode=${end.slice(-3)}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
        }
      }
    }
    await context.close();
  });

  test('returns to sign-in after 401', async () => {
    const { page, context } = await visit(browser);
    await page.route(calls, (route) => route.fulfill({ status: 401, json: { code: 'x', message: 'word' } }));
    await signIn(page, 'admin@harbour.example', '/search');
    await page.waitForURL('**/login');
    expect(await page.evaluate('document.cookie')).not.toMatch(/authenticated|userId|previousState/);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await context.close();
  });
});

test('reaches everything by keyboard with a visible focus', async () => {
  const { page, context } = await enter('/search?searchRange=ANY_TIME');
  await page.getByRole('gridcell').getByRole('link').first().waitFor();
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  const visited = new Set<string>();
  for (let step = 0; step < 40; step += 1) {
    const here = (await page.evaluate(`(() => {
      const it = document.activeElement;
      // Past the last one the focus leaves the page for the browser.
      if (it === document.body) return { name: '', isMarked: true };
      const style = getComputedStyle(it);
      const around = it.closest('.mantine-Input-wrapper, .mantine-SegmentedControl-root') ?? it;
      const marks = [style.outlineStyle !== 'none' && style.outlineWidth !== '0px', style.boxShadow !== 'none',
        getComputedStyle(around).boxShadow !== 'none', it.matches('input[type=radio]'),
        getComputedStyle(it.querySelector('[data-cursor]') ?? it).boxShadow !== 'none'];
      return { name: it.getAttribute('aria-label') ?? it.textContent ?? it.tagName, isMarked: marks.some(Boolean) };
    })()`)) as { name: string; isMarked: boolean };
    expect(here.isMarked, `focus is to be seen on ${here.name}`).toBe(true);
    visited.add(here.name.trim());
    await page.keyboard.press('Tab');
  }
  expect([...visited].some((name) => name.startsWith('Transaction search'))).toBe(true);
  const button = page.getByRole('banner').getByRole('button', { name: /Amelia Hart/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toMatch(/^menuitem/);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+k');
  // Typed at once: no key is lost while the list is on its way.
  await page.keyboard.type('home');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await context.close();
});

test('the palette keeps keys typed before its list has loaded', async () => {
  const { page, context, complaints } = await visit(browser);
  await page.route(/palette-list/, async (route) => {
    await expect.poll(() => palette(page).getByRole('combobox').inputValue()).toBe('statements');
    await route.continue();
  });
  await signIn(page, 'admin@harbour.example', '/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('statements');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/statements?**');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the palette finds a transaction, remembers it, and offers its actions', async () => {
  const id = await merchantPayment('PALETTE-FIND', '86.42');
  const { page, context } = await enter('/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('86.42');
  await palette(page)
    .getByRole('option', { name: /^86\.42 GBP/ })
    .click();
  await page.waitForURL(`**/transactionDetails/${id}`);
  await page.getByRole('button', { name: 'Refund' }).waitFor();
  await page.keyboard.press('Control+k');
  await palette(page)
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: /86\.42 GBP/ })
    .waitFor();
  await page.keyboard.type('refund');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Refund transaction/ }).waitFor();
  await context.close();
});

test.each([
  ['a user', 'noor rah', 'Noor Rahman', '**/user/*', 'Edit user'],
  ['an installation', 'coffee web', 'Harbour Coffee web', '**/settings/installations/*', undefined],
  ['a rule', 'need an adult', 'Loans need an adult', '**/rules/rule/*', 'Versions'],
])('the palette finds %s by a part of the name', async (_title, typed, name, address, action) => {
  const { page, context, complaints } = await enter('/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(typed);
  await palette(page)
    .getByRole('group', { name: 'Found' })
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .click();
  await page.waitForURL(address);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  if (action !== undefined) {
    await page.keyboard.press('Control+k');
    await palette(page)
      .getByRole('group', { name: 'On this page' })
      .getByRole('option', { name: action })
      .waitFor();
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('while a screen loads, its title and a skeleton replace the screen before', async () => {
  const { page, context, complaints } = await visit(browser);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/feedback-screen/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, 'admin@harbour.example', '/home');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Feedback' }).click();
  await page.getByRole('heading', { name: 'Feedback', level: 1 }).waitFor();
  expect(await page.getByRole('heading', { name: /^Welcome/ }).isVisible()).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  release();
  await page.getByLabel('Your message').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a menu entry that has the focus fetches its screen', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/home');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  const fetched = page.waitForRequest(/feedback-screen/);
  await page.getByRole('navigation').getByRole('link', { name: 'Feedback' }).focus();
  await fetched;
  expect(new URL(page.url()).pathname).toBe('/home');
  await context.close();
});

test('in the empty palette the question mark shows the keyboard shortcuts', async () => {
  const { page, context } = await enter('/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await context.close();
});

test.each(viewports())('every dialog of the shell passes axe and fits: %s', async (_how, width, dark) => {
  const { page, context, complaints } = await enter('/home', { width, dark });
  const isFitting = 'document.documentElement.scrollWidth <= window.innerWidth';
  const shellDialogs: [string, () => Promise<void>][] = [
    ['Keyboard shortcuts', () => page.keyboard.press('?')],
    ['Search or jump to', () => page.keyboard.press('Control+k')],
    [
      'Change organisation',
      async () => {
        if (width < 800) await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('button', { name: /Change organisation/ }).click();
      },
    ],
  ];
  for (const [name, open] of shellDialogs) {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open();
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    expect(await axeFindings(page), name).toEqual([]);
    expect(await page.evaluate(isFitting), name).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  if (width < 800) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports('wide, dark'))('every screen passes axe and fits: %s', async (_how, width, dark) => {
  const { page, context, complaints } = await enter('/home', { width, dark });
  for (const { path } of screens.filter((screen) => screen.place === 'shell' && !screen.path.includes('$'))) {
    await follow(page, path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await axeFindings(page), path).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), path).toBe(true);
    const otherSizes = (await textSizes(page)).filter((size) => !['13px', '14px', '22px'].includes(size));
    expect(otherSizes, path).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('moves nothing with reduced motion', async () => {
  const { page, context } = await enter('/search');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const longest = `Math.max(...[...document.querySelectorAll('*')].map((element) =>
    Math.max(...getComputedStyle(element).transitionDuration.split(',').map(parseFloat))))`;
  expect(await page.evaluate(longest)).toBeLessThan(0.001);
  await context.close();
});
