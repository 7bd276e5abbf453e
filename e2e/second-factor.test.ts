import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import {
  axeFindings,
  viewports,
  closePages,
  follow,
  openBrowser,
  signIn,
  signInByHand,
  visit,
  addAuthenticator,
} from './browser.ts';
import { linkInMail, openMail } from './outbox.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 6238, written without the product's library; `steps` of 30 seconds from now. */
function totpCode(secret: string, steps: number): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7f_ff_ff_ff;
  return String(value % 1_000_000).padStart(6, '0');
}

/** The code of the previous step expires with the current one, so its last seconds are waited out. */
async function waitForEarlyStep(): Promise<void> {
  const remainingMs = 30_000 - (Date.now() % 30_000);
  if (remainingMs < 5_000) await new Promise((resolve) => setTimeout(resolve, remainingMs));
}

/** A call of the signed-in page. */
async function request(page: Page, method: 'POST' | 'PUT', url: string, data: object): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const options = { method, data, headers: { 'x-xsrf-token': token } };
  const response = await page.context().request.fetch(url, options);
  if (!response.ok()) throw new Error(`${url}: ${await response.text()}`);
}

/** Removes the policy, which would affect other journeys. */
async function resetPolicy(page: Page): Promise<void> {
  const url = '/proxy/sync/security/1200/policy';
  const { version } = (await (await page.context().request.get(url)).json()) as { version: number };
  await request(page, 'PUT', url, {
    secondFactor: 'OFF',
    requiredFrom: null,
    requiredFor: [],
    deviceDays: 30,
    stepUpMinutes: 0,
    stepUpWithPassword: true,
    refundAbove: null,
    version,
  });
}

/**
 * Creates a separate administrator of Meridian with the demo's password: other journeys need theirs without a
 * factor.
 */
async function newAdministrator(userName: string): Promise<void> {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@meridian.example');
  await resetPolicy(page);
  await request(page, 'POST', '/proxy/sync/SCIM/Users/', {
    userName,
    name: { givenName: 'Ana', familyName: 'Reis' },
    active: true,
    entitlements: [{ value: 'administrator', type: '1200' }],
    extraInfo: { organisationId: 1200 },
  });
  await request(page, 'POST', `/users/sendInvitation/${userName}`, {});
  await openMail(page, userName, 'invitation');
  const token = new URL(await linkInMail(page)).pathname.split('/').at(-1) ?? '';
  await request(page, 'PUT', `/users/changeForgottenPassword/${token}`, { token: demoPassword });
  await context.close();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Ana Reis/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
}

async function storeCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByLabel('I’ve stored the codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return codes;
}

test('protects an account with an app and a passkey, and confirms an API key', async () => {
  // In base 36: one in ten times of 13 digits passes Luhn, and a username must not contain a card number.
  const userName = `ana.${Date.now().toString(36)}@meridian.example`;
  await newAdministrator(userName);
  const { page, context, complaints } = await visit(browser);
  await addAuthenticator(page);
  await signInByHand(page, userName);
  await page.waitForURL('**/home');

  // The authenticator app, with the code of the previous step: each code works once.
  await page.getByRole('button', { name: /Ana Reis/ }).click();
  await page.getByRole('menuitem', { name: 'My security' }).click();
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const adding = page.getByRole('dialog', { name: 'Add authenticator app' });
  await adding.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await adding.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  expect(await axeFindings(page)).toEqual([]);
  await adding.getByLabel('Code from your authenticator app').fill('000000');
  await adding.getByRole('button', { name: 'Add authenticator app' }).click();
  await adding.getByText('This code is wrong or was used before.', { exact: false }).waitFor();
  await waitForEarlyStep();
  await adding.getByLabel('Code from your authenticator app').fill(totpCode(secret, -1));
  await adding.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await storeCodes(page)).toHaveLength(10);
  await page.getByText('The authenticator app was added.').waitFor();

  // The second step of a sign-in, in a browser that is then remembered.
  await signOut(page);
  await signInByHand(page, userName);
  await page.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Code from your authenticator app').fill(totpCode(secret, 0));
  await page.getByLabel('Don’t ask on this device for 30 days').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/home');
  await signOut(page);
  await signInByHand(page, userName);
  await page.waitForURL('**/home');

  // A passkey. A remembered browser does not count as a confirmation, so the portal requires one first.
  await page.goto('/profile/security');
  await page.getByText('Codes left: 10').waitFor();
  await page.getByRole('list', { name: 'Remembered devices' }).getByRole('listitem').waitFor();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const passkey = page.getByRole('dialog', { name: 'Add passkey' });
  await passkey.getByLabel('Name').fill('Work laptop');
  await passkey.getByRole('button', { name: 'Add passkey' }).click();
  const stepUpDialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await stepUpDialog.getByLabel('Code from your authenticator app').fill(totpCode(secret, 1));
  expect(await axeFindings(page)).toEqual([]);
  await stepUpDialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The passkey alone.
  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/home');

  // Step-up for the whole company, then an API key.
  await page.goto('/settings/security');
  await page.getByRole('combobox', { name: 'Ask again after' }).click();
  await page.getByRole('option', { name: '5 minutes', exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The sign-in rules were saved.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await signOut(page);
  await signInByHand(page, userName);
  await page.waitForURL('**/home');
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Confirmed shop');
  await form.getByRole('button', { name: 'Create API key' }).click();
  await stepUpDialog.waitFor();
  await stepUpDialog.getByRole('button', { name: 'Cancel' }).click();
  await form.getByText('The action was cancelled because you didn’t confirm that it’s you.').waitFor();
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Confirmed shop');
  await form.getByRole('button', { name: 'Create API key' }).click();
  await stepUpDialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('dialog', { name: 'Copy your secret now' }).waitFor();

  await resetPolicy(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports())('has no accessibility findings: %s', async (_name, width, dark) => {
  const { page, context, complaints } = await visit(browser, { width, dark });
  await signIn(page, 'admin@meridian.example', '/profile/security');
  await page.getByRole('button', { name: 'Add passkey' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await follow(page, '/settings/security');
  await page.getByText('Second step at sign-in').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
