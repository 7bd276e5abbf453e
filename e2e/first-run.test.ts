import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestMailServer, startMailServer } from '#features/outbound/mail/test/smtp-server.ts';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { axeFindings, closePages, openBrowser, signInByHand, startAction, visit } from './browser.ts';
import { type IntegratedMerchant, payWithClient, startMerchant } from './integrated-merchant.ts';
import { freePorts } from './free-ports.ts';

const main = join(import.meta.dirname, '..', 'src/app/server/main.ts');
const port = await freePorts('firstRun');
const portal = `http://localhost:${port}`;
const folder = runFolder('first-run');
const dataDir = join(folder, 'data');

let product: ChildProcess;
let output = '';
let browser: Browser;
let mails: TestMailServer;
let merchantSite: IntegratedMerchant;

/** A production start on an empty database, with the sandbox processor. The shop's server is on this machine. */
beforeAll(async () => {
  [mails, merchantSite] = await Promise.all([startMailServer(), startMerchant()]);
  const options = ['--port', String(port), '--data-dir', dataDir, '--demo', 'none', '--sandbox', 'true'];
  const network = ['--insecure-callbacks', 'true', '--smtp-url', mails.url];
  product = spawn(process.execPath, [main, ...options, ...network, '--log-level', 'warn'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    product.stdout?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes(`ready ${portal}`)) resolve();
    });
    product.once('close', () => reject(new Error(`the product stopped:\n${output}`)));
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages();
  merchantSite.stop();
  const stopped = new Promise((resolve) => product.once('close', resolve));
  product.kill('SIGTERM');
  await stopped;
  await mails.stop();
  removeRunFolder(folder);
});

const password = 'Long-Enough-2026';

/** The line of a step on home. */
const findStep = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

async function openHome(page: Page, count: string): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('heading', { name: 'Set up your first payment' }).waitFor();
  await page.getByText(count).waitFor();
}

async function createAdministrator(page: Page): Promise<void> {
  await page.goto(/http\S+\/setup\/\S+/.exec(output)?.[0] ?? '');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByText('Enter the organisation name').waitFor();
  await page.getByText('Enter a password').waitFor();
  await page.getByLabel('Organisation name').fill('North Sea Payments');
  await page.getByLabel('First name').fill('Iris');
  await page.getByLabel('Last name').fill('Vance');
  await page.getByLabel('Username').fill('iris@northsea.example');
  const rules = page.getByRole('list', { name: 'Password requirements' }).getByRole('listitem');
  await expect.poll(() => rules.count()).toBe(7);
  await page.getByLabel('Password').first().fill(password);
  await expect.poll(() => rules.filter({ hasText: ': met' }).count()).toBe(6);
  await page.getByRole('button', { name: 'Create administrator' }).click();
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
    await page.goto(`${portal}${path}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([path, await page.getByText(/^Couldn’t/).count()]).toEqual([path, 0]);
  }
}

async function createCompany(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create company' }).click();
  await page.getByRole('button', { name: 'Add company' }).click();
  const company = page.getByRole('dialog', { name: 'Add below North Sea Payments' });
  await company.getByLabel('Name').fill('Tideway Group');
  await company.getByRole('button', { name: 'Add company' }).click();
  await page.getByRole('heading', { name: 'Tideway Group', level: 2 }).waitFor();
}

async function addMerchant(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add merchant' }).click();
  await page.getByRole('heading', { name: 'Tideway Group', level: 2 }).waitFor();
  await page.getByRole('button', { name: 'Add organisation' }).click();
  const merchant = page.getByRole('dialog', { name: 'Add below Tideway Group' });
  await merchant.getByText('Merchant', { exact: true }).click();
  await merchant.getByLabel('Name').fill('Tideway Books');
  await merchant.getByRole('button', { name: 'Add merchant' }).click();
  await page.getByRole('heading', { name: 'Tideway Books', level: 2 }).waitFor();
}

/** Returns the id of the new installation. */
async function addInstallation(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Add installation' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Books web');
  await page.getByLabel('Category code').fill('5942');
  await page.getByRole('combobox', { name: 'Currencies' }).fill('GBP');
  await page.getByRole('option', { name: 'GBP' }).click();
  await page.getByRole('button', { name: 'Add installation' }).click();
  await page.getByRole('heading', { name: 'Books web', level: 1 }).waitFor();
  return /\d+$/.exec(new URL(page.url()).pathname)?.[0] ?? '';
}

async function inviteColleague(page: Page): Promise<void> {
  await findStep(page, 'Invite a colleague').getByRole('link', { name: 'Invite' }).click();
  // Users belong to one organisation, and the provider's administrator is above all of them.
  const dialog = page.getByRole('dialog', { name: 'Change organisation' });
  await dialog.getByText('Tideway Group').click();
  await page.getByLabel('First name').fill('Bo');
  await page.getByLabel('Last name').fill('Lind');
  await page.getByLabel('Username').fill('bo@northsea.example');
  await page.getByRole('checkbox', { name: 'Administrator', exact: true }).check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('Bo Lind created').waitFor();
  await page.getByRole('button', { name: 'Go to users' }).click();
  await page.waitForURL('**/users**');
}

/** Returns the secret of the new key. */
async function createKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Create API key' }).click();
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Book shop');
  await form.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy your secret now' });
  const secret = (await dialog.getByText(/^cs_test_/).textContent()) ?? '';
  await dialog.getByLabel('I’ve stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return secret;
}

/** Adds the shop's webhook. Returns its signing secret. */
async function addWebhook(page: Page): Promise<string> {
  await page.goto(`${portal}/settings/webhooks`);
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
  await page.goto(/http:\/\/\S+\/password\/[\w-]+/.exec(text)?.[0] ?? '');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByText('The password meets all requirements.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL('**/passwordUpdated');
  await signInByHand(page, 'bo@northsea.example', password);
  await page.waitForURL('**/home');
}

/** Refunds need a second person from 30.00 GBP on. */
async function requireApproval(page: Page): Promise<void> {
  await page.goto(`${portal}/settings/approvals`);
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
  await page.goto(`${portal}/transactionDetails/${id}`);
  await startAction(page, 'Refund');
  await page.getByRole('dialog').locator('button[type="submit"]').click();
  await page.getByRole('button', { name: /^Refund 31\.00/ }).click();
  const waiting = page.getByRole('dialog', { name: 'Waiting for approval' });
  await waiting.getByText('A second person must approve this. Nothing has changed yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await waiting.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(`${portal}/approvals`);
  await page.getByText('Waiting for approval. Nothing has changed yet.').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
}

async function approveRefund(page: Page): Promise<void> {
  await page.goto(`${portal}/approvals`);
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

test(
  'leads the first administrator to the first payment and refund',
  { timeout: 240_000, retry: 0 },
  async () => {
    const { page, context, complaints } = await visit(browser, { baseUrl: portal });
    await createAdministrator(page);
    await page.getByText('0 of 6').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await visitScreens(page);
    await openHome(page, '0 of 6');
    await createCompany(page);
    await openHome(page, '1 of 6');
    await findStep(page, 'Create your company').getByText('Tideway Group').waitFor();
    await addMerchant(page);
    await openHome(page, '2 of 6');
    const installation = await addInstallation(page);
    await openHome(page, '3 of 6');
    await inviteColleague(page);
    await openHome(page, '4 of 6');
    const secret = await createKey(page);
    await openHome(page, '5 of 6');
    await findStep(page, 'Take a test payment').getByRole('link', { name: 'Open terminal' }).waitFor();

    const server = { baseUrl: `http://localhost:${port + 1}`, installationId: Number(installation), secret };
    const id = await payWithClient(server, 'FIRST 1', '31.00');
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome, Iris Vance' }).waitFor();
    await page.getByRole('heading', { name: 'What’s new' }).waitFor();
    expect(await page.getByText('Set up your first payment').count()).toBe(0);

    merchantSite.trust(await addWebhook(page));
    await testWebhook(page);
    await payWithClient(server, 'FIRST 2', '7.80');
    await expect
      .poll(() => merchantSite.received, { timeout: 20_000 })
      .toEqual(['test', 'payment.succeeded']);

    await requireApproval(page);
    const colleague = await visit(browser, { baseUrl: portal });
    await acceptInvitation(colleague.page);
    await requestRefund(colleague.page, id);
    await approveRefund(page);
    await colleague.page.goto(`${portal}/transactionDetails/${id}`);
    await colleague.page.getByText('−31.00 GBP').first().waitFor();
    // No amount remains for a second refund.
    expect(await colleague.page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
    await expect.poll(() => merchantSite.received.at(-1), { timeout: 20_000 }).toBe('refund.succeeded');

    await colleague.page.goto(`${portal}/audit?range=TODAY`);
    const log = colleague.page.getByRole('grid', { name: 'Audit log' });
    for (const act of audited) await log.getByText(act, { exact: true }).first().waitFor();
    expect([...complaints, ...colleague.complaints]).toEqual([]);
    await Promise.all([context.close(), colleague.context.close()]);
  },
);
