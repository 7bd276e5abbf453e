import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, viewports, closePages, openBrowser, signIn, startAction, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test.each(viewports())('shows the list accessibly: %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/webhooks');
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});

test('pauses, resumes and deletes a webhook from its action bar', async () => {
  const { page, context, complaints } = await visit(browser, { width: 390 });
  await signIn(page, 'admin@harbour.example', '/settings/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByLabel('Address').fill('https://shop.example/bar-of-actions');
  await form.getByRole('combobox', { name: 'Installations' }).click();
  await page.getByRole('option', { name: 'Harbour Coffee web · Harbour Coffee' }).click();
  await form.getByLabel('Address').click();
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const secret = page.getByRole('dialog', { name: 'Copy your signing secret' });
  await secret.getByLabel('I’ve stored it').check();
  await secret.getByRole('button', { name: 'Done' }).click();
  await page.getByText('https://shop.example/bar-of-actions').first().click();
  await page.getByRole('heading', { name: 'https://shop.example/bar-of-actions', level: 1 }).waitFor();

  // A phone shows one button and the menu in one line.
  await page.getByRole('button', { name: 'More actions' }).click();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Edit webhook',
    'Send a sample event',
    'Rotate secret',
    'Pause webhook',
    'Delete webhook',
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Pause webhook' }).click();
  const confirm = page.getByRole('dialog', { name: 'Pause this webhook?' });
  await confirm.getByText('https://shop.example/bar-of-actions receives no events').waitFor();
  await confirm.getByRole('button', { name: 'Pause webhook' }).click();
  await page.getByText('The webhook was paused.').waitFor();
  await page.getByRole('button', { name: 'Resume webhook' }).click();
  await page.getByText('The webhook was resumed.').waitFor();
  await startAction(page, 'Delete webhook');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
