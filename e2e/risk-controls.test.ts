import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, closePages, openBrowser, signIn, visit } from './browser.ts';

/** Sets risk controls, but does not change installations. */
const riskController = 'soren.ibarra@harbour.example';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('edits, reverts and saves switches and rules', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/risk-controls');
  await page.getByRole('button', { name: 'Harbour Lending' }).click();
  await page.getByRole('heading', { name: 'Harbour Lending', level: 2 }).last().waitFor();
  const save = page.getByRole('button', { name: 'Save changes' });
  const sw = (name: string) => page.getByRole('switch', { name, exact: true });
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);

  // Cancelled without values, the rule is off again.
  await sw('Card').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => sw('Card').isChecked()).toBe(false);
  await sw('Card').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Attempts').fill('26');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByText('Enter at most 25 attempts').waitFor();
  await dialog.getByText('Choose a period').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Attempts').fill('3');
  await dialog.getByRole('combobox', { name: 'Within' }).click();
  await page.getByRole('option', { name: '12 hours' }).click();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await page.getByText('3 attempts in 12 hours').waitFor();

  await sw('CV2').click();
  await page.getByRole('combobox', { name: 'Requirement: CV2' }).click();
  await page.getByRole('option', { name: 'Decline on mismatch' }).click();
  await sw('CV2').click();
  await sw('CV2').click();
  const requirement = page.getByRole('combobox', { name: 'Requirement: CV2' });
  await expect.poll(() => requirement.inputValue()).toBe('Decline on mismatch');

  // Choosing another installation requires a confirmation. Cancelling it keeps this one.
  await page.getByRole('button', { name: 'Harbour Hotels' }).click();
  await page.getByRole('dialog').getByRole('button').first().click();
  await save.click();
  await page.getByText('Risk controls saved').waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await sw('Address').click();
  // The settings are read again when the network returns. The form stays when that fails.
  await page.route('**/installation/*/riskcontrols*', (route) => route.fulfill({ status: 500, body: '{}' }));
  const failed = page.waitForResponse((response) => response.status() === 500);
  await context.setOffline(true);
  await context.setOffline(false);
  await failed;
  await page.unroute('**/installation/*/riskcontrols*');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => sw('Address').isChecked()).toBe(false);

  // An edit needs a change; deleting clears the rule.
  await page.getByRole('button', { name: 'Edit rule: Card', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Update rule' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete rule: Card', exact: true }).click();
  await expect.poll(() => page.getByText('3 attempts in 12 hours').count()).toBe(0);
  await sw('CV2').click();
  await save.click();
  await page.getByText('Risk controls saved').waitFor();

  // Origins and the secret are where the installation is changed.
  await page.getByRole('link', { name: 'Allowed origins and the signing secret' }).waitFor();
  expect(await page.getByLabel('Origins, one per line').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  // The chosen installation is part of the address.
  await page.getByRole('button', { name: 'Harbour Hotels' }).click();
  await page.waitForURL('**/risk-controls?installation=5300004');
  await page.reload();
  await expect
    .poll(() => page.getByRole('button', { name: 'Harbour Hotels' }).getAttribute('aria-current'))
    .toBe('true');
  expect(complaints).toEqual([]);
  await context.close();
});

test('offers origins and the secret to users who cannot change installations', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, riskController, '/risk-controls');
  // An invalid origin shows an error, a valid one is normalised.
  const sites = page.getByLabel('Origins, one per line');
  const before = await sites.inputValue();
  await sites.fill(`${before}\nshop.example`);
  await page.getByRole('button', { name: 'Save origins' }).click();
  await page.getByText('shop.example isn’t an origin').waitFor();
  await sites.fill(`${before}\nHTTPS://New.Harbour.Example/`);
  await page.getByRole('button', { name: 'Save origins' }).click();
  await page.getByText('Allowed origins saved').waitFor();
  await expect.poll(() => sites.inputValue()).toBe(`${before}\nhttps://new.harbour.example`);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByText('The previous secret stays valid until').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('keeps changes after a failed save and fits 390 pixels', async () => {
  const { page, context } = await visit(browser, { width: 390, dark: true });
  await signIn(page, riskController, '/risk-controls');
  await page.getByRole('switch', { name: 'Require 3-D Secure' }).click();
  await page.route('**/riskcontrols', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { message: 'internal_server_error', requestId: 'request-8' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Couldn’t save the risk controls').waitFor();
  await page.getByText('Something went wrong').waitFor();
  await page.getByText('request-8').waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'Require 3-D Secure' }).isChecked()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);

  await page.getByRole('button', { name: 'Discard changes' }).click();
  // A part that cannot be loaded shows its own error; without installations, the screen shows a notice.
  await page.route(/\/(?:riskcontrols|weborigins|notificationsecret)$/, (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await page.reload();
  await page.getByText('Couldn’t load risk controls').waitFor();
  await page.getByText('Couldn’t load allowed origins').waitFor();
  await page.getByText('Couldn’t load the signing secret').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.route('**/installation/list/org/*', (route) => route.fulfill({ json: {} }));
  await page.reload();
  await page.getByText('No installations', { exact: true }).waitFor();
  await context.close();
});
