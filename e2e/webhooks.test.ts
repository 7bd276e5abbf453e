import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, looks, openBrowser, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('adds a webhook, sends a test event and reads its delivery', async () => {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.end('thanks')),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/journey`;
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/settings/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await form.getByText('Enter an address.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await form.getByLabel('Address').fill(url);
  await form.getByRole('combobox', { name: 'Installations' }).click();
  await page.getByRole('option', { name: 'Harbour Hotels · Harbour Hotels' }).click();
  await form.getByLabel('Address').click();
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const secret = page.getByRole('dialog', { name: 'Copy your signing secret' });
  await secret.getByText(/^whsec_/).waitFor();
  await secret.getByLabel('I’ve stored the secret').check();
  await secret.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: url }).first().click();
  await page.getByRole('heading', { name: url, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('A test event is on its way. It appears below.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The address is private, so the guarded client refuses it.
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByRole('row').nth(1).waitFor();
        return page.getByText('not a public address').count();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('heading', { name: 'Test event', level: 1 }).waitFor();
  await page.getByText('webhook-signature').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  server.close();
  await context.close();
});

test.each(looks())('shows the list accessibly: %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/webhooks');
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
