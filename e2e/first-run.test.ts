import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, openBrowser, visit } from './browser.ts';

const main = join(import.meta.dirname, '..', 'src/app/server/main.ts');
const port = 36_080 + (process.pid % 900) * 10;
const portal = `http://localhost:${port}`;
const dataDir = join(mkdtempSync(join(tmpdir(), 'countinghouse-')), 'data');

let product: ChildProcess;
let output = '';
let browser: Browser;

/** A production start on an empty database, with the sandbox processor. */
beforeAll(async () => {
  const options = ['--port', String(port), '--data-dir', dataDir, '--demo', 'none', '--sandbox', 'true'];
  product = spawn(process.execPath, [main, ...options, '--log-level', 'warn'], {
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
  await browser.close();
  const stopped = new Promise((resolve) => product.once('close', resolve));
  product.kill('SIGTERM');
  await stopped;
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

const password = 'Long-Enough-2026';

/** The line of a step on home. */
const stepOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

async function openHome(page: Page, count: string): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('heading', { name: 'Set up your first payment' }).waitFor();
  await page.getByText(count).waitFor();
}

/** The payment that the shop's server sends. */
async function pay(secret: string, installationId: string): Promise<number> {
  const response = await fetch(
    `http://localhost:${port + 1}/acceptor/rest/transactions/${installationId}/payment`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({
        transaction: { currency: 'GBP', amount: '7.80', merchantRef: 'FIRST 1', commerceType: 'MOTO' },
        paymentMethod: {
          card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
        },
        customer: { displayName: 'Ada Lovell', email: 'ada.lovell@example.org', ip: '192.0.2.7' },
      }),
    },
  );
  return response.status;
}

async function createAdministrator(page: Page): Promise<void> {
  await page.goto(/http\S+\/setup\/\S+/.exec(output)?.[0] ?? '');
  await page.getByLabel('Organisation name').fill('North Sea Payments');
  await page.getByLabel('First name').fill('Iris');
  await page.getByLabel('Last name').fill('Vance');
  await page.getByLabel('Username').fill('iris@northsea.example');
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('heading', { name: 'Welcome, Iris Vance' }).waitFor();
}

/** Nothing of an empty installation is an error: `complaints` has what the browser reports. */
async function lookAround(page: Page): Promise<void> {
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
  await company.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Tideway Group', level: 2 }).waitFor();
}

async function addMerchant(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add merchant' }).click();
  await page.getByRole('heading', { name: 'Tideway Group', level: 2 }).waitFor();
  await page.getByRole('button', { name: 'Add organisation' }).click();
  const merchant = page.getByRole('dialog', { name: 'Add below Tideway Group' });
  await merchant.getByText('Merchant', { exact: true }).click();
  await merchant.getByLabel('Name').fill('Tideway Books');
  await merchant.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Tideway Books', level: 2 }).waitFor();
}

/** Returns the id of the new installation. */
async function addInstallation(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Add installation' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Books web');
  await page.getByLabel('Category code').fill('5942');
  await page.getByRole('combobox', { name: 'Currencies' }).fill('GBP');
  await page.getByRole('option', { name: 'GBP' }).click();
  await page.getByRole('button', { name: 'Create installation' }).click();
  await page.getByRole('heading', { name: 'Books web', level: 1 }).waitFor();
  return /\d+$/.exec(new URL(page.url()).pathname)?.[0] ?? '';
}

async function inviteColleague(page: Page): Promise<void> {
  await stepOf(page, 'Invite a colleague').getByRole('link', { name: 'Invite' }).click();
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
  await dialog.getByLabel('I’ve stored the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return secret;
}

test('leads the first administrator to the first payment', async () => {
  const { page, context, complaints } = await visit(browser, { baseUrl: portal });
  await createAdministrator(page);
  await page.getByText('0 of 6').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await lookAround(page);
  await openHome(page, '0 of 6');
  await createCompany(page);
  await openHome(page, '1 of 6');
  await stepOf(page, 'Create your company').getByText('Tideway Group').waitFor();
  await addMerchant(page);
  await openHome(page, '2 of 6');
  const installation = await addInstallation(page);
  await openHome(page, '3 of 6');
  await inviteColleague(page);
  await openHome(page, '4 of 6');
  const secret = await createKey(page);
  await openHome(page, '5 of 6');
  await stepOf(page, 'Take a test payment').getByRole('link', { name: 'Open terminal' }).waitFor();

  expect(await pay(secret, installation)).toBe(201);
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome, Iris Vance' }).waitFor();
  await page.getByRole('heading', { name: 'What’s new' }).waitFor();
  expect(await page.getByText('Set up your first payment').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
