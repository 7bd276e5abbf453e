import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestMailServer, startMailServer } from '#features/outbound/mail/test/smtp-server.ts';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { axeFindings, closePages, openBrowser, signInByHand, startAction, visit } from './browser.ts';
import { type IntegratedMerchant, payWithClient, startMerchant } from './integrated-merchant.ts';
import { freePorts } from './free-ports.ts';

const main = join(import.meta.dirname, '..', 'src/app/server/main.ts');

interface Product {
  portal: string;
  port: number;
  /** The one-time link that the start prints. */
  setupLink: string;
  stop: () => Promise<void>;
}

/** A production start on an empty database, with the sandbox processor. */
async function startEmpty(name: string, port: number, flags: string[] = []): Promise<Product> {
  const portal = `http://localhost:${port}`;
  const folder = runFolder(name);
  const options = ['--port', String(port), '--data-dir', join(folder, 'data'), '--demo', 'none'];
  const program = spawn(
    process.execPath,
    [main, ...options, '--sandbox', 'true', ...flags, '--log-level', 'error'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  await new Promise<void>((resolve, reject) => {
    program.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes(`ready ${portal}`)) resolve();
    });
    program.once('close', () => reject(new Error(`the product stopped:\n${output}`)));
  });
  return {
    portal,
    port,
    setupLink: /http\S+\/setup\/\S+/.exec(output)?.[0] ?? '',
    async stop() {
      const stopped = new Promise((resolve) => program.once('close', resolve));
      program.kill('SIGTERM');
      await stopped;
      removeRunFolder(folder);
    },
  };
}

let browser: Browser;
let mails: TestMailServer;
let merchantSite: IntegratedMerchant;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const password = 'Long-Enough-2026';

/** The line of a step on home. */
const findStep = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** Without an email server. The business takes its first payment in the terminal. */
test('leads a business from one form to its first payment', { timeout: 240_000, retry: 0 }, async () => {
  const { portal, setupLink, stop } = await startEmpty('first-business', await freePorts('firstBusiness'));
  onTestFinished(stop);
  const { page, context, complaints } = await visit(browser, { baseUrl: portal, timeZone: 'Europe/London' });
  await page.goto(setupLink);
  await page.getByRole('button', { name: 'Finish set-up' }).click();
  for (const error of ['Enter a name', 'Choose a category', 'Enter your first name', 'Enter a password'])
    await page.getByText(error).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Business name').fill('Corner Bakery');
  expect(await page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('United Kingdom');
  expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('GBP · British Pound');
  // By the keyboard: Enter takes the first match.
  await page.getByRole('combobox', { name: 'Category' }).pressSequentially('bakery');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('Bakeries · 5462');
  await enterAdministrator(page, { first: 'Otto', last: 'Brand', username: 'otto@bakery.example' });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Welcome, Otto Brand' }).waitFor();
  await page.getByText('0 of 3').waitFor();

  await page.getByRole('link', { name: 'Open terminal' }).click();
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.00');
  await page.getByRole('button', { name: 'Continue' }).click();
  const card = page.frameLocator('iframe');
  await card.getByLabel('Card number').fill('9902000000000018');
  await card.getByLabel('Expiry date').fill('1229');
  await card.getByLabel('Security code').fill('123');
  await card.getByLabel('Name on card').fill('Ada Lovell');
  await card.getByRole('button', { name: 'Pay £12.00' }).click();
  await page.getByText('Next: Invite a colleague').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('link', { name: 'Invite' }).click();
  await enterColleague(page, 'mia@bakery.example');
  await page.getByText('Email isn’t set up here').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create sign-in link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give this link to Bo Lind' });
  const link = (await dialog.getByText(/\/password\//).textContent()) ?? '';
  await dialog.getByLabel('I’ve passed the link on').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Next: Connect your shop').waitFor();
  const colleague = await visit(browser, { baseUrl: portal });
  await choosePassword(colleague.page, link);
  await signInByHand(colleague.page, 'mia@bakery.example', password);
  await colleague.page.waitForURL('**/home');

  await page.getByRole('link', { name: 'Create API key' }).click();
  await enterKey(page, 'Bakery shop');
  await page.getByText('Set-up is complete.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to home' }).click();
  await page.getByRole('heading', { name: 'Welcome, Otto Brand' }).waitFor();
  expect(await page.getByText('Set up your first payment').count()).toBe(0);
  // A reload of the screen whose dialog a link had opened leaves the dialog closed.
  await page.goBack();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  await page.reload();
  await page.getByText('Bakery shop').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await colleague.page.context().clearCookies();
  await colleague.page.goto('/forgotPassword');
  await colleague.page.getByText('Email isn’t set up').waitFor();
  expect(await colleague.page.getByRole('button', { name: 'Send link' }).count()).toBe(0);
  expect(await axeFindings(colleague.page)).toEqual([]);
  expect([...complaints, ...colleague.complaints]).toEqual([]);
  await Promise.all([context.close(), colleague.context.close()]);
});

interface Person {
  first: string;
  last: string;
  username: string;
}

async function enterAdministrator(page: Page, { first, last, username }: Person): Promise<void> {
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Username').fill(username);
  const rules = page.getByRole('list', { name: 'Password requirements' }).getByRole('listitem');
  await expect.poll(() => rules.count()).toBe(7);
  await page.getByLabel('Password').first().fill(password);
  await expect.poll(() => rules.filter({ hasText: ': met' }).count()).toBe(6);
}

async function enterColleague(page: Page, username: string): Promise<void> {
  await page.getByLabel('First name').fill('Bo');
  await page.getByLabel('Last name').fill('Lind');
  await page.getByLabel('Username').fill(username);
  await page.getByRole('checkbox', { name: 'Administrator', exact: true }).check();
  await page.getByRole('button', { name: 'Create user' }).click();
}

async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByText('The password meets all requirements.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL('**/passwordUpdated');
}

/** Fills the open dialog of a new key. Returns its secret. */
async function enterKey(page: Page, name: string): Promise<string> {
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy your secret now' });
  const secret = (await dialog.getByText(/^cs_test_/).textContent()) ?? '';
  await dialog.getByLabel('I’ve stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return secret;
}

async function openHome(page: Page, count: string): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('heading', { name: 'Set up your first payment' }).waitFor();
  await page.getByText(count).waitFor();
}

async function createProvider(page: Page, setupLink: string): Promise<void> {
  await page.goto(setupLink);
  await page.getByText('A payment provider').click();
  await page.getByLabel('Provider name').fill('North Sea Payments');
  expect(await page.getByRole('combobox', { name: 'Category' }).count()).toBe(0);
  await enterAdministrator(page, { first: 'Iris', last: 'Vance', username: 'iris@northsea.example' });
  await page.getByRole('button', { name: 'Finish set-up' }).click();
  await page.getByRole('heading', { name: 'Welcome, Iris Vance' }).waitFor();
}

/** An empty installation must not cause errors: `complaints` has the errors of the browser. */
async function visitScreens(page: Page): Promise<void> {
  const screens = {
    '/statements': 'Statements',
    '/search': 'Transaction search',
    '/users': 'Users',
    '/scheduleList': 'Schedules',
    '/smartlinks': 'Smart links',
    '/approvals': 'Approvals',
    '/settings/installations': 'Installations',
    '/settings/api-keys': 'API keys',
    '/settings/webhooks': 'Webhooks',
    '/settings/roles': 'Roles',
    '/audit': 'Audit log',
  };
  for (const [path, title] of Object.entries(screens)) {
    await page.goto(path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([path, await page.getByText(/^Couldn’t/).count()]).toEqual([path, 0]);
  }
}

/** Returns the id of the new installation. */
async function addCompany(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Add company' }).click();
  await page.getByLabel('Business name').fill('Tideway Books');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.keyboard.type('United K');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Category' }).pressSequentially('bookshop');
  await page.keyboard.press('Enter');
  expect(await axeFindings(page)).toEqual([]);
  const response = page.waitForResponse((reply) => reply.url().endsWith('/company'));
  await page.getByRole('button', { name: 'Add company' }).click();
  const { installationId } = (await (await response).json()) as { installationId: number };
  return installationId;
}

async function inviteColleague(page: Page): Promise<void> {
  await findStep(page, 'Invite a colleague').getByRole('link', { name: 'Invite' }).click();
  // Users belong to one organisation, and the provider's administrator is above all of them.
  const dialog = page.getByRole('dialog', { name: 'Change organisation' });
  await dialog.getByText('Tideway Books').first().click();
  await enterColleague(page, 'bo@northsea.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('Bo Lind created').waitFor();
  await page.getByRole('button', { name: 'Go to users' }).click();
  await page.waitForURL('**/users**');
}

/** Adds the shop's webhook. Returns its signing secret. */
async function addWebhook(page: Page): Promise<string> {
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await form.getByText('Enter an address').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await form.getByLabel('Address').fill(merchantSite.url);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy your signing secret' });
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? '';
  await dialog.getByLabel('I’ve stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return secret;
}

/** Sends a test event and reads its delivery. */
async function testWebhook(page: Page): Promise<void> {
  await page.getByRole('link', { name: merchantSite.url }).first().click();
  await page.getByRole('heading', { name: merchantSite.url, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('A test event is on its way. It appears below.').waitFor();
  await expect.poll(() => merchantSite.received, { timeout: 20_000 }).toEqual(['test']);
  await page.reload();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('heading', { name: 'Test event', level: 1 }).waitFor();
  await page.getByText('webhook-signature').waitFor();
  expect(await axeFindings(page)).toEqual([]);
}

/** The invited colleague chooses a password with the link of the email, and signs in. */
async function acceptInvitation(page: Page): Promise<void> {
  const invitation = () => mails.received.find(({ to }) => to.includes('bo@northsea.example'));
  await expect.poll(invitation, { timeout: 20_000 }).toBeDefined();
  // The line breaks of quoted-printable are not part of the link.
  const text = (invitation()?.raw ?? '').replaceAll('=\r\n', '');
  await choosePassword(page, /http:\/\/\S+\/password\/[\w-]+/.exec(text)?.[0] ?? '');
  await signInByHand(page, 'bo@northsea.example', password);
  await page.waitForURL('**/home');
}

/** Refunds need a second person from 30.00 GBP on. */
async function requireApproval(page: Page): Promise<void> {
  await page.goto('/settings/approvals');
  await page.getByRole('switch', { name: 'Refund' }).check();
  await page.getByRole('switch', { name: 'Only from an amount' }).check();
  await page.getByLabel('From amount').fill('30.00');
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'GBP' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Approval policy saved').waitFor();
}

async function requestRefund(page: Page, id: string): Promise<void> {
  await page.goto(`/transactionDetails/${id}`);
  await startAction(page, 'Refund');
  await page.getByRole('dialog').locator('button[type="submit"]').click();
  await page.getByRole('button', { name: /^Refund 31\.00/ }).click();
  const waiting = page.getByRole('dialog', { name: 'Waiting for approval' });
  await waiting.getByText('A second person must approve this. Nothing has changed yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await waiting.getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/approvals');
  await page.getByText('Waiting for approval. Nothing has changed yet.').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
}

async function approveRefund(page: Page): Promise<void> {
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Approve' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Approve this request?' });
  await dialog.getByLabel('Comment (optional)').fill('checked with the shop');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Approve refund/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Decided', { exact: true }).click();
  await page.getByText('Approved and done').waitFor();
  expect(await axeFindings(page)).toEqual([]);
}

/** The audit events of each step. */
const audited = [
  'Create an API key',
  'Create a webhook',
  'Payment',
  'Change the approval policy',
  'Request approval',
  'Approve a request',
  'Run an approved request',
  'Refund',
];

/** The shop's server is on this machine. */
test('leads a provider to the first payment and refund', { timeout: 240_000, retry: 0 }, async () => {
  [mails, merchantSite] = await Promise.all([startMailServer(), startMerchant()]);
  const network = ['--insecure-callbacks', 'true', '--smtp-url', mails.url];
  const { portal, port, setupLink, stop } = await startEmpty(
    'first-run',
    await freePorts('firstRun'),
    network,
  );
  onTestFinished(async () => {
    merchantSite.stop();
    await stop();
    await mails.stop();
  });
  const { page, context, complaints } = await visit(browser, { baseUrl: portal });
  await createProvider(page, setupLink);
  await page.getByText('0 of 4').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await visitScreens(page);
  await openHome(page, '0 of 4');
  const installationId = await addCompany(page);
  await page.getByText('1 of 4').waitFor();
  await findStep(page, 'Add your first company').getByText('Tideway Books').waitFor();
  await inviteColleague(page);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByText('0 of 3').waitFor();
  await findStep(page, 'Invite a colleague').getByText('Bo Lind hasn’t signed in yet.').waitFor();
  await page.getByRole('link', { name: 'Create API key' }).click();
  const secret = await enterKey(page, 'Book shop');
  await openHome(page, '1 of 3');

  const server = { baseUrl: `http://localhost:${port + 1}`, installationId, secret };
  const id = await payWithClient(server, 'FIRST 1', '31.00');
  await page.reload();
  await page.getByText('2 of 3').waitFor();

  merchantSite.trust(await addWebhook(page));
  await testWebhook(page);
  await payWithClient(server, 'FIRST 2', '7.80');
  await expect.poll(() => merchantSite.received, { timeout: 20_000 }).toEqual(['test', 'payment.succeeded']);

  await requireApproval(page);
  const colleague = await visit(browser, { baseUrl: portal });
  await acceptInvitation(colleague.page);
  await requestRefund(colleague.page, id);
  await approveRefund(page);
  await colleague.page.goto(`/transactionDetails/${id}`);
  await colleague.page.getByText('−31.00 GBP').first().waitFor();
  // No amount remains for a second refund.
  expect(await colleague.page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  await expect.poll(() => merchantSite.received.at(-1), { timeout: 20_000 }).toBe('refund.succeeded');

  await colleague.page.goto('/audit?range=TODAY');
  const log = colleague.page.getByRole('grid', { name: 'Audit log' });
  for (const act of audited) await log.getByText(act, { exact: true }).first().waitFor();
  expect([...complaints, ...colleague.complaints]).toEqual([]);
  await Promise.all([context.close(), colleague.context.close()]);
});
