import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, merchantPayment, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('loads a light sign-in, then figures, news and quick search', async () => {
  await merchantPayment(`HOME-${Date.now() % 1e6}`, '3.00');
  const { page, context, complaints } = await visit(browser, { timeZone: 'UTC' });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/statements?date=01%2F11%2F2026');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(loaded.filter((url) => /portal|router|shell/.test(url))).toEqual([]);
  await signIn(page, 'admin@harbour.example');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();

  const count = page.getByRole('link', { name: /^Transactions \d+$/ });
  await count.waitFor();
  await page.getByRole('region', { name: 'What’s new' }).getByRole('article').nth(2).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The search is one line.
  const top = async (label: string) => (await page.getByLabel(label).boundingBox())?.y;
  const find = page.getByRole('button', { name: 'Find', exact: true });
  expect((await find.boundingBox())?.y).toBe(await top('Search by'));
  await page.getByLabel('Search by').selectOption('last_four');
  await page.getByLabel('Search for').fill('42');
  await find.click();
  await page.getByText('Enter exactly four digits').waitFor();
  await page.getByLabel('Search for').fill('4242');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?**searchField=last_four&value=4242**');

  // A bar of hours opens as many payments as it counts, one of days a statement of them.
  await page.goto('/home');
  const chart = page.getByRole('group', { name: 'Over time' });
  const numberOf = async (mark: Locator) =>
    Number(/ (\d+)$/.exec((await mark.getAttribute('aria-label')) ?? '')?.[1]);
  const hour = chart.getByRole('button').last();
  const inHour = await numberOf(hour);
  expect(inHour).toBeGreaterThan(0);
  await hour.click();
  const listed = page.getByRole('dialog').getByRole('listitem');
  await expect.poll(() => listed.count()).toBe(Math.min(inHour, 20));
  await page.goto('/home?period=WITHIN_1_MONTH&by=channel');
  const bar = chart.getByRole('link').first();
  const number = await numberOf(bar);
  expect(number).toBeGreaterThan(0);
  expect(await axeFindings(page)).toEqual([]);
  await bar.click();
  await page.waitForURL('**/statements?**');
  await page.getByText(new RegExp(`^${number} transactions?$`)).waitFor();

  // A reason opens its payments beside the chart.
  await page.goto('/home?period=WITHIN_1_MONTH');
  const reason = page.getByRole('group', { name: 'Declines by reason' }).getByRole('button').first();
  const declined = Number((await reason.getAttribute('aria-label'))?.match(/(\d+) payment/)?.[1]);
  await reason.click();
  const payments = page.getByRole('dialog').getByRole('listitem');
  await expect.poll(() => payments.count()).toBe(Math.min(declined, 20));
  expect(await axeFindings(page)).toEqual([]);
  await payments.first().getByRole('link').click();
  await page.getByRole('alert').waitFor();

  // Home works without news and without payments; and at midnight a new day begins.
  await page.route('**/proxy/sync/news', (route) =>
    route.fulfill({ status: 503, json: { message: 'busy', requestId: 'request-3' } }),
  );
  const requests: string[] = [];
  await page.route('**/tqs/activity', async (route) => {
    const { starts } = route.request().postDataJSON() as { starts: string[] };
    requests.push(starts[0] ?? '');
    const none = { accepted: 0, declined: 0, refunded: 0 };
    const buckets = starts.slice(0, -1).map((from) => ({ from, ...none }));
    await route.fulfill({ json: { buckets, transactions: 0, currencies: [], declines: [] } });
  });
  await page.clock.install({ time: '2026-11-21T23:59:30Z' });
  await page.goto('/home');
  await page.getByText('News is unavailable right now').waitFor();
  await page.getByText('request-3').waitFor();
  await page.getByText('No transactions in this period').waitFor();
  await Promise.all([page.waitForResponse('**/tqs/activity'), page.clock.fastForward(40_000)]);
  await expect.poll(() => [...new Set(requests)]).toContain('2026-11-22T00:00:00.000Z');
  expect(complaints).toEqual([]);
  await context.close();
});

test('has chart marks of at least 24 px on a phone, the last day in sight', async () => {
  const { page, context } = await visit(browser, { width: 390, dark: true });
  await signIn(page, 'admin@harbour.example', '/home?period=WITHIN_1_MONTH');
  const chart = page.getByRole('group', { name: 'Over time' });
  const last = chart.getByRole('link').last();
  await last.waitFor();
  await expect.poll(async () => (await last.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(24);
  const { x = 0, width = 0 } = (await last.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(0);
  expect(x + width).toBeLessThan(390);
  const lowest = await chart.evaluate((group) =>
    Math.min(
      ...[...group.querySelectorAll('a')].map((mark) =>
        Math.max(mark.clientHeight, Number.parseFloat(getComputedStyle(mark, '::after').height)),
      ),
    ),
  );
  expect(lowest).toBeGreaterThanOrEqual(24);
  await context.close();
});
