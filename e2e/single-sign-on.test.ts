import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import {
  person,
  type TestProvider,
  startProvider,
} from '#features/access/single-sign-on/test/test-provider.ts';
import {
  axeFindings,
  viewports,
  closePages,
  signIn,
  openBrowser,
  signInByHand,
  visit,
  addAuthenticator,
} from './browser.ts';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { type Run, startProcess } from './start-process.ts';
import { startDns } from './text-records.ts';
import { freePorts } from './free-ports.ts';

/** A separate product, which may reach a provider and a DNS server on this machine. */
let browser: Browser;
let provider: TestProvider;
let dns: Awaited<ReturnType<typeof startDns>>;
let product: Run;
let dataDir: string;
let baseUrl: string;
beforeAll(async () => {
  browser = await openBrowser();
  dataDir = runFolder('sign-on');
  const port = await freePorts('signOn');
  baseUrl = `http://localhost:${port}`;
  provider = await startProvider(`${baseUrl}/auth/sso/return`);
  dns = await startDns();
  product = startProcess({ port, dataDir }, ['--insecure-callbacks', 'true', '--dns-server', dns.address]);
  const outcome = await product.outcome;
  if (outcome !== 'ready') throw new Error(product.output());
});
afterAll(async () => {
  product.process.kill('SIGTERM');
  await product.ended;
  await provider.stop();
  dns.stop();
  await closePages();
  removeRunFolder(dataDir);
});

async function continueWithSignOn(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

test('sets up a provider, a domain and a mapping, and tests them', async () => {
  const { page, context, complaints } = await visit(browser, { baseUrl });
  await signIn(page, 'admin@harbour.example', '/settings/security');
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  const step = (name: string) => page.getByRole('region', { name });
  await step('1. Provider').getByText(`${baseUrl}/auth/sso/return`).waitFor();
  await page.getByLabel('Issuer').fill(`${provider.issuer}/elsewhere`);
  await page.getByLabel('Client ID').fill(provider.clientId);
  await page.getByLabel('Client secret').first().fill(provider.clientSecret);
  await page.getByRole('button', { name: 'Save provider' }).click();
  await page.getByText('We couldn’t read the provider’s settings at this address').waitFor();
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByRole('button', { name: 'Save provider' }).click();
  await page.getByText('The provider was saved.').waitFor();
  await page.getByLabel('Domain', { exact: true }).fill('harbour.example');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('We didn’t find the record yet.').waitFor();
  const value = await page.getByText(/^countinghouse-verification=/).textContent();
  dns.records.set('_countinghouse.harbour.example', value ?? '');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('The domain is verified.').waitFor();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('button', { name: 'Save mapping' }).click();
  await page.getByText('Enter the value').waitFor();
  await page.getByText('Choose an organisation').waitFor();
  await page.getByLabel('Value').fill('desk');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Cashier' }).click();
  await page.getByRole('combobox', { name: 'Organisation' }).click();
  await page.getByRole('option', { name: 'Harbour Coffee' }).click();
  await page.getByRole('button', { name: 'Save mapping' }).click();
  await page.getByText('The role mapping was saved.').waitFor();
  provider.account = person('ada', { amr: ['pwd', 'otp'] });
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await page.getByText('This sign-in works.').waitFor();
  await page.getByText('Cashier at Harbour Coffee').waitFor();
  await page.getByText('ada@harbour.example', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('signs a new colleague in with the mapped rights, at the address they asked for', async () => {
  provider.account = person('ada');
  const { page, context, complaints } = await visit(browser, { baseUrl });
  await page.goto('/statements');
  await continueWithSignOn(page, 'ada@harbour.example');
  await page.getByRole('heading', { name: 'Statements', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/statements');
  await page.getByRole('button', { name: /Ada Lowe/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports())(
  'refuses a colleague without a role, with the next step: %s',
  async (_name, width, dark) => {
    provider.account = person('stranger', { groups: [] });
    const { page, context, complaints } = await visit(browser, { baseUrl, width, dark });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await page.getByLabel('Work email').fill('stranger@harbour.example');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('heading', { name: 'You don’t have access yet' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go to sign-in' }).click();
    await page.getByLabel('Username').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('connects the account of an existing user, who then signs in with it', async () => {
  provider.account = person('analyst');
  const { page, context } = await visit(browser, { baseUrl });
  await page.goto('/login');
  await continueWithSignOn(page, 'analyst@harbour.example');
  await page.getByRole('heading', { name: 'Connect your account first' }).waitFor();
  await page.getByRole('button', { name: 'Sign in with your password' }).click();
  await page.getByLabel('Username').waitFor();
  await page.getByLabel('Username').fill('analyst@harbour.example');
  await page.getByLabel('Password').first().fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Connect single sign-on' }).click();
  await page.getByText('Single sign-on is connected.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.clearCookies();
  await page.goto('/login');
  await continueWithSignOn(page, 'analyst@harbour.example');
  await page.getByRole('button', { name: /Noor Rahman/ }).waitFor();
  await context.close();
});

test('keeps an unsaved form while the user signs in again in another tab', async () => {
  provider.account = person('analyst');
  const { page, context } = await visit(browser, { baseUrl });
  await page.goto('/feedback');
  await continueWithSignOn(page, 'analyst@harbour.example');
  const message = page.getByLabel('Message');
  await message.fill('The till is too slow');
  await context.clearCookies({ name: /session/i });
  await page.getByRole('button', { name: 'Send feedback' }).click();
  const signInDialog = page.getByRole('dialog', { name: 'Sign in again' });
  const atProvider = async (): Promise<Page> => {
    const newPage = context.waitForEvent('page');
    await signInDialog.getByRole('link', { name: 'Continue with single sign-on' }).click();
    return newPage;
  };
  provider.account = undefined;
  const cancelled = await atProvider();
  await cancelled.getByRole('button', { name: 'Go to sign-in' }).waitFor();
  await signInDialog.getByRole('button', { name: 'I’ve signed in' }).click();
  await signInDialog.getByText('You’re not signed in yet.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  provider.account = person('analyst');
  const signedIn = await atProvider();
  await signedIn.waitForURL('**/home');
  await signInDialog.getByRole('button', { name: 'I’ve signed in' }).click();
  await signInDialog.waitFor({ state: 'hidden' });
  await expect.poll(() => message.inputValue()).toBe('The till is too slow');
  await context.close();
});

test.each(viewports())('shows how a user signs in: %s', async (_name, width, dark) => {
  const { page, context, complaints } = await visit(browser, { baseUrl });
  await signIn(page, 'admin@harbour.example', '/users?pageSize=100&field=created&direction=DESC');
  await page.getByRole('link', { name: 'analyst@harbour.example' }).click();
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByText(/^Last used on /).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports())('shows the settings: %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { baseUrl, width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/security/single-sign-on');
  await page.getByText('Verified', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
  await context.close();
});

test('keeps a domain whose removal failed, and shows the error', async () => {
  const { page, context } = await visit(browser, { baseUrl });
  await signIn(page, 'admin@harbour.example', '/settings/security/single-sign-on');
  await page.route('**/sso/domains/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Remove harbour.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByText('The server isn’t responding.', { exact: false }).waitFor();
  expect(await page.getByText('Request ID').count()).toBe(0);
  expect(await page.getByText('The domain was removed.').count()).toBe(0);
  await page.getByText('Verified', { exact: true }).waitFor();
  await context.close();
});

test('requires single sign-on after an administrator added a passkey', async () => {
  const { page, context, complaints } = await visit(browser, { baseUrl });
  await addAuthenticator(page);
  await signIn(page, 'admin@harbour.example', '/profile/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.getByLabel('I’ve stored the codes').check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await page.goto('/settings/security/single-sign-on');
  await page.getByRole('button', { name: 'Require single sign-on' }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Require single sign-on?' });
  expect(await axeFindings(page)).toEqual([]);
  await confirmDialog.getByRole('button', { name: 'Require single sign-on' }).click();
  await page.getByText('Single sign-on is now required.').waitFor();

  const other = await visit(browser, { baseUrl });
  await signInByHand(other.page, 'support@harbour.example');
  await other.page.getByText('Your company requires single sign-on.', { exact: false }).waitFor();
  await expect.poll(() => other.page.getByLabel('Work email').inputValue()).toBe('support@harbour.example');
  expect(await axeFindings(other.page)).toEqual([]);
  await other.context.close();

  // The way back when the provider fails.
  await context.clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/home');
  await page.goto('/settings/security/single-sign-on');
  await page.getByRole('button', { name: 'Allow passwords again' }).click();
  await page.getByText('Users can sign in with their password again.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
