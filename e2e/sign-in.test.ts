import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, looks, openBrowser, signIn, signInByHand, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('a wrong password says so, keeps the name, and the right one opens home', async () => {
  const { page, context, complaints } = await visit(browser);
  await signInByHand(page, 'admin@harbour.example', 'not-the-password-1');
  await page.getByRole('alert').first().waitFor();
  expect(await page.getByLabel('Username').inputValue()).toBe('admin@harbour.example');
  await page.getByLabel('Password', { exact: false }).first().fill('Countinghouse-Demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  await page.getByText('Harbour Group').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('strangers are sent to the door and afterwards to where they wanted to go', async () => {
  const { page, context } = await visit(browser);
  await page.goto('/search?searchRange=ANY_TIME');
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill('support@harbour.example');
  await page.getByLabel('Password', { exact: false }).first().fill('Countinghouse-Demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/search?**');
  await context.close();
});

test('unknown addresses, another company and logging out end where they should', async () => {
  const { page, context } = await visit(browser);
  await page.goto('/nowhere');
  await page.waitForURL('**/login');
  await signInByHand(page, 'admin@meridian.example');
  await page.waitForURL('**/home');
  await page.goto('/nowhere');
  await page.waitForURL('**/error?errorCode=404');
  // A payment of Harbour's does not exist for Meridian.
  await page.goto('/transactionDetails/10000000000');
  await page.waitForURL('**/error?errorCode=404');
  await page.goto('/home');
  await page.getByRole('button', { name: /Idris Vale/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.goto('/home');
  await page.waitForURL('**/login');
  await context.close();
});

test('the organisation can be changed, and the name follows', async () => {
  const { page, context } = await visit(browser);
  await signInByHand(page, 'admin@harbour.example');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: /Change organisation/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('Books');
  await dialog.getByText('Harbour Books').click();
  await page.getByText('Harbour Books').first().waitFor();
  await context.close();
});

test.each(looks())(
  'sign-in and home are clean for axe and never scroll sideways: %s',
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

test('a tab of somebody who is no longer signed in becomes that of who is', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@harbour.example');
  await page.getByRole('button', { name: /Amelia Hart/ }).waitFor();
  const other = await context.newPage();
  await signIn(other, 'support@harbour.example');
  await other.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.getByRole('navigation').getByRole('button', { name: 'Transactions' }).click();
  await page.getByRole('button', { name: /Tom Okafor|Thomas Okafor/ }).waitFor();
  await context.close();
});
