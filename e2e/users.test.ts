import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  viewports,
  closePages,
  openBrowser,
  signIn,
  signInByHand,
  startAction,
  visit,
} from './browser.ts';
import { linkInMail, openMail } from './outbox.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const enter = (page: Page, path = '/home', userName = 'admin@harbour.example'): Promise<void> =>
  signIn(page, userName, path);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
async function openUser(page: Page, userName: string): Promise<void> {
  await page.goto('/users?pageSize=100&field=created&direction=DESC');
  await page.getByRole('link', { name: userName }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
}

test('creates, invites, edits, unlocks and deletes a user', async () => {
  const { page, context, complaints } = await visit(browser);
  await enter(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click();
  await page.waitForURL('**/users**');
  await page.getByRole('link', { name: 'coffee@harbour.example' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create user' }).click();
  await page.waitForURL('**/user/new');
  await page.getByLabel('First name').fill('Journey');
  await page.getByLabel('Username').fill('unknown');
  await button(page, 'Create user').click();
  await page.getByText('Enter the last name').waitFor();
  await page.getByText('Enter an email address, such as').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Last name').fill('Walker');
  await page.getByLabel('Username').fill('admin@harbour.example');
  await button(page, 'Create user').click();
  await page.getByText('This username is already taken').waitFor();
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Journey');
  await page.getByLabel('Username').fill('journey@harbour.example');

  // A role applies to a part of the tree. A change of organisation moves it.
  await page.getByRole('checkbox', { name: 'Viewer', exact: true }).check();
  await page.getByRole('button', { name: /^Where Viewer applies/ }).click();
  await page.getByRole('treeitem', { name: /Harbour Group/ }).click();
  await page.getByRole('treeitem', { name: /Harbour UK/ }).click();
  await page.getByRole('treeitem', { name: /Harbour Hotels/ }).click();
  await page.getByRole('button', { name: /^Where Viewer applies: 2 organisations/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('main').getByRole('button', { name: 'Change organisation' }).click();
  await page
    .getByRole('dialog')
    .getByRole('treeitem', { name: /Harbour Coffee/ })
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page
    .getByRole('dialog')
    .getByRole('treeitem', { name: /Harbour Coffee/ })
    .click();
  await page.getByText('Move to Harbour Coffee?').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, 'Move and reset roles').click();
  await page.getByRole('button', { name: /^Where Viewer applies: Harbour Coffee/ }).waitFor();
  await button(page, 'Create user').click();
  await page.getByText('Send the invitation?').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, 'Send invitation').click();
  await page.getByText('Journey Walker created').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, 'Go to users').click();
  await page.waitForURL('**/users**');
  await openUser(page, 'journey@harbour.example');
  await page.getByText(/Sent on .* Valid for 7 days/).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The first sign-in, with the link from the outbox.
  const other = await visit(browser);
  await openMail(other.page, 'journey@harbour.example', 'invitation');
  await other.page.goto(await linkInMail(other.page));
  const password = 'Quiet-Harbour-Light-7';
  await other.page.getByLabel('New password', { exact: true }).fill(password);
  await other.page.getByLabel('Confirm new password').fill(password);
  await other.page.getByText('The password meets all requirements.').waitFor({ state: 'attached' });
  await other.page.getByRole('button', { name: 'Save password' }).click();
  await other.page.waitForURL('**/passwordUpdated');
  await signInByHand(other.page, 'journey@harbour.example', password);
  await other.page.waitForURL('**/home');

  // Without a change, the edited user cannot be saved.
  await page.reload();
  await page.getByRole('link', { name: 'Edit user' }).click();
  await page.waitForURL('**/edit');
  await expect.poll(() => button(page, 'Save changes').isDisabled()).toBe(true);
  await page.getByLabel('Username').fill('walker@harbour.example');
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Save changes').click();
  await page.getByText('emailing the new username to the old and new address').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await openMail(other.page, 'journey@harbour.example', 'usernameChange');
  await openMail(other.page, 'walker@harbour.example', 'usernameChange');
  await other.context.close();

  // Wrong passwords lock the account. The administrator unlocks it.
  const guesser = await visit(browser);
  for (let round = 0; round < 7; round += 1) {
    await signInByHand(guesser.page, 'walker@harbour.example', `not-the-password-${round}`);
    await guesser.page.getByRole('alert').first().waitFor();
  }
  await page.reload();
  await page.getByText('Too many attempts with a wrong password.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await startAction(page, 'Unlock account');
  await page.getByText('Account unlocked.').waitFor();
  await signInByHand(guesser.page, 'walker@harbour.example', password);
  await guesser.page.waitForURL('**/home');

  // Deleting the user ends their session at once.
  await startAction(page, 'Delete user');
  await page.getByText('Delete Journey Walker?').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, 'Delete Journey Walker').click();
  await page.waitForURL('**/users**');
  await guesser.page.goto('/search');
  await guesser.page.waitForURL('**/login');
  await guesser.context.close();
  expect(complaints).toEqual([]);
  await context.close();
}, 180_000);

test('creates a user with the keyboard alone', async () => {
  const { page, context } = await visit(browser);
  await enter(page, '/users');
  await page.getByRole('link', { name: 'Create user' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('First name').waitFor();
  await tabTo(page, 'First name');
  await page.keyboard.type('Keya');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Board');
  await page.keyboard.press('Tab');
  await page.keyboard.type('keya@harbour.example');
  await tabTo(page, 'Viewer');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('tree').waitFor();
  // The search box forwards keys to the tree: the group off, one merchant on.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.type('Books');
  await page.getByRole('treeitem', { name: /Harbour Coffee/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Where Viewer applies: Harbour Books/ }).waitFor();
  await tabTo(page, 'Create user');
  await page.keyboard.press('Enter');
  for (const name of ['Send invitation', 'Go to users']) {
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(name);
    await page.keyboard.press('Enter');
  }
  await page.waitForURL('**/users**');
  await context.close();
});

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let round = 0; round < 80; round += 1) {
    const focusedText = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    });
    if (focusedText === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${name}`);
}

test("keeps the second editor's changes on top of the first save", async () => {
  const [first, second] = await Promise.all([visit(browser), visit(browser)]);
  for (const { page } of [first, second]) {
    await enter(page);
    await openUser(page, 'support@harbour.example');
    await page.getByRole('link', { name: 'Edit user' }).click();
    await page.getByLabel('First name').waitFor();
  }
  await first.page.getByLabel('First name').fill('Thomas');
  await second.page.getByLabel('Last name').fill('Okafor-Hill');
  await button(first.page, 'Save changes').click();
  await first.page.getByText('Changes saved.').waitFor();
  await button(second.page, 'Save changes').click();
  await second.page.getByText('This user was changed while you were editing').waitFor();
  expect(await axeFindings(second.page)).toEqual([]);
  await inDialog(second.page, 'Reload user').click();
  await second.page.getByText('applied on top').waitFor();
  await expect.poll(() => second.page.getByLabel('First name').inputValue()).toBe('Thomas');
  await expect.poll(() => second.page.getByLabel('Last name').inputValue()).toBe('Okafor-Hill');
  await button(second.page, 'Save changes').click();
  await second.page.getByRole('heading', { name: 'Thomas Okafor-Hill' }).waitFor();
  await Promise.all([first.context.close(), second.context.close()]);
});

test('confirms leaving a changed form and keeps it after a failure', async () => {
  const { page, context } = await visit(browser);
  await enter(page, '/user/new');
  await page.getByLabel('First name').fill('Unsaved');
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
  await inDialog(page, 'Stay on page').click();
  await page.getByLabel('Last name').fill('Person');
  await page.getByLabel('Username').fill('unsaved@harbour.example');
  await page.route('**/SCIM/Users/', (route) =>
    route.fulfill({ status: 500, json: { message: 'internal_server_error', requestId: 'request-5' } }),
  );
  await button(page, 'Create user').click();
  await page.waitForURL('**/error?errorCode=500');
  await page.getByText('request-5').waitFor();
  await page.getByText('Go to home').waitFor();
  await page.goBack();
  await page.getByText('Your previous changes are still here').waitFor();
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('unsaved@harbour.example');
  await context.close();
});

test("keeps the list's place and resets wrong addresses", async () => {
  const { page, context } = await visit(browser);
  await enter(page, '/users?offset=25&pageSize=25&field=lastName&direction=DESC');
  await page.getByRole('button', { name: 'Next page' }).waitFor();
  await page.getByRole('gridcell').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await page.waitForURL('**/users?offset=25**field=lastName**');
  await page.goto('/users?offset=7&pageSize=13&field=password&direction=up');
  await page.waitForURL('**/users?offset=0&pageSize=25&field=userName&direction=ASC');
  await page.goto('/users?offset=999975&pageSize=25');
  await page.getByRole('navigation').getByText('This page doesn’t exist').waitFor();
  await page.getByRole('button', { name: /Change organisation/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('Books');
  await page.getByRole('dialog').getByText('Harbour Books').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('gridcell').getByRole('link').first().waitFor();
  expect(await page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
  await context.close();
});

test('names the parts that failed to load, and loads them again', async () => {
  const { page, context } = await visit(browser);
  await enter(page, '/users');
  await page.route('**/roles/all/exposed**', (route) => route.abort());
  await page.goto('/user/new');
  await page.getByText('Couldn’t load the roles and organisations').waitFor();
  expect(await page.getByText('Request ID').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/user/new');
  await page.unroute('**/roles/all/exposed**');
  await button(page, 'Try again').click();
  await page.getByLabel('First name').waitFor();
  await context.close();
});

test('hides a column until the columns are reset', async () => {
  const { page, complaints } = await visit(browser);
  await enter(page, '/users');
  const created = page.getByRole('columnheader', { name: 'Created' });
  const columns = button(page, 'Columns');
  const choose = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name, exact: true });
  await created.waitFor();
  await columns.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Search columns').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await choose('Username').isDisabled()).toBe(true);
  await choose('Created').focus();
  await page.keyboard.press('Space');
  await created.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await expect.poll(() => columns.evaluate((element) => element.matches(':focus'))).toBe(true);

  await page.reload();
  await page.getByRole('columnheader', { name: 'Username' }).waitFor();
  expect(await created.count()).toBe(0);
  await columns.click();
  await inDialog(page, 'Reset columns').click();
  await created.waitFor();
  expect(complaints).toEqual([]);
});

test('shows no rows of the previous search while the network is down', async () => {
  const { page, context } = await visit(browser);
  await enter(page, '/users');
  await page.getByRole('link', { name: 'admin@harbour.example' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Name or email' }).fill('analyst');
  await button(page, 'Search').click();
  await page.getByText('Couldn’t load users').waitFor();
  // The search is repeated automatically.
  await page.waitForRequest('**/Users/.search');
  await page.getByText('Couldn’t load users').waitFor();
  expect(await page.getByRole('link', { name: 'admin@harbour.example' }).count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'analyst@harbour.example' }).waitFor();
  await context.close();
});

test("hides actions without permission and on the user's own account", async () => {
  const { page, context } = await visit(browser);
  await enter(page, '/users?pageSize=100', 'analyst@harbour.example');
  await page.getByRole('link', { name: 'admin@harbour.example' }).waitFor();
  expect(await page.getByRole('link', { name: 'Create user' }).count()).toBe(0);
  await page.goto('/user/new');
  await page.waitForURL('**/error?errorCode=403');
  const admin = await visit(browser);
  await enter(admin.page);
  await openUser(admin.page, 'admin@harbour.example');
  await admin.page.getByText('This is your own account').waitFor();
  expect(await admin.page.getByRole('link', { name: 'Edit user' }).count()).toBe(0);
  await admin.page.goto(`${admin.page.url()}/edit`);
  await admin.page.waitForURL('**/error?errorCode=403');
  await Promise.all([context.close(), admin.context.close()]);
});

test.each(viewports())(
  'list, form and user page pass axe and never scroll sideways: %s',
  async (_name, width, dark) => {
    const { page, context, complaints } = await visit(browser, { width, dark });
    await enter(page, '/users?pageSize=100');
    const coffee = page.getByRole('main').getByText('coffee@harbour.example', { exact: true });
    await coffee.waitFor();
    const checkPage = async () => {
      expect(await axeFindings(page), page.url()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    };
    await checkPage();
    await coffee.click();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await checkPage();
    await startAction(page, 'Delete user');
    await inDialog(page, 'Cancel').waitFor();
    await checkPage();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Edit user' }).click();
    await page.getByRole('button', { name: /^Where Cashier applies/ }).click();
    await checkPage();
    await page.keyboard.press('Escape');
    await page.locator('main').getByRole('button', { name: 'Change organisation' }).click();
    await page
      .getByRole('dialog')
      .getByRole('treeitem', { name: /Harbour Books/ })
      .waitFor();
    await checkPage();
    await page
      .getByRole('dialog')
      .getByRole('treeitem', { name: /Harbour Books/ })
      .click();
    await page.getByText('Move to Harbour Books?').waitFor();
    await checkPage();
    await page.keyboard.press('Escape');
    await page.getByLabel('First name').fill('Sam');
    await page.getByRole('link', { name: 'Back to Users' }).click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await checkPage();
    expect(complaints).toEqual([]);
    await context.close();
  },
);
