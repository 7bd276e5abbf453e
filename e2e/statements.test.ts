import { csvLines } from '#shared/text/csv.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { readFile } from 'node:fs/promises';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  axeFindings,
  closePages,
  merchantCall,
  merchantPayment,
  openBrowser,
  openFilter,
  showFilterRow,
  signIn,
  viewports,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const calls = {
  page: '**/proxy/async/tqs/reporting/internal/search',
  tree: '**/proxy/sync/cm/orgmap/organisation-hierarchy/*',
  metadata: '**/proxy/sync/tqs/reporting/internal/metadata',
};
const today = (zone = 'Europe/London') => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format();

async function enter(address: string, options: Parameters<typeof visit>[1] = {}) {
  const signedOutClient = await visit(browser, { timeZone: 'Europe/London', ...options });
  await signIn(signedOutClient.page, 'admin@harbour.example', address);
  return signedOutClient;
}
/** The requests of the page, unmodified. */
async function recordRequests(page: Page) {
  const requests: { fields: { field: string; filter?: { operation: string; value: unknown[] } }[] }[] = [];
  await page.route(calls.page, async (route) => {
    requests.push(route.request().postDataJSON() as (typeof requests)[number]);
    await route.continue();
  });
  return requests;
}
const count = async (page: Page): Promise<number> => {
  const text = await page.getByText(/^[\d,]+ transactions?$/).innerText();
  return Number(text.replaceAll(/\D/g, ''));
};
/** Exactly these parameters, in any order. */
const hasParams = (params: Record<string, string>) => (url: URL) => {
  const actual = Object.fromEntries(url.searchParams);
  const names = Object.keys(params);
  return Object.keys(actual).length === names.length && names.every((name) => actual[name] === params[name]);
};
/** From the first of the month to today. */
const hasMonth = (url: URL): boolean => {
  const first = today().replace(/..$/, '01');
  return url.searchParams.get('date') === (first === today() ? first : `${first},${today()}`);
};
const longWait = { timeout: 15_000 };
const grid = (page: Page) => page.getByRole('grid', { name: 'Statements' });

test('opens a row and returns to the same statement by keyboard', async () => {
  await merchantPayment('STATEMENT-1', '31.07');
  const { page, context, complaints } = await enter('/home');
  await page.getByRole('button', { name: 'Transactions' }).click();
  await page.getByRole('link', { name: 'Statements' }).first().click();
  await page.waitForURL(hasParams({ offset: '0', pageSize: '50', date: today() }));
  await page.getByText(/^Snapshot \d{1,2} \w{3,4}, \d\d:\d\d$/).waitFor();
  await grid(page).getByText('STATEMENT-1').waitFor();
  // The totals open by a key, and count what the list counts.
  await page.getByRole('button', { name: 'Totals' }).focus();
  await page.keyboard.press('Enter');
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText(/^Counted \d{1,2} \w{3,4}, \d\d:\d\d$/).waitFor();
  const numbers = await totals.locator('tbody td:nth-of-type(1)').allInnerTexts();
  const counted = numbers.reduce((sum, text) => sum + Number(text.replaceAll(/\D/g, '')), 0);
  expect(counted).toBe(await count(page));
  expect(await axeFindings(page)).toEqual([]);

  // From here to the row, the test uses only keys.
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
  const openByKeys = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByPlaceholder('Search filters').waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  };
  await openByKeys('organisations');
  const search = page.getByPlaceholder('Search organisations');
  const coffee = page.getByRole('treeitem', { name: 'Harbour Coffee' });
  const group = page.getByRole('treeitem', { name: 'Harbour Group' });
  await search.focus();
  // Enter before the search has run selects no previous result. Runs in the page, to be faster than the
  // debounce.
  const hotels = await search.evaluate(async (box) => {
    document.execCommand('insertText', false, 'coffee');
    await Promise.resolve();
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return [...document.querySelectorAll('[role="treeitem"]')].filter((line) =>
      line.textContent.includes('Harbour Hotels'),
    ).length;
  });
  expect([hotels, await group.getAttribute('aria-checked')]).toEqual([0, 'false']);
  await page.keyboard.press('Enter');
  await expect.poll(() => coffee.getAttribute('aria-checked')).toBe('true');
  await expect.poll(() => group.getAttribute('aria-checked')).toBe('mixed');
  // Without a result, Enter does not submit the surrounding form.
  await search.fill('unknown');
  await page.getByText('No matching organisations').or(page.getByText('No matching organisations')).waitFor();
  const isForForm = await search.evaluate((box) =>
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
  );
  expect(isForForm).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Apply' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**selectedNodes=1111**');
  await openByKeys('status');
  await page.getByLabel('Success', { exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.waitForURL('**status=SUCCESS**');
  await expect.poll(() => chips.count()).toBe(2);
  await grid(page).getByText('STATEMENT-1').waitFor();
  const address = page.url();
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('o');
  await page.waitForURL('**/transactionDetails/**');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Statements/ })
    .click();
  await page.waitForURL(address);
  await expect.poll(() => chips.count()).toBe(2);
  await page.goBack();
  await page.waitForURL('**/transactionDetails/**');
  await page.goBack();
  await page.waitForURL(address);
  await page.goBack();
  await page.waitForURL((url) => !url.search.includes('status'));
  await page.goBack();
  await page.waitForURL((url) => !url.search.includes('selectedNodes'));
  await expect.poll(() => chips.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('replaces each invalid parameter and keeps a valid address', async () => {
  const { page, context } = await enter(
    '/statements?offset=7&pageSize=13&date=31/02/2026&fromDate=2026-11-02&type=REFUND,NOTHING&status=NEVER&selectedNodes=-1,a,1111&field=no_column&direction=ASC&x=1',
  );
  await page.waitForURL(
    hasParams({ offset: '0', pageSize: '50', date: '2026-11-02', selectedNodes: '1111', type: 'REFUND' }),
  );
  await page.goto('/statements?date=2999-01-01&field=txn_id&direction=ASC');
  await page.waitForURL(
    hasParams({ offset: '0', pageSize: '50', date: today(), field: 'txn_id', direction: 'asc' }),
  );
  await page.goto('/statements?date=2026-10-01,2026-11-20&offset=50&pageSize=25');
  await page.waitForURL(hasParams({ date: '2026-10-01,2026-11-20', offset: '50', pageSize: '25' }));
  expect(new URL(page.url()).searchParams.get('x')).toBeNull();
  await context.close();
});

test('sends no request before filters are applied', async () => {
  const { page, context } = await enter('/statements?status=FAILED&type=PAYMENT');
  await page.getByText(/^Snapshot/).waitFor();
  const requests = await recordRequests(page);
  await page.getByRole('button', { name: 'Change filter: Status: Failed' }).click();
  const failed = page.getByLabel('Failed', { exact: true });
  await expect.poll(() => failed.isChecked()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => failed.isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => failed.isChecked()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL((url) => !url.search.includes('status'));
  await expect.poll(() => requests.length, longWait).toBe(1);
  await context.close();
});

test("exports the grid's rows and passes filters to the export", async () => {
  await merchantPayment('FILE-1', '8.15');
  const { page, context, complaints } = await enter('/statements?type=PAYMENT&status=SUCCESS');
  await grid(page).getByText('FILE-1').waitFor();
  // A column filter is in the address: it survives a reload and browser navigation.
  const plain = await count(page);
  await showFilterRow(page);
  const filter = page.getByLabel('Filter by Requested');
  await filter.focus();
  await page.keyboard.type('8.15');
  await page.waitForURL('**filter.requested_amount=8.15**');
  await expect.poll(() => count(page), longWait).toBeLessThan(plain);
  await page.goBack();
  await expect.poll(() => filter.inputValue(), longWait).toBe('');
  await expect.poll(() => count(page), longWait).toBe(plain);
  await page.goForward();
  await expect.poll(() => filter.inputValue(), longWait).toBe('8.15');
  await page.reload();
  await grid(page).getByText('FILE-1').waitFor();
  const rows = await count(page);
  expect(rows).toBeLessThan(plain);
  await merchantPayment('FILE-LATE', '8.15');
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'This statement as CSV' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'This statement as CSV' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button').last().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /Export|Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^TransactionReport_\d{8}_\d{8}\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.trimEnd().split('\r\n').length).toBe(rows + 1);
  expect(text).toContain('FILE-1');
  expect(text).not.toContain('FILE-LATE');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'More export options' }).click();
  await page.waitForURL('**/export');
  await expect.poll(() => page.getByLabel('Success', { exact: true }).isChecked()).toBe(true);
  const filters = page.getByRole('group', { name: 'Column filters' });
  await expect.poll(() => filters.innerText()).toContain('Requested: 8.15');
  await filters.getByRole('button', { name: 'Remove filter: Requested' }).click();
  await filters.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

const moneyIn = ['PAYMENT', 'CAPTURE', 'REPEAT', 'PAYMENT_COMPLETE', 'CASH_PAYMENT'];
const payouts = ['PAYOUT', 'PAYOUT_COMPLETE'];
const toPence = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);

/** What a file's transactions took, refunded and paid out in GBP, in pence: by type and status, not by `money_moved`. */
function addUp(file: string): number[] {
  const [headings = [], ...rows] = csvLines(file.replace(/^\uFEFF/, ''));
  const moved = rows
    .map((row) => (field: string) => row[headings.indexOf(field)] ?? '')
    .filter((value) => value('ccy_code') === 'GBP' && value('txn_status') === 'SUCCESS')
    .map((value) => [value('txn_type'), toPence(value('requested_amount'))] as const);
  const sumOf = (types: string[]): number =>
    moved.reduce((sum, [type, pence]) => (types.includes(type) ? sum + pence : sum), 0);
  return [sumOf(moneyIn), sumOf(['REFUND']), sumOf(payouts)];
}

test.each([1440, 390])('an accountant reconciles the month at %i px', async (width) => {
  // Another one when the test is repeated.
  const ref = `MONTH-${Date.now()}`;
  await merchantPayment(ref, '120.00');
  const refunded = await merchantPayment(ref, '30.50');
  const captured = await merchantPayment(ref, '45.00', true);
  const cancelled = await merchantPayment(ref, '99.00', true);
  for (const [id, action, amount] of [
    [refunded, 'refund', '20.25'],
    [captured, 'capture', '45.00'],
    [cancelled, 'cancel', '99.00'],
  ] as const) {
    const body = { transaction: { amount, currency: 'GBP', merchantRef: ref } };
    const response = await merchantCall(`${id}/${action}`, body);
    expect([action, response.status]).toEqual([action, 201]);
  }
  const { page, context, complaints } = await enter('/statements', { width });
  await page.getByRole('button', { name: /^Date range/ }).click();
  await page.getByRole('button', { name: 'This month', exact: true }).click();
  await page.waitForURL(hasMonth);
  await page.getByRole('button', { name: 'Totals' }).click();
  const line = page.getByRole('region', { name: 'Totals' }).getByRole('row', { name: /^GBP/ });
  /** Taken, refunded, paid out and net on the screen, in pence. */
  const shown = async (): Promise<number[]> => {
    const texts = await line.getByRole('cell').allInnerTexts();
    return texts.slice(1).map((text) => toPence(text) * (/[-−]/.test(text) ? -1 : 1));
  };
  const exported = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Export', exact: true }).last().click();
    await page.getByRole('menuitem', { name: 'This statement as CSV' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog')
        .getByRole('button', { name: /Export|Download/ })
        .click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  const [taken = 0, back = 0, out = 0] = addUp(await exported());
  // An authorisation that was cancelled is in the file, and in no sum.
  expect(taken).toBeGreaterThanOrEqual(195_50);
  await expect.poll(shown, longWait).toEqual([taken, back, out, taken - back - out]);

  // Of one reference, the amounts are known.
  await page.goto(`${page.url()}&filter.merch_ref=${ref}`);
  await expect.poll(shown, longWait).toEqual([195_50, 20_25, 0, 175_25]);
  expect(addUp(await exported())).toEqual([195_50, 20_25, 0]);
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(complaints).toEqual([]);
  await context.close();
});

test('ignores clicks while the panel moves', async () => {
  const { page, context } = await enter('/statements', { isMoving: true });
  const button = page.getByRole('button', { name: 'Filter', exact: true });
  await page.getByText(/^Snapshot/).waitFor();
  // Runs in the page, so that a slow machine does not outlast the lock.
  await button.evaluate((element) => {
    (element as HTMLElement).click();
    (element as HTMLElement).click();
  });
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  // The first click after the lock closes it.
  await expect
    .poll(async () => {
      await button.click();
      return button.getAttribute('aria-expanded');
    })
    .toBe('false');
  await context.close();
});

test('pages a snapshot while payments arrive, until a refresh', async () => {
  for (let number = 0; number < 30; number += 1) await merchantPayment(`TURN-${number}`, '4.20');
  const { page, context } = await enter('/statements?pageSize=25');
  await page.getByText(/^Snapshot/).waitFor();
  const before = await count(page);
  const responses: string[][] = [];
  const collect = async (response: Response): Promise<void> => {
    if (!response.url().endsWith('/async/tqs/reporting/internal/search')) return;
    const body = (await response.json()) as { data: string[][]; fieldNames: string[] };
    responses.push(body.data.map((row) => row[body.fieldNames.indexOf('txn_id')] ?? ''));
  };
  page.on('response', collect);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => responses.length, longWait).toBe(1);
  const pages = Math.ceil(before / 25);
  for (let number = 2; number <= pages; number += 1) {
    await merchantPayment(`LATE-${number}`, '4.20');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => responses.length, longWait).toBe(number);
    expect(await count(page)).toBe(before);
  }
  const rows = responses.flat();
  expect(rows.length).toBe(before);
  expect(new Set(rows).size).toBe(before);
  // The quick page changes below cancel requests, and a cancelled response has no body.
  page.off('response', collect);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => count(page), longWait).toBe(before + pages - 1);
  // Page and paging bar agree after every kind of navigation. Quick clicks add up.
  const shows = (number: number) =>
    page.waitForURL((url) => url.searchParams.get('offset') === String((number - 1) * 25));
  const box = page.getByRole('textbox', { name: 'Page', exact: true });
  await page.getByRole('button', { name: 'First page' }).click();
  await shows(1);
  await page.getByRole('button', { name: 'Next page' }).click();
  await shows(2);
  await page.getByRole('columnheader').nth(1).getByRole('button').click();
  await shows(1);
  await expect.poll(() => box.inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Next page' }).click();
  await shows(2);
  await page.goBack();
  await shows(1);
  await expect.poll(() => box.inputValue()).toBe('1');
  // Runs in the page, so that a slow machine does not outlast the debounce.
  await page.clock.install();
  await page.getByRole('navigation', { name: 'Page', exact: true }).evaluate(async (bar) => {
    const press = (name: string) => bar.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();
    press('Next page');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    press('Previous page');
    const select = bar.querySelector('select');
    if (select == null) return;
    select.value = '100';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForURL('**pageSize=100**');
  await page.clock.runFor(600);
  expect(page.url()).toContain('pageSize=100');
  await context.close();
});

describe('dates', () => {
  test('accepts typed dates, the calendar, steps and presets', async () => {
    const { page, context, complaints } = await enter('/statements?date=2026-11-02,2026-11-05');
    const picker = page.getByRole('button', { name: /^Date range/ });
    await picker.click();
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    await from.fill('31/02/2026');
    await from.blur();
    await page.getByText('Enter a real date as dd/MM/yyyy').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await from.fill('31/12/1999');
    await from.blur();
    await page.getByText('Choose 01/01/2000 or later').waitFor();
    await from.fill('01/01/2999');
    await from.blur();
    await page.getByText('Choose a date that isn’t in the future').waitFor();
    await from.fill('06/11/2026');
    await page.getByText('Choose an end date on or after the start date').waitFor();
    expect(page.url()).toContain('date=2026-11-02,2026-11-05');
    await from.fill('03/11/2026');
    await page.waitForURL('**date=2026-11-03,2026-11-05**');
    await to.focus();
    await page.keyboard.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: /^Date range/ });
    await calendar.getByText('November 2026').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('PageUp');
    await calendar.getByText('October 2026').waitFor();
    await page.keyboard.press('PageDown');
    await calendar.getByLabel('Year', { exact: true }).selectOption('2024');
    await calendar.getByLabel('Month', { exact: true }).selectOption('February');
    await calendar.getByText('February 2024').waitFor();
    await calendar.getByLabel('Month', { exact: true }).selectOption('November');
    await calendar.getByLabel('Year', { exact: true }).selectOption('2026');
    await calendar
      .getByRole('button', { name: /5 November 2026$/, pressed: true })
      .last()
      .focus();
    // The first day, then the last: the fifth, and a week later.
    await page.keyboard.press('Enter');
    await calendar.getByText('Now choose the last day').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**date=2026-11-05,2026-11-12**');
    await calendar.waitFor({ state: 'hidden' });
    await expect.poll(() => picker.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await calendar.waitFor();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Previous period' }).click();
    await page.waitForURL('**date=2026-10-28,2026-11-04**');
    await page.getByRole('button', { name: 'Next period' }).click();
    await page.waitForURL('**date=2026-11-05,2026-11-12**');
    await picker.click();
    await page.getByRole('button', { name: 'Next day: To' }).click({ clickCount: 2 });
    await page.waitForURL('**date=2026-11-05,2026-11-14**');
    // Both fields change within their delay, in the page: neither undoes the other.
    await page.getByRole('group', { name: 'Date range' }).evaluate((bar) => {
      for (const name of ['Previous day: From', 'Next day: To'])
        bar.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();
    });
    await page.waitForURL('**date=2026-11-04,2026-11-15**');
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await page.waitForURL(`**date=${today()}**`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
  ])('covers the whole day of the zone: %s', async (timeZone, day, from, to) => {
    const { page, context } = await visit(browser, { timeZone });
    page.setDefaultTimeout(30_000);
    const requests = await recordRequests(page);
    await signIn(page, 'admin@harbour.example', `/statements?date=${day}`);
    await expect.poll(() => requests.length, longWait).toBe(1);
    const time = requests[0]?.fields.find(({ field }) => field === 'txn_datetime');
    expect(time?.filter?.value.map((time) => new Date(Number(time)).toISOString())).toEqual([from, to]);
    await page.goto('/statements');
    await page.waitForURL(`**date=${today(timeZone)}**`);
    await context.close();
  });
});

describe('failures', () => {
  test('replace the rows and hide the count', async () => {
    // Organisations of other tenants leave the address; the server rejects those without permission.
    const { page, context } = await enter('/statements?selectedNodes=1211');
    await page.getByText(/^Snapshot/).waitFor();
    expect(page.url()).not.toContain('selectedNodes');
    await page.route(calls.page, (route) => route.fulfill({ status: 403, json: {} }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await grid(page).getByText('You don’t have access to these transactions').waitFor();
    expect(await page.getByText(/^\d+ transactions/).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(calls.page);
    await page.route(calls.page, (route) => route.fulfill({ status: 500, json: { message: 'x' } }));
    await page.goto('/statements');
    await grid(page).getByText('Couldn’t load transactions').waitFor();
    expect(await page.getByText(/^\d+ transactions/).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(calls.page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^Snapshot/).waitFor();
    // No request was sent, so there is no count to show.
    await page.route(calls.metadata, (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await grid(page).getByText('Couldn’t load').waitFor();
    expect(await page.getByText(/^0 transactions/).count()).toBe(0);
    await context.close();
  });
  test('redirect to the login without a session, and back', async () => {
    const { page, context } = await visit(browser);
    await page.route(calls.metadata, (route) => route.fulfill({ status: 401, json: {} }));
    await signIn(page, 'admin@harbour.example', '/statements?date=2026-11-02');
    await page.waitForURL('**/login');
    await page.unroute(calls.metadata);
    await page.getByLabel('Username').fill('admin@harbour.example');
    await page.getByLabel('Password', { exact: false }).first().fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/statements?**');
    expect(new URL(page.url()).searchParams.get('date')).toBe('2026-11-02');
    await context.close();
  });
});

/**
 * Number of components that React has rendered since `rendered` was set to 0, reported through its developer
 * tools hook.
 */
const countRenders = `
  window.rendered = 0;
  const walk = (fiber) => {
    if (fiber.flags & 1) window.rendered += 1;
    if (fiber.alternate && fiber.child === fiber.alternate.child) return;
    for (let child = fiber.child; child; child = child.sibling) walk(child);
  };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_renderer, root) => walk(root.current),
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  };`;

test('renders few of 5,000 organisations, and a tick renders their tree only', async () => {
  const { page, context } = await visit(browser);
  await page.addInitScript(countRenders);
  const organisation = (id: number, parentOrgId: number | null, type: string) => ({
    id,
    name: `Shop ${id}`,
    type,
    parentOrgId,
    parentPath: `/${id}`,
    timeZone: 'UTC',
  });
  await page.route(calls.tree + '?withParent=true', (route) => {
    const below = Array.from({ length: 5000 }, (_, index) =>
      organisation(20_000 + index, index % 50 === 0 ? 1100 : 20_000 + index - (index % 50), 'MERCHANT'),
    );
    return route.fulfill({ json: [organisation(1100, 1000, 'GROUP'), ...below] });
  });
  await signIn(page, 'admin@harbour.example', '/statements?status=FAILED&selectedNodes=20007');
  await page.getByRole('button', { name: /^Change filter: Organisations/ }).click();
  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem').first().waitFor();
  await expect.poll(() => tree.getByRole('treeitem').count()).toBeLessThan(40);
  await expect.poll(() => tree.getByRole('treeitem').first().getAttribute('aria-checked')).toBe('mixed');
  await page.getByPlaceholder('Search organisations').focus();
  await page.keyboard.press('End');
  // A large tree begins with its branches.
  await tree.getByText('Shop 24950').waitFor();
  await page.getByPlaceholder('Search organisations').fill('Shop 20007');
  const merchant = tree.getByRole('treeitem', { name: 'Shop 20007' });
  await tree.getByText('Shop 24950').waitFor({ state: 'detached' });
  await expect.poll(() => merchant.getAttribute('aria-checked')).toBe('true');
  await page.getByPlaceholder('Search organisations').fill('');
  await tree.getByText('Shop 20001').waitFor();
  expect(await page.evaluate('window.rendered')).toBeGreaterThan(500);
  await page.evaluate('window.rendered = 0');
  const other = tree.getByRole('treeitem', { name: 'Shop 20001' });
  await other.click();
  await expect.poll(() => other.getAttribute('aria-checked')).toBe('true');
  const rendered = Number(await page.evaluate('window.rendered'));
  expect(rendered).toBeGreaterThan(0);
  expect(rendered).toBeLessThan(40);
  await context.close();
});

test.each(viewports())('statements pass axe and never scroll sideways: %s', async (_name, width, dark) => {
  await merchantPayment(`LOOK-${width}-${dark}`, '7.00');
  const { page, context, complaints } = await enter('/statements', { width, dark });
  await page.getByRole('main').getByText('7.00 GBP').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await openFilter(page, 'Organisations');
  await page.getByRole('treeitem').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  await page.goto('/statements?date=2001-01-01&type=REFUND');
  await page.getByText('No transactions').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove filters' }).click();
  await page.waitForURL((url) => !url.search.includes('type'));
  expect(complaints).toEqual([]);
  await context.close();
});
