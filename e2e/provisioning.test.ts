import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, viewports, closePages, openBrowser, signIn, visit } from './browser.ts';
import { portalUrl } from './own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const address = '/settings/security/provisioning';

/** A request of an identity provider. */
async function scim(token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${portalUrl()}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

async function createToken(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await form.getByText('Enter a name').waitFor();
  await form.getByLabel('Name').fill(name);
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy your token now' });
  const token = await dialog.getByText(/^cs_scim_/).textContent();
  await expect.poll(() => dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog.getByLabel('I’ve stored it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return token ?? '';
}

test('connects a provider, maps its group to a role, and revokes the token', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', address);
  await page.getByText(`${portalUrl()}/scim/v2`).waitFor();
  const token = await createToken(page, 'Journey provider');
  const user = await scim(token, 'POST', '/Users', {
    userName: 'journey.ines@harbour.example',
    name: { givenName: 'Journey', familyName: 'Ines' },
  });
  expect(user.status).toBe(201);
  const group = await scim(token, 'POST', '/Groups', {
    displayName: 'Journey tills',
    members: [{ value: user.body.id }],
  });
  expect(group.status).toBe(201);
  expect((await scim(token, 'POST', '/Users', { userName: 'no address' })).status).toBe(400);

  await page.reload();
  await page.getByText('Journey tills').waitFor();
  await page.getByText('No roles yet').first().waitFor();
  await page.getByText('The username isn’t an email address').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Map to a role: Journey tills' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roles of Journey tills' });
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await dialog.getByText('Choose a role and an organisation in each line').waitFor();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Cashier' }).click();
  await dialog.getByRole('combobox', { name: 'Organisation' }).click();
  await page.getByRole('option', { name: 'Harbour Coffee' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await page.getByText('Its members have them now.').waitFor();
  await page.getByText('Cashier at Harbour Coffee').waitFor();

  await page.goto(`/user/${user.body.id}`);
  await page.getByRole('heading', { name: 'Journey Ines', level: 1 }).waitFor();
  await page.getByText('Cashier').first().waitFor();
  await page.getByText('Harbour Coffee').first().waitFor();

  await page.goto(address);
  await page.getByRole('button', { name: 'Revoke…: Journey provider' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('The token was revoked.').waitFor();
  expect((await scim(token, 'GET', '/Users')).status).toBe(401);
  expect(complaints).toEqual([]);
  await context.close();
});

test('turns invitations off and on', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'admin@meridian.example', address);
  const toggle = page.getByRole('switch', { name: 'Send an invitation email' });
  await toggle.waitFor();
  await expect.poll(() => toggle.isChecked()).toBe(true);
  await toggle.click();
  await page.getByText('The setting was saved.').waitFor();
  await page.reload();
  await toggle.waitFor();
  await expect.poll(() => toggle.isChecked()).toBe(false);
  await context.close();
});

test('shows provider users read-only settings, and asks for a company', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, 'domain@demo.example', address);
  await page.getByText('Choose a company').first().waitFor();
  expect(await page.getByRole('button', { name: 'Create token' }).count()).toBe(0);
  await context.close();
});

test('shows that the settings failed to load', async () => {
  const { page, context } = await visit(browser);
  await page.route('**/provisioning', (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({ status: 500, json: {} }),
  );
  await signIn(page, 'admin@harbour.example', address);
  await page.getByText('Couldn’t load provisioning').waitFor();
  expect(await page.getByRole('switch').count()).toBe(0);
  await context.close();
});

test.each(viewports())('has no accessibility findings: %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', address);
  await page.getByRole('button', { name: 'Create token' }).first().waitFor();
  await page.getByText('Rejected requests').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await context.close();
});
