import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  viewports,
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

const analyst = 'analyst@harbour.example';

async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true });
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function addCondition(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
}

const finish = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Add condition' }).click();
const items = (page: Page) => page.getByRole('list', { name: 'Conditions' }).getByRole('listitem');

async function fillBasics(page: Page, name: string, merchantName = 'Books'): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Description').fill('From a journey');
  await page.getByRole('button', { name: /^Applies to/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(merchantName);
  await dialog
    .getByRole('treeitem', { name: `Harbour ${merchantName}` })
    .first()
    .click();
  await dialog.getByRole('button', { name: /^Choose \d installation/ }).click();
}

test('finds, explains, deactivates and deletes rules in the manager', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst, '/rules');
  const grid = page.getByRole('grid', { name: 'Rules' });
  await grid.getByText('Block when more than 8 attempts in 1 hour use the same card or account.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const row = (name: string) => grid.getByRole('row').filter({ hasText: name });

  await row('High phone orders').getByRole('button', { name: '1 installation', exact: true }).click();
  await page.getByText('Harbour Coffee phone').waitFor();
  await page.keyboard.press('Escape');

  // Deletion is for inactive rules only.
  await row('Night orders').hover();
  expect(await row('Night orders').getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await row('Night orders').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate rule' }).click();
  await row('Night orders').getByText('Inactive').waitFor();
  await row('Night orders').hover();
  await row('Night orders').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('It can’t be activated again.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
  await expect.poll(() => row('Night orders').count()).toBe(0);

  const search = page.getByRole('search');
  await search.getByRole('textbox', { name: 'Name' }).fill('velocity');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(() => grid.getByRole('row').count()).toBe(2);
  expect(page.url()).toContain('name=velocity');
  await search.getByRole('button', { name: 'Clear filter' }).click();
  await expect.poll(() => grid.getByRole('row').count()).toBeGreaterThan(5);
  // A wrong sort order becomes the default one.
  await page.goto('/rules?sortField=merchantIds&direction=UP&offset=7');
  await expect.poll(() => page.url()).toContain('direction=DESC');
  expect(complaints).toEqual([]);
  await context.close();
});

test('creates a rule with the keyboard alone', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst, '/rules/new');
  const { keyboard } = page;
  await page.getByLabel('Name', { exact: true }).focus();
  await keyboard.type('Keyboard rule');
  await keyboard.press('Tab');
  await keyboard.type('Written without a mouse');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  // A separate shop: the rule would block payments of other journeys.
  await keyboard.type('Lending');
  await page.getByRole('treeitem', { name: 'Harbour Lending' }).first().waitFor();
  // The search has run when other merchants are gone.
  await expect.poll(() => page.getByRole('treeitem', { name: 'Harbour Hotels' }).count()).toBe(0);
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Choose 1 installation' }).focus();
  await keyboard.press('Enter');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  await keyboard.press('Alt+n');
  await page.getByRole('menuitem', { name: 'Number of attempts' }).waitFor();
  await keyboard.type('n');
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Number of attempts' }).waitFor();
  const selectOption = async (text: string) => {
    await keyboard.press('ArrowDown');
    await keyboard.type(text);
    await page.getByRole('option').first().waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
  };
  await page.getByRole('combobox', { name: 'Attempts that use the same' }).focus();
  await selectOption('Email');
  await keyboard.press('Tab');
  const openMenu = async (downs: number) => {
    await keyboard.press('Enter');
    for (let step = 0; step < downs; step += 1) await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
  };
  await openMenu(5);
  await keyboard.press('Tab');
  await keyboard.type('3');
  await keyboard.press('Tab');
  await openMenu(4);
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect.poll(() => items(page).count()).toBe(1);
  await page
    .getByText(/attempts in .* use the same email/)
    .first()
    .waitFor();

  // Delete removes a condition, and Undo brings it back.
  await items(page).first().focus();
  await keyboard.press('Delete');
  await expect.poll(() => items(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await keyboard.press('Enter');
  await expect.poll(() => items(page).count()).toBe(1);

  await page.getByRole('radio', { name: 'Accept' }).focus();
  await keyboard.press('ArrowRight');
  await page
    .getByText(/^Block when/)
    .first()
    .waitFor();
  await keyboard.press('Control+Enter');
  await page.getByRole('grid', { name: 'Rules' }).getByText('Keyboard rule').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('adds each of the ten types of conditions', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst, '/rules/new');
  await page.getByRole('button', { name: 'Create rule' }).click();
  for (const text of [
    'Enter a name',
    'Enter a description',
    'Choose a merchant',
    'Add a condition',
    'Choose an action',
  ])
    await page.getByText(text, { exact: true }).waitFor();
  await fillBasics(page, 'Every condition');

  await addCondition(page, 'Payment field');
  await finish(page);
  await page.getByText('Choose a field').waitFor();
  await choose(page, 'Field', 'Email');
  await choose(page, 'Comparison', 'is');
  await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('no-address');
  await finish(page);
  await page.getByText('Enter a valid value').waitFor();
  await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('a@shop.example');
  await page.getByRole('dialog').getByLabel('Match letter case').uncheck();
  await finish(page);
  await items(page).getByText('the customer’s email is “a@shop.example” (in any letter case)').waitFor();

  await addCondition(page, 'Custom field');
  await choose(page, 'Field', 'basket_items');
  await choose(page, 'Comparison', 'from … to');
  await page.getByRole('dialog').getByLabel('From', { exact: true }).fill('9');
  await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('2');
  await finish(page);
  await items(page).getByText('the field “basket_items” is from 2 to 9').waitFor();

  await addCondition(page, 'List');
  await choose(page, 'Field', 'Phone');
  await page.getByText('No list holds this kind of value.').waitFor();
  await choose(page, 'Field', 'Email');
  await choose(page, 'Comparison', 'is not on');
  await page.getByRole('dialog').getByRole('combobox', { name: 'List', exact: true }).click();
  await page.getByRole('option').first().click();
  await finish(page);
  await items(page)
    .getByText(/the customer’s email is not on “/)
    .waitFor();

  await addCondition(page, 'Number of attempts');
  await choose(page, 'Attempts that use the same', 'IP address');
  await choose(page, 'Comparison', 'more than');
  await page.getByRole('dialog').getByLabel('Number', { exact: true }).fill('4');
  await choose(page, 'Period', '24 hours');
  await finish(page);
  await items(page).getByText('more than 4 attempts in 24 hours use the same IP address').waitFor();

  await addCondition(page, 'Sum of attempts');
  await choose(page, 'Attempts that use the same', 'Email');
  await choose(page, 'Sum of', 'Payouts');
  await choose(page, 'Currency', 'EUR');
  await choose(page, 'Comparison', 'at least');
  await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('250,5');
  await choose(page, 'Period', '7 days');
  await finish(page);
  await items(page)
    .getByText('EUR payouts in 7 days that use the same email add up to at least 250.50 EUR')
    .waitFor();

  await addCondition(page, 'Changing identities');
  await choose(page, 'For the same', 'IP address');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Count different', exact: true }).click();
  await page.getByRole('option', { name: 'Phone' }).waitFor();
  expect(await page.getByRole('option', { name: 'IP city' }).count()).toBe(0);
  await page.getByRole('option', { name: 'Phone' }).click();
  await choose(page, 'Comparison', 'more than');
  await page.getByRole('dialog').getByLabel('Number', { exact: true }).fill('0');
  await choose(page, 'Period', '3 days');
  await finish(page);
  await page.getByText('Enter a number above 0').waitFor();
  await page.getByRole('dialog').getByLabel('Number', { exact: true }).fill('2');
  await finish(page);
  await items(page)
    .getByText('more than 2 different phone numbers appear in 3 days with the same IP address')
    .waitFor();

  await addCondition(page, 'Countries and cities');
  await choose(page, 'First field', 'IP city');
  await choose(page, 'Comparison', 'doesn’t match');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Second field', exact: true }).click();
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual(['Billing city', 'Shipping city']);
  await page.getByRole('option', { name: 'Billing city' }).click();
  await finish(page);
  await items(page).getByText('the IP city and the billing city don’t match').waitFor();

  await addCondition(page, 'Comparison of fields');
  await choose(page, 'First field', 'Billing address');
  await choose(page, 'Comparison', 'matches');
  await choose(page, 'Second field', 'Shipping address');
  await finish(page);
  await items(page).getByText('the billing address and the shipping address match').waitFor();

  await addCondition(page, 'Customer age');
  await choose(page, 'Comparison', 'from … to');
  await page.getByRole('dialog').getByLabel('From', { exact: true }).fill('25');
  await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('18');
  await finish(page);
  await page.getByText('The second number must be higher').waitFor();
  await page.getByRole('dialog').getByLabel('To', { exact: true }).fill('30');
  await finish(page);
  await items(page).getByText('the customer is from 25 to 30 years old').waitFor();

  await addCondition(page, 'Time since a date');
  await choose(page, 'Field', 'collect_on');
  await choose(page, 'Comparison', 'less than');
  await page.getByRole('dialog').getByLabel('Number', { exact: true }).fill('1');
  await finish(page);
  await page.getByText('Choose a unit').waitFor();
  await choose(page, 'Unit', 'Weeks');
  expect(await axeFindings(page)).toEqual([]);
  await finish(page);
  await items(page).getByText('the field “collect_on” is less than 1 week ago').waitFor();

  await page.getByText('Block', { exact: true }).click();
  await page.getByText('Block when all of these are true.').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByRole('grid', { name: 'Rules' }).getByText('Every condition').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('clears Defer when the conditions no longer allow it', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, analyst, '/rules/new');
  await fillBasics(page, 'Deferred');
  await page.getByText('Defer', { exact: true }).click();
  await page.getByText('Decline', { exact: true }).click();
  await page.getByText('A deferred payment is always declined after 7 days.').waitFor();
  await addCondition(page, 'Payment field');
  await choose(page, 'Field', 'Payment method (always card: no other source connected)');
  await choose(page, 'Comparison', 'is');
  await choose(page, 'Value', 'Cash');
  await finish(page);
  await page.getByText('Defer was cleared').waitFor();
  await page.getByText('Defer isn’t available: Cash can’t be pre-authorised.').waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Defer' }).isDisabled()).toBe(true);
  await context.close();
});

test('copies a rule, shows a conflict and restores a version', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst, '/rules');
  await page.getByRole('grid').getByText('Loans need an adult').click();
  await page.getByRole('heading', { name: 'Loans need an adult' }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await expect
    .poll(() => page.getByLabel('Name', { exact: true }).inputValue())
    .toBe('Copy of Loans need an adult');
  await expect.poll(() => page.getByLabel('Active as soon as it is created').isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByRole('grid').getByText('Copy of Loans need an adult').click();
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('Copy of Loans need an adult');
  const save = page.getByRole('button', { name: 'Save rule' });
  await expect.poll(() => save.isDisabled()).toBe(true);

  // A colleague saves first.
  const other = await visit(browser);
  await signIn(other.page, 'admin@harbour.example', new URL(page.url()).pathname);
  await other.page.getByLabel('Description').fill('Written by Amelia');
  await other.page.getByRole('button', { name: 'Save rule' }).click();
  await other.page.getByRole('grid').waitFor();
  await other.context.close();
  await name.fill('Mine');
  await save.click();
  await page.getByText('Amelia Hart changed this rule').waitFor();
  await page.getByRole('button', { name: 'See changes' }).click();
  await page.getByText('Name: Copy of Loans need an adult → Mine').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Save mine as a new version' }).click();
  await page.getByRole('grid').getByText('Mine').click();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const panel = page.getByRole('dialog', { name: 'Versions' });
  await panel.getByText('Version 3: changed').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Restore' }).last().click();
  await page.getByText('It becomes version 4. The rule stays inactive.').waitFor();
  await page
    .getByRole('dialog', { name: 'Restore version 1?' })
    .getByRole('button', { name: 'Restore version 1' })
    .click();
  await page.getByRole('heading', { name: 'Copy of Loans need an adult' }).waitFor();
  // An older version is read-only.
  await page.goto(`${new URL(page.url()).pathname}?version=2`);
  await page.getByText('This is version 2, saved by Amelia Hart').waitFor();
  await expect.poll(() => name.isDisabled()).toBe(true);
  await page.goto('/rules/rule/999999');
  await expect.poll(() => page.url()).toContain('errorCode=404');
  expect(complaints).toEqual([]);
  await context.close();
});

test('measures a rule, confirms one that blocks many payments, explains a match', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst, '/rules/new');
  await fillBasics(page, 'All but the smallest', 'Coffee');
  const panel = page.getByRole('complementary', { name: 'Impact' });
  await panel.getByText('Add a condition to see the effect.').waitFor();
  await page.getByText('Block', { exact: true }).click();
  await addCondition(page, 'Payment field');
  await choose(page, 'Field', 'Amount');
  await choose(page, 'Comparison', 'more than');
  await page.getByRole('dialog').getByLabel('Value').fill('1');
  await finish(page);
  await panel.getByRole('row', { name: /^Would change/ }).waitFor();
  await panel.getByText('Recent matches').click();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Create rule' }).click();
  const guard = page.getByRole('dialog', { name: 'Activate “All but the smallest”?' });
  await guard.getByText('This is a large share.').waitFor();
  const activate = guard.getByRole('button', { name: 'Activate rule' });
  await expect.poll(() => activate.isDisabled()).toBe(true);
  await guard.getByText('I checked the sample. Blocking these is intended.').click();
  await expect.poll(() => activate.isDisabled()).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await guard.getByRole('button', { name: 'Test only first' }).click();
  await page.getByText('Test only: would block when the amount is more than 1.').first().waitFor();
  // Left without saving: it would match the payments of other journeys.
  await page.goto('/rules?name=High+fraud+score');
  await page.getByRole('grid').getByText('High fraud score').click();
  await page.getByText('Effect since activation').waitFor();
  await page.getByRole('complementary', { name: 'Impact' }).getByText('Recent matches').click();
  const match = page.getByRole('complementary', { name: 'Impact' }).getByRole('link').first();
  // The match opens in a new tab, beside the unsaved rule.
  await expect.poll(() => match.getAttribute('target')).toBe('_blank');
  await page.goto((await match.getAttribute('href')) ?? '');
  const explanation = page.getByRole('dialog', { name: 'High fraud score' });
  await explanation.getByText('Matched.').waitFor();
  await explanation.getByText(/^Found: /).waitFor();
  await explanation.getByText('Version 1, in force at the time of the payment.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('builds a territory rule from a continent and a country', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst, '/territories/new');
  await fillBasics(page, 'Asia and Brazil');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByText('Choose at least one country').waitFor();
  await page.getByRole('treeitem', { name: 'All of Asia' }).click();
  await page.getByRole('combobox', { name: 'Search countries' }).fill('Brazil');
  await page.getByRole('treeitem', { name: 'Brazil' }).click();
  await page.getByText('Block', { exact: true }).click();
  await page.getByText('Block when the issuer country is Brazil or anywhere in Asia.').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create rule' }).click();
  const grid = page.getByRole('grid', { name: 'Territory rules' });
  await grid.getByText('Asia and Brazil').click();
  await page.getByRole('button', { name: 'Remove Brazil' }).click();
  await page.getByText('+0, −1 not saved').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Remove Brazil' }).waitFor();
  await page.getByText('Test only', { exact: true }).click();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await page.getByText('Choose the action to test').waitFor();
  await page.getByRole('radiogroup', { name: 'Action to test' }).getByText('Defer', { exact: true }).click();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await grid
    .getByText('Test only: would defer when the issuer country is Brazil or anywhere in Asia.')
    .waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports())('is accessible on %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, analyst, '/rules');
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByText('Card velocity').first().click();
  await page.getByRole('heading', { name: 'Card velocity' }).waitFor();
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  const isScrolling = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isScrolling).toBe(false);
  await follow(page, '/territories/new');
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
