import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, openBrowser, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('switches remember, a rule is asked for its values, revert and save do what they say', async () => {
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
  await dialog.getByText('At most 25 attempts').waitFor();
  await dialog.getByText('Choose a time').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Attempts').fill('3');
  await dialog.getByRole('combobox', { name: 'Within' }).click();
  await page.getByRole('option', { name: '12 hours' }).click();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await page.getByText('3 attempts in 12 hours').waitFor();

  await sw('CV2').click();
  await page.getByRole('combobox', { name: 'Requirement: CV2' }).click();
  await page.getByRole('option', { name: 'Must not be wrong' }).click();
  await sw('CV2').click();
  await sw('CV2').click();
  const requirement = page.getByRole('combobox', { name: 'Requirement: CV2' });
  await expect.poll(() => requirement.inputValue()).toBe('Must not be wrong');

  // Another installation asks about what would be lost; the answer stays here.
  await page.getByRole('button', { name: 'Harbour Hotels' }).click();
  await page.getByRole('dialog').getByRole('button').first().click();
  await save.click();
  await page.getByText('saved and in force').waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await sw('Address').click();
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect.poll(() => sw('Address').isChecked()).toBe(false);

  // An edit needs a change; deleting clears the rule.
  await page.getByRole('button', { name: 'Edit rule: Card', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Update rule' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete rule: Card', exact: true }).click();
  await expect.poll(() => page.getByText('3 attempts in 12 hours').count()).toBe(0);
  await sw('CV2').click();
  await save.click();
  await page.getByText('saved and in force').waitFor();

  // Sites of the shop: what is no site is said, what is one is taken in the form that browsers know.
  const sites = page.getByLabel('Sites, one a line');
  const before = await sites.inputValue();
  await sites.fill(`${before}\nshop.example`);
  await page.getByRole('button', { name: 'Save sites' }).click();
  await page.getByText('shop.example is not the address of a site').waitFor();
  await sites.fill(`${before}\nHTTPS://New.Harbour.Example/`);
  await page.getByRole('button', { name: 'Save sites' }).click();
  await page.getByText('The sites are saved').waitFor();
  expect(await sites.inputValue()).toBe(`${before}\nhttps://new.harbour.example`);
  await page.getByRole('button', { name: 'Renew the secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click();
  await page.getByText('The one before signs too until').waitFor();
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

test('a failed save is said and loses nothing; at 390 px nothing runs over', async () => {
  const { page, context } = await visit(browser, { width: 390, dark: true });
  await signIn(page, 'admin@harbour.example', '/risk-controls');
  await page.getByRole('switch', { name: 'Authenticate cardholders' }).click();
  await page.route('**/riskcontrols', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('could not be saved').waitFor();
  expect(await page.getByRole('switch', { name: 'Authenticate cardholders' }).isChecked()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);

  await page.getByRole('button', { name: 'Revert' }).click();
  // What cannot be loaded says so in its own place; where there is no installation, that.
  await page.route(/\/(?:riskcontrols|weborigins|notificationsecret)$/, (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await page.reload();
  await page.getByText('The risk controls could not be loaded').waitFor();
  await page.getByText('The sites could not be loaded').waitFor();
  await page.getByText('It could not be loaded how the secret stands').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.route('**/installation/list/org/*', (route) => route.fulfill({ json: {} }));
  await page.reload();
  await page.getByText('No installations here').waitFor();
  await context.close();
});
