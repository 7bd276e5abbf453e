import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  viewports,
  closePages,
  openBrowser,
  merchantPayment,
  signIn,
  visit,
} from './browser.ts';

let browser: Browser;
const reference = '=EXPORT-1+1';
beforeAll(async () => {
  browser = await openBrowser();
  await merchantPayment(reference, '12.50');
  await merchantPayment('+441632960961', '0.01');
  await merchantPayment('12345678901234567890123456789012', '99.99');
});
afterAll(closePages);

async function openExport(options: Parameters<typeof visit>[1] = {}) {
  const signedOutClient = await visit(browser, options);
  await signIn(signedOutClient.page, 'admin@harbour.example', '/export');
  await signedOutClient.page.getByRole('textbox', { name: 'Start time' }).waitFor();
  return signedOutClient;
}

const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Export', exact: true });

async function selectOption(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const readCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.startsWith('downloadStatus-'));

/** The rows of the search grid, newest first, as displayed. */
async function gridRows(page: Page): Promise<string[][]> {
  await page.goto('/search?pageSize=100&offset=0&searchRange=TODAY');
  const grid = page.getByRole('grid');
  await grid.getByText(reference).waitFor();
  return (
    grid
      .getByRole('row')
      // Not the row of the filters.
      .filter({ hasNot: page.getByRole('textbox') })
      .evaluateAll((rows) =>
        rows
          .map((row) =>
            [...row.querySelectorAll('[role=gridcell]')].map((cell) => (cell.textContent ?? '').trim()),
          )
          .filter((cells) => cells.length > 0),
      )
  );
}

test.each(['CSV', 'XLSX', 'XLS'])('exports the rows of the grid as a %s file', async (format) => {
  const { page, context, complaints } = await openExport({ timeZone: 'Asia/Kolkata' });
  await selectOption(page, 'File type', format);
  await submit(page).click();
  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  await dialog.getByText('Transactions found').waitFor();
  const found = Number(
    (await dialog.getByRole('strong').or(dialog.locator('strong')).first().textContent())?.replace(/\D/g, ''),
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export transactions' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^TransactionReport_(\\d{8})_\\1\\.${format === 'CSV' ? 'csv' : 'xlsx'}$`),
  );
  const bytes = await readFile(await download.path());
  await dialog.waitFor({ state: 'detached' });
  expect(await readCookies(context)).toEqual([]);
  await page.getByText(download.suggestedFilename()).waitFor();
  await page.getByText(`${found} transactions. The file is in`).waitFor();
  // The screen is the same for every type.
  if (format === 'CSV') expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Export again' }).click();
  await dialog.getByText('Transactions found').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const rows = parseRows(bytes, format);
  expect(rows).toHaveLength(found);
  // The grid renders only visible rows, starting with the first.
  const grid = await gridRows(page);
  expect(grid.length).toBeGreaterThan(0);
  await page.getByText(new RegExp(`^${found} transactions?$`)).waitFor();
  for (const [index, cells] of grid.entries()) {
    const row = rows[index] ?? {};
    const text = cells.join(' ');
    // The list shows hours and minutes of '22/11/2026 00:32:15'.
    expect(text).toContain(row.txn_datetime?.slice(11, 16));
    expect(text).toContain(row.txn_id);
    expect(text).toContain(row.merch_ref);
    expect(text.replaceAll(',', '').replaceAll('−', '-')).toContain(row.requested_amount);
    expect(text).toContain(row.ccy_code);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

/** The rows by heading, as another program reads them. */
function parseRows(bytes: Buffer, format: string): Record<string, string>[] {
  const text = format === 'CSV';
  const book = text
    ? read(bytes.toString('utf8').replace(/^\uFEFF/, ''), { type: 'string', raw: true })
    : read(bytes, { cellNF: true });
  const sheet = Object.values(book.Sheets)[0] ?? {};
  const rows = utils.sheet_to_json<Record<string, string>>(sheet, { raw: false, defval: '' });
  // In CSV a leading quote escapes a formula.
  return rows.map((row) => ({
    ...row,
    txn_datetime: Object.entries(row).find(([name]) => name.startsWith('txn_datetime ('))?.[1] ?? '',
    merch_ref: (row.merch_ref ?? '').replace(/^'(?=[=+])/, ''),
  }));
}

test('shows errors at their fields and sends nothing', async () => {
  const { page, context, complaints } = await openExport();
  await page.getByLabel('Start time').fill('25:00');
  await page.getByLabel('End time').fill('');
  await submit(page).click();
  await page.getByText('Enter a time such as 23:59').waitFor();
  await page.getByText('Enter an end time').waitFor();
  expect(await page.getByLabel('Start time').evaluate((element) => element === document.activeElement)).toBe(
    true,
  );
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: /^Days/ }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('01/01/2001');
  await page.getByRole('textbox', { name: 'To' }).fill('02/01/2001');
  await page.getByRole('button', { name: /^Days 1 – 2 Jan 2001/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Start time').fill('00:00');
  await page.getByLabel('End time').fill('23:59');
  await submit(page).click();
  await page.getByRole('dialog').getByText('No transactions match').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.locator('iframe').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('removes frame and cookie on cancel, even if the file arrives later', async () => {
  const { page, context, complaints } = await openExport();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const continued = Promise.withResolvers<void>();
  await page.route('**/proxy/export/**', async (route) => {
    await held;
    await route.continue().catch(() => {});
    continued.resolve();
  });
  await submit(page).click();
  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  await dialog.getByText('Transactions found').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await submit(page).click();
  await dialog.getByRole('button', { name: 'Export transactions' }).click();
  await dialog.getByText('Preparing the file').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(() => page.locator('iframe').count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.locator('iframe').count()).toBe(0);
  release();
  await continued.promise;
  expect(new URL(page.url()).pathname).toBe('/export');
  await page.unroute('**/proxy/export/**');
  // Above the limit the dialog shows a warning, can be cancelled, and the file has the maximum.
  await page.route('**/config*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), transactionExportLimit: 2 } });
  });
  await page.reload();
  await page.getByRole('textbox', { name: 'Start time' }).waitFor();
  await submit(page).click();
  await dialog.getByText('A file can hold at most 2').waitFor();
  // The late file has left no cookie either.
  expect(await readCookies(context)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await submit(page).click();
  await dialog.getByText('A file can hold at most 2').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export transactions' }).click(),
  ]);
  expect(parseRows(await readFile(await download.path()), 'CSV')).toHaveLength(2);
  await dialog.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  // The session ends while the confirmation is open.
  await submit(page).click();
  await dialog.getByText('Transactions found').waitFor();
  await context.clearCookies({ name: /session/ });
  await dialog.getByRole('button', { name: 'Export transactions' }).click();
  await page.waitForURL(/errorCode=401|\/login/);
  await context.close();
});

test('keeps the responses of two tabs apart', async () => {
  const { page, context } = await openExport();
  const other = await context.newPage();
  await other.goto('/export');
  await other.getByRole('textbox', { name: 'Start time' }).waitFor();
  // The server rejects one export. Only its tab shows the rejection.
  await other.route('**/proxy/export/**', (route) =>
    route.continue({ postData: (route.request().postData() ?? '').replace(/_csrf=[^&]+/, '_csrf=wrong') }),
  );
  for (const tab of [page, other]) {
    await submit(tab).click();
    await tab.getByRole('dialog').getByText('Transactions found').waitFor();
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export transactions' }).click(),
    other.getByRole('dialog').getByRole('button', { name: 'Export transactions' }).click(),
  ]);
  await other.waitForURL('**/error?errorCode=403');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/export');
  expect(await download.failure()).toBeNull();
  await context.close();
});

test.each(viewports())('the form passes axe and never scrolls sideways: %s', async (_name, width, dark) => {
  const { page, context, complaints } = await openExport({ width, dark });
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});
