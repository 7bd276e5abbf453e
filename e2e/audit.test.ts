import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  closePages,
  merchantPayment,
  openBrowser,
  openFilter,
  settled,
  signIn,
  viewports,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('finds an action by object, opens it, narrows to its user, exports', async () => {
  const id = await merchantPayment('AUDIT-1', '12.50');
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example');
  await page.waitForURL('**/home');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Audit log' }).first().click();
  await page.waitForURL('**/audit**');
  const objectId = (await openFilter(page, 'Object ID')).getByRole('textbox', { name: 'Object ID' });
  await objectId.fill('9902000000000018');
  await objectId.press('Enter');
  await page.getByText('This looks like a full card number').waitFor();
  expect(page.url()).not.toContain('objectId');
  await objectId.fill(id);
  await objectId.press('Enter');
  await page.waitForURL(`**objectId=${id}**`);
  await page.getByText('1 event', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const grid = page.getByRole('grid', { name: 'Audit log' });
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Payment' });
  await panel.getByRole('link', { name: `Transaction ${id}` }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Only this user' }).click();
  await page.waitForURL('**actor=harbour-api**');
  await expect
    .poll(() => page.getByRole('search').getByRole('textbox', { name: 'User' }).inputValue())
    .toBe('harbour-api');
  await page.goto(`/audit?range=ANY_TIME&objectId=${id}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-1100-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.length).toBe(2);
  expect(lines[1]).toContain(id);
  expect(complaints).toEqual([]);
  await context.close();
});

test('J and K step through the rows in the side panel', async () => {
  await merchantPayment('AUDIT-STEP-1', '9.10');
  await merchantPayment('AUDIT-STEP-2', '9.20');
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/audit?range=TODAY');
  const grid = page.getByRole('grid', { name: 'Audit log' });
  await grid.getByRole('row').nth(3).waitFor();
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await panel.waitFor();
  await settled(page);
  const first = await panel.innerText();
  await page.keyboard.press('j');
  await expect.poll(() => panel.innerText()).not.toBe(first);
  await page.keyboard.press('k');
  await expect.poll(() => panel.innerText()).toBe(first);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('shows the audit of a transaction, which records the read too', async () => {
  const id = await merchantPayment('AUDIT-2', '9.00');
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', `/transactionDetails/${id}`);
  await page.getByRole('button', { name: 'Audit trail' }).click();
  const trail = page.getByRole('region', { name: 'Audit trail' });
  await trail.getByText('harbour-api').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/audit?act=getHistory&range=TODAY');
  await page.getByText('View an audit trail').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('drops invalid parameters and hides the audit without permission', async () => {
  const admin = await visit(browser);
  await signIn(
    admin.page,
    'admin@harbour.example',
    '/audit?offset=13&pageSize=9999&range=SOON&outcome=maybe&act=%3Cb%3E&x=1',
  );
  await admin.page.waitForURL((url) => url.search === '?offset=0&pageSize=25&range=WITHIN_1_WEEK');
  await admin.context.close();
  const { page, context } = await visit(browser);
  await signIn(page, 'support@harbour.example');
  await page.waitForURL('**/home');
  expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0);
  await page.goto('/audit');
  await page.waitForURL('**/error?errorCode=403');
  await context.close();
});

test.each(viewports())('the audit passes axe and never scrolls sideways: %s', async (_name, width, dark) => {
  await merchantPayment(`AUDIT-${width}-${dark}`, '7.00');
  const { page, context, complaints } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/audit?act=payment');
  const rows = page.getByRole('grid').or(page.getByRole('list', { name: 'Audit' }));
  await rows.getByText('Payment').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  await rows.getByText('Payment').first().click();
  await page.getByRole('dialog').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/audit?range=DAYS&fromDay=2001-01-01&toDay=2001-01-02');
  await page.getByRole('button', { name: 'Show all actions' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
