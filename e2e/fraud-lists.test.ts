import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  viewports,
  merchantPayment,
  closePages,
  follow,
  openBrowser,
  settled,
  signIn,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

/** The figures of a measurement that the dialog of a list does not show. */
const measured = {
  days: 30,
  from: '2026-10-27T00:00:00Z',
  until: '2026-11-26T00:00:00Z',
  ...Object.fromEntries(
    [
      'payments',
      'acceptedFraud',
      'acceptedRefunded',
      'matches',
      'blocked',
      'declined',
      'deferred',
      'fraud',
      'refunded',
      'kept',
      'wouldChangeFraud',
    ].map((name) => [name, 0]),
  ),
  wouldChange: 640,
  wouldChangeRefunded: 0,
  money: [{ currency: 'GBP', amount: '12800.00' }],
  otherCurrencies: 0,
  blockedBy: [],
  missing: [],
};

const findDialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('a list from its creation to its deletion', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/lists');
  await page.getByRole('link', { name: 'Create list' }).last().click();
  await button(page, 'Create list').click();
  await page.getByText('Choose a data field').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Name').fill('Journey emails');
  await page.getByLabel('Description').fill('Made by a journey');
  await page.getByRole('combobox', { name: 'Data field' }).click();
  await page.getByRole('option', { name: 'Email', exact: true }).click();
  await button(page, 'Create list').click();
  await page.getByRole('heading', { name: 'Journey emails' }).waitFor();
  await page.getByText('No values yet').waitFor();

  // By hand: pasted lines fill rows, wrong ones are named, a duplicate is reported.
  await button(page, 'Add values').first().click();
  await page.getByLabel('Value 1', { exact: true }).fill('rubbish');
  await button(page, 'Another value').click();
  await page.getByLabel('Value 2', { exact: true }).fill('first@journey.example');
  await button(page, 'Add 2 values').click();
  await page.getByText('Enter one email address, or a domain such as @example.com').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Value 1', { exact: true }).fill('second@journey.example');
  // Each value has its own expiry.
  await page.getByRole('combobox', { name: 'Expiry' }).first().click();
  await page.getByRole('option', { name: 'On a date' }).click();
  await page.getByLabel('Last day (UTC)', { exact: true }).fill('31/12/2098');
  await button(page, 'Add 2 values').click();
  await page.getByText('Done: 2. Failed: 0.').waitFor();
  await button(page, 'Add more').click();
  await page.getByLabel('Value 1', { exact: true }).fill('FIRST@journey.example');
  await button(page, 'Add 1 value').click();
  await page.getByText('Already on this list').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await findDialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('2 values').first().waitFor();
  await page.getByRole('gridcell', { name: '31 Dec 2098' }).waitFor();

  // From a file: a check first, then the valid rows, and a file of the rejected ones.
  await button(page, 'Add values').click();
  await page.getByText('From a file').click();
  const rows = ['third@journey.example', 'first@journey.example', '=1+1', '4111111111111111', 'a@b.example'];
  await page.setInputFiles('input[type=file]', {
    name: 'values.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await button(page, 'Check file').click();
  await page.getByText('2 new, 1 repeated, 2 invalid').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Add 2 values').click();
  await page.getByText('2 added, 3 rejected').waitFor();
  const rejecting = page.waitForEvent('download');
  await button(page, 'Download rejected rows').click();
  const rejected = await readFile(await (await rejecting).path(), 'utf8');
  expect(rejected).toContain("3,'=1+1,");
  expect(rejected).toContain('4,411111******1111,');
  await findDialog(page).getByRole('button', { name: 'Close' }).last().click();

  // Selected values expire and are removed one by one.
  const boxes = page.getByRole('grid').getByRole('checkbox');
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await page.getByText('2 values selected').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Set expiry').click();
  await findDialog(page).getByRole('button', { name: 'Set expiry' }).click();
  await page.getByText('Done: 2. Failed: 0.').waitFor();
  await findDialog(page).getByRole('button', { name: 'Close' }).click();
  await boxes.nth(1).check();
  await button(page, 'Remove').click();
  await button(page, 'Remove 1 value').click();
  await page.getByText('Done: 1. Failed: 0.').waitFor();
  await findDialog(page).getByRole('button', { name: 'Close' }).click();
  await page.getByText('3 values').first().waitFor();

  // The beginning of a value finds it, in any letter case.
  await page.getByLabel('Value begins with').fill('FIRST');
  await page.keyboard.press('Enter');
  await page.getByText('1 value', { exact: true }).waitFor();
  await page.getByRole('search').getByRole('button', { name: 'Clear filter' }).click();

  const exporting = page.waitForEvent('download');
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const file = await exporting;
  expect(file.suggestedFilename()).toBe('Journey_emails.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain('first@journey.example,Manual input,');

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByText('Value removed').waitFor();
  await page.getByText('List created').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to List' }).click();

  // Only an inactive list can be deleted.
  await button(page, 'More actions').click();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  // Active rules with "is not on" the list would match every payment without it: the effect is confirmed first.
  const unlisted = {
    ruleId: 1,
    name: 'Customers only',
    action: 'Block',
    impact: { ...measured, accepted: 800, wouldChangeAccepted: 640, guardShare: 1, guardPayments: 20 },
  };
  await page.route('**/removalImpact/**', (route) =>
    route.fulfill({ json: { rules: [unlisted], unmeasured: 0 } }),
  );
  await page.route('**/rms/list/id/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), activeRulesCount: 1 } });
  });
  await page.reload();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByText('“Customers only” would have blocked 640 more accepted payments').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await button(page, 'Deactivate list').isDisabled()).toBe(true);
  await page.getByLabel('I checked this.').check();
  // An effect that could not be measured is confirmed too.
  await button(page, 'Cancel').click();
  await page.unroute('**/removalImpact/**');
  await page.route('**/removalImpact/**', (route) => route.abort());
  await page.reload();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await page.getByText('We couldn’t measure the effect on active rules.').waitFor();
  expect(await button(page, 'Deactivate list').isDisabled()).toBe(true);
  await page.getByLabel('I checked this.').check();
  await page.unroute('**/removalImpact/**');
  await page.unroute('**/rms/list/id/**');
  await button(page, 'Deactivate list').click();
  await page.getByText('Inactive').waitFor();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await button(page, 'Delete list').click();
  await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor();
  await settled(page);
  expect(await page.getByText('Journey emails').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('block and allow lists, and what auto-add refuses', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'analyst@harbour.example', '/negativePositiveLists');
  await page.getByText('on a block list blocks a payment').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Edit').click();
  const dialog = findDialog(page);
  const sources = dialog.getByRole('group', { name: 'When one of these blocks a payment' });
  await sources.getByLabel('IP address').uncheck();
  await sources.getByLabel('Email').check();
  await sources.getByLabel('Email').uncheck();
  await dialog.getByText('Card can’t be both the only trigger and a value to add').waitFor();
  await sources.getByLabel('IP address').check();
  await dialog.getByLabel('Number').fill('61');
  await page.keyboard.press('Tab');
  await dialog.getByText('Enter a number from 1 to 60').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Number').fill('12');
  await button(page, 'Save auto-add').click();
  await page.getByText('They expire after 12 months.').waitFor();
  await page.getByText('Allow lists', { exact: true }).click();
  await page.getByText('Block lists take precedence.').waitFor();
  await page.getByRole('gridcell', { name: 'Email' }).click();
  await page.getByRole('heading', { name: 'Allow list: Email' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('adds values of a transaction to lists, which link back to it', async () => {
  const id = await merchantPayment('LIST-1', '12.00');
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', `/transactionDetails/${id}`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Add to lists' }).click();
  const dialog = findDialog(page);
  const add = dialog.getByRole('button', { name: 'Add to lists' });
  await dialog.getByRole('checkbox', { name: /^Card:/ }).waitFor();
  await expect.poll(() => add.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: /^Card:/ }).check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Lists' }).click();
  await page.getByRole('option', { name: 'Allow lists' }).click();
  // Choosing another kind of list clears the ticks.
  await expect.poll(() => dialog.getByRole('checkbox', { name: /^Card:/ }).isChecked()).toBe(false);
  await dialog.getByRole('checkbox', { name: /^Card:/ }).check();
  await add.click();
  await dialog.getByText('Done: 1. Failed: 0.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto('/negativePositiveLists?list=allow');
  await page.getByRole('gridcell', { name: 'Card', exact: true }).click();
  await page.getByRole('link', { name: `Transaction ${id}` }).click();
  await page.waitForURL(`**/transactionDetails/${id}**`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('risk controls show block lists where the feature is missing', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@meridian.example', '/risk-controls');
  const grid = page.getByRole('grid', { name: 'Block lists' });
  await grid.getByRole('gridcell', { name: 'IP address' }).click();
  await page.getByRole('heading', { name: 'Block list: IP address' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/risk-controls\/negativeList\/\d+$/);
  await page.getByText('Adding values isn’t available for this organisation.').waitFor();
  expect(await button(page, 'Add values').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByText('No changes in this period').waitFor();
  expect(await button(page, 'Export').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('with the feature, the list of risk controls opens on its own screen', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/negativePositiveLists');
  await page.getByRole('gridcell', { name: 'Email' }).click();
  await page.getByRole('heading', { name: 'Block list: Email' }).waitFor();
  const id = /negativeList\/(\d+)/.exec(page.url())?.[1] ?? '';
  await page.goto(`/risk-controls/negativeList/${id}?pageSize=7`);
  await page.waitForURL(`**/lists/list/negativeList/${id}**`);
  // Without a response the list stays at its address, until it can be loaded.
  const path = `**/list/id/${id}/*`;
  await page.route(path, (route) => route.abort());
  for (const address of [`/lists/list/negativeList/${id}`, `/lists/list/negativeList/${id}/history`]) {
    await page.goto(address);
    await page.getByText(`Couldn’t load list ${id}`).waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
  }
  await page.unroute(path);
  await button(page, 'Try again').click();
  await page.getByText(`Couldn’t load list ${id}`).waitFor({ state: 'detached' });
  await page.goto('/lists/list/parameterlist/999999');
  await page.waitForURL('**/error?errorCode=404');
  await context.close();
});

test.each(viewports())('has no accessibility findings on %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/lists');
  await page.getByText('Known fraud emails').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByText('Known fraud emails').click();
  await page.getByText('reship@fraud.example').click();
  await findDialog(page).getByRole('button', { name: 'Remove' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await follow(page, '/negativePositiveLists');
  await page.getByText('Billing postcode').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
