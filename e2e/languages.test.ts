import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screens } from '#app/web/screens.tsx';
import { closePages, follow, openBrowser, settled, merchantPayment, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

interface Texts {
  [key: string]: string | Texts;
}
const readTexts = (language: string): Texts =>
  JSON.parse(readFileSync(`src/app/web/public/locales/${language}.json`, 'utf8')) as Texts;
const keys = (tree: Texts, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${prefix}${name}`] : keys(value, `${prefix}${name}.`),
  );

async function enter(language: string) {
  const signedOutClient = await visit(browser);
  const { page } = signedOutClient;
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await signIn(page, 'admin@harbour.example');
  return signedOutClient;
}

const languages = ['en', 'de', 'es', 'fr', 'pl', 'cy'];

/** The longest translation of every text: a layout that fits these fits all languages. */
function longestTexts(...[first = {}, ...others]: Texts[]): Texts {
  const longest = { ...first };
  for (const [name, value] of Object.entries(first)) {
    const all = others.flatMap((texts) => texts[name] ?? []);
    longest[name] =
      typeof value === 'string'
        ? [value, ...all.filter((text) => typeof text === 'string')].reduce((a, b) =>
            b.length > a.length ? b : a,
          )
        : longestTexts(value, ...all.filter((tree) => typeof tree !== 'string'));
  }
  return longest;
}

/** By language: the typed text and the amount shown below it. Invalid text shows no amount. */
const typedAmounts = {
  'Harbour Hotels': {
    en: { JPY: ['1,250', '1,250 JPY'] },
    de: { JPY: ['1.250', '1.250 JPY'] },
    es: { JPY: ['12.250', '12.250 JPY'] },
    fr: { JPY: ['1\u202f250', '1\u202f250 JPY'] },
    pl: { JPY: ['12\u00a0250', '12\u00a0250 JPY'] },
    cy: { JPY: ['1.5'] },
  },
  'Meridian Tours': {
    en: { USD: ['1.234'], KWD: ['1.234', '1.234 KWD'] },
    de: { USD: ['1.250,00', '1.250,00 USD'], KWD: ['1,234', '1,234 KWD'] },
    es: { USD: ['12.250,00', '12.250,00 USD'], KWD: ['1,234', '1,234 KWD'] },
    fr: { USD: ['1 250,00', '1\u202f250,00 USD'], KWD: ['1,234', '1,234 KWD'] },
    pl: { USD: ['12 250,00', '12\u00a0250,00 USD'], KWD: ['1,234', '1,234 KWD'] },
    cy: { USD: ['1,250.00', '1,250.00 USD'], KWD: ['1e2'] },
  },
} as const;

test.each([
  ['admin@harbour.example', 'Harbour Hotels'],
  ['admin@meridian.example', 'Meridian Tours'],
] as const)('reads amounts as each language writes them: %s', async (user, installation) => {
  const { page, context, complaints } = await visit(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, user);
  for (const [language, byCurrency] of Object.entries<Record<string, readonly [string, string?]>>(
    typedAmounts[installation],
  )) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto('/virtual-terminal');
    const { field } = (readTexts(language) as unknown as { terminal: { field: Record<string, string> } })
      .terminal;
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name: field[name] ?? '' }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const amount = page.getByRole('textbox', { name: field.amount ?? '', exact: true });
    const below = page.locator('.mantine-TextInput-root').filter({ has: amount }).locator('p');
    if ((await page.getByRole('combobox', { name: field.installation ?? '' }).inputValue()) === '')
      await choose('installation', installation);
    for (const [currency, [typed, reading]] of Object.entries(byCurrency)) {
      await choose('currency', currency);
      for (const method of currency === 'KWD' ? ['typed', 'pasted'] : ['typed']) {
        await amount.focus();
        await page.keyboard.press('Control+A');
        if (method === 'typed') await page.keyboard.type(typed);
        else {
          await page.evaluate((text) => navigator.clipboard.writeText(text), typed);
          await page.keyboard.press('Control+V');
        }
        await page.keyboard.press('Tab');
        await expect.poll(() => amount.inputValue()).toBe(typed);
        await expect
          .poll(() => amount.getAttribute('aria-invalid'))
          .toBe(reading === undefined ? 'true' : null);
        if (reading !== undefined) await expect.poll(() => below.textContent()).toBe(reading);
      }
    }
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('fits the longest translations at 1280 and 390 pixels', { timeout: 180_000 }, async () => {
  const id = await merchantPayment('WORDS', '1234.50');
  const texts = longestTexts(...languages.map(readTexts));
  const { page, context, complaints } = await visit(browser);
  await page.addInitScript(() => localStorage.setItem('language', 'de'));
  await page.route(/locales\/de(\.more)?\.json/, (route) => route.fulfill({ json: texts }));
  await signIn(page, 'admin@harbour.example');
  const textKeys = new Set(keys(readTexts('en')));
  const titles = texts as { screen: Record<string, string> };
  const addresses: [string, string][] = [
    // Screens without an object, then screens with an object, then failures.
    ...screens
      .filter(({ place, path, name }) => place === 'shell' && !path.includes('$') && name !== 'error')
      .map(({ path, name }): [string, string] => [path, name]),
    ['/search?searchRange=ANY_TIME', 'transactionSearch'],
    ['/search?searchField=merch_ref&value=NO-SUCH', 'transactionSearch'],
    [`/transactionDetails/${id}`, 'transactionDetails'],
    ['/error?errorCode=403', 'error'],
    ['/error?errorCode=404', 'error'],
    ['/error?errorCode=500', 'error'],
  ];
  for (const [address, screen] of addresses) {
    await follow(page, address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // The title of a transaction's tab names the transaction.
    await expect.poll(() => page.title()).toContain(address.includes(id) ? id : titles.screen[screen]);
    const visibleWords = (await page.locator('body').innerText()).split(/\s+/);
    expect(
      visibleWords.filter((word) => textKeys.has(word) && word.includes('.')),
      address,
    ).toEqual([]);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(
        await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'),
        `${address} at ${width}`,
      ).toBe(true);
      // No button cuts off its label.
      const cut = await page.evaluate(`[...document.querySelectorAll('.mantine-Button-label')]
        .filter((label) => label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent)`);
      expect(cut, `${address} at ${width}`).toEqual([]);
    }
  }
  expect(complaints).toEqual([]);
  await context.close();
});

/** The delay of src/ui/overlay/lazy-mount.tsx. */
const idleMs = 3000;

test('shows the preloaded screens with the first texts alone', async () => {
  const id = await merchantPayment('FIRST-TEXTS', '12.50');
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example');
  for (const address of ['/home', '/search', '/statements', `/transactionDetails/${id}`]) {
    // The lower sections of a transaction wait for all texts: a notice is in their place.
    const isWhole = !address.includes(id);
    const openedMs = Date.now();
    let requestedAfter: number | undefined;
    await page.route('**/*.more.json*', (route) => {
      requestedAfter ??= Date.now() - openedMs;
      return route.abort();
    });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await settled(page);
    // A text that is missing requests them at once.
    if (isWhole) {
      await expect.poll(() => requestedAfter).toBeDefined();
      expect(requestedAfter, address).toBeGreaterThan(idleMs);
    }
    const before = await shownTexts(page);
    expect(before.nameless, address).toEqual([]);
    await page.unroute('**/*.more.json*');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await settled(page);
    const after = await shownTexts(page);
    if (isWhole) expect(before.lines, address).toEqual(after.lines);
    else expect(after.lines.length).toBeGreaterThan(before.lines.length + 5);
  }
  await context.close();
});

/** Lines of the page without digits, and its controls without a name. */
async function shownTexts(page: Page): Promise<{ lines: string[]; nameless: string[] }> {
  const lines = (await page.locator('body').innerText()).split('\n').filter((line) => !/\d/.test(line));
  const nameless = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('button, a, h1, h2, h3, label')]
    .filter((item) => item.textContent.trim() === '' && !item.ariaLabel && !item.getAttribute('aria-labelledby'))
    .map((item) => item.outerHTML.slice(0, 200))`);
  return { lines, nameless };
}

test('sets the title and the language of the page in every language', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example');
  for (const language of languages) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto('/search');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const titles = readTexts(language) as { screen: Record<string, string> };
    await expect.poll(() => page.title()).toContain(titles.screen.transactionSearch);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
  }
  await context.close();
});

test('switches and remembers the language, with its number format', async () => {
  await merchantPayment('WORDS-MENU', '1234.50');
  const { page, context } = await enter('en');
  // The init script would select English again at every load.
  const second = await context.newPage();
  await page.close();
  const requests: string[] = [];
  second.on('request', (request) => requests.push(request.url()));
  await second.goto('/search?searchField=merch_ref&value=WORDS-MENU');
  await second.getByText('1,234.50').first().waitFor();
  const userMenu = second.getByRole('banner').getByRole('button', { name: /Amelia Hart/ });
  await userMenu.click();
  await second.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await second.getByText('1.234,50').first().waitFor();
  await expect.poll(() => second.locator('html').getAttribute('lang')).toBe('de');
  expect(requests.find((url) => url.includes('/locales/de.json'))).toMatch(/\?version=\d/);
  // The texts fail to load: the page keeps its previous language, also after a reload.
  await second.route('**/locales/fr.json*', (route) => route.abort());
  await userMenu.click();
  const failed = second.waitForEvent('requestfailed', (request) =>
    request.url().includes('/locales/fr.json'),
  );
  await second.getByRole('menuitemradio', { name: 'Français' }).click();
  await failed;
  await second.reload();
  await second.getByText('1.234,50').first().waitFor();
  await context.close();
});

test('uses the plurals of its language', async () => {
  await merchantPayment('PLURAL-pl', '1.00');
  const { page, context } = await enter('pl');
  await page.goto('/search?searchField=merch_ref&value=PLURAL-pl');
  const count = page.getByText(/^\d+ transakcj/);
  await count.waitFor();
  expect(await count.innerText()).toBe('1 transakcja');
  await context.close();
});

test.each([
  // Thirteen hours ahead in summer.
  ['Pacific/Auckland', 'Auckland', /^GMT\+1[23]$/],
  ['Asia/Kolkata', 'Kolkata', /^GMT\+5:30$/],
])("shows times in the reader's zone until another is chosen: %s", async (zone, name, offset) => {
  const id = await merchantPayment(`ZONE-${name}`, '1.00');
  const { page, context } = await visit(browser, { timeZone: zone });
  await signIn(
    page,
    'admin@harbour.example',
    `/search?searchField=merch_ref&value=${encodeURIComponent(`ZONE-${name}`)}`,
  );
  const cell = page
    .getByRole('gridcell')
    .filter({ hasText: /^\d{1,2} \w{3,4}, \d\d:\d\d$/ })
    .first();
  const readTime = async (): Promise<number> => {
    const [day, time] = (await cell.innerText()).split(',');
    return Date.parse(`${day?.slice(0, 6)} ${new Date().getFullYear()} ${time} UTC`);
  };
  const chooseZone = async (choice: RegExp, zoneName: string): Promise<void> => {
    await page.getByRole('button', { name: /Amelia Hart/ }).click();
    await page.getByRole('menuitemradio', { name: choice }).click();
    await page.getByRole('banner').getByText(`Time zone: ${zoneName}`).waitFor();
  };
  await page.getByRole('link', { name: id }).waitFor();
  await page.getByRole('banner').getByText(`Time zone: ${name}`).waitFor();
  const localTime = await readTime();
  await chooseZone(/^UTC/, 'UTC');
  const utc = await readTime();
  expect(Math.abs(utc - Date.now())).toBeLessThan(10 * 60_000);
  const shift = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(utc)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d+)(?::(\d+))?)?$/.exec(shift ?? '') ?? [];
  expect(localTime - utc).toBe((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000);
  // Remembered for this user and used by every screen.
  await page.goto(`/transactionDetails/${id}`);
  await chooseZone(/^Harbour Group time/, 'London');
  await chooseZone(/^My time/, name);
  const hint = await page.getByRole('main').locator('time').first().getAttribute('title');
  const stamp = hint?.split(', ').at(-1);
  expect(stamp).toMatch(offset);
  await context.close();
});
