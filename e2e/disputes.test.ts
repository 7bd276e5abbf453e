import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  closePages,
  follow,
  merchantPayment,
  openBrowser,
  settled,
  signIn,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const pdf = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 invoice') };

/** Opens the dispute of a payment, once the worker has settled what the sandbox reports. */
async function openDispute(page: Page, transactionId: string, amount: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(`/disputes?status=ALL&text=${transactionId}`);
        await page.getByText(/^\d+ disputes?$|No disputes match/).waitFor();
        return page.getByText('1 dispute', { exact: true }).count();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1);
  // A row on a wide screen, a card on a phone.
  await page.getByText(amount, { exact: true }).first().click();
  await page.waitForURL(/\/disputes\/\d+$/);
  await page.getByText('What happened').waitFor();
}

/** Reads the dispute as it is after another report of the processor. */
async function reportedSince(route: Route): Promise<void> {
  const response = await route.fetch();
  const dispute = (await response.json()) as { version: number };
  await route.fulfill({ response, json: { ...dispute, version: dispute.version + 1 } });
}

test('takes a dispute from the list to a response, with a document', async () => {
  const id = await merchantPayment('DISPUTE-1', '61.88');
  const { page, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/disputes');
  await page.getByText('Status: Needs a response').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await openDispute(page, id, '61.88 GBP');
  await page.getByText(/^Respond by \d/).waitFor();
  await page.getByText('The card holder’s bank reports that').waitFor();
  await page.getByText('Still needed').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The text is filled in with what is stored; the receipt is required.
  const text = page.getByRole('textbox', { name: /Anything else/ });
  await expect.poll(() => text.inputValue()).toContain('Security code matched.');
  expect(await button(page, 'Send response').isDisabled()).toBe(true);
  // Neither a file nor a report of the processor loses what the user has typed.
  await text.fill('Delivered on the next day.');
  await page.setInputFiles('input[type=file]', { ...pdf, buffer: Buffer.from('plain text') });
  await button(page, 'Attach file').click();
  await page.getByText('The processor doesn’t take files of this type.').waitFor();
  await page.setInputFiles('input[type=file]', pdf);
  await page.route(/\/disputes\/dispute\/\d+$/, reportedSince, { times: 1 });
  await button(page, 'Attach file').click();
  await page.getByRole('list', { name: 'Documents' }).getByText('invoice.pdf').waitFor();
  await button(page, 'Send response').click();
  await dialog(page).getByRole('button', { name: 'Send response' }).click();
  await page.getByText('This dispute has changed. The page below is up to date.').waitFor();
  expect(await text.inputValue()).toBe('Delivered on the next day.');
  await button(page, 'Send response').click();
  await dialog(page).getByText('You can’t change it or add anything afterwards.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Send response' }).click();
  await page.getByText('Your response is under review').waitFor();
  await page.getByText('Response sent').waitFor();
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);

  // The payment shows it.
  await follow(page, `/transactionDetails/${id}`);
  await page.getByText('A payment of 61.88 GBP is disputed').waitFor();
  await page.getByText('Charged back').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('accepts a dispute on a phone', async () => {
  const id = await merchantPayment('DISPUTE-2', '62.88');
  const { page, complaints } = await visit(browser, { width: 390, dark: true });
  await signIn(page, 'admin@harbour.example', '/disputes');
  await openDispute(page, id, '62.88 GBP');
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Accept dispute').click();
  await dialog(page).getByText('The card holder keeps 62.88 GBP.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Accept dispute' }).click();
  await page.getByText('The dispute was accepted').waitFor();
  expect(await button(page, 'Accept dispute').count()).toBe(0);
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('warns of a disputed payment in a bulk refund, and leaves it out', async () => {
  const disputed = await merchantPayment('BULK-DISPUTED', '7.89');
  await merchantPayment('BULK-DISPUTED', '3.50');
  const { page, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', '/disputes');
  await openDispute(page, disputed, '7.89 GBP');
  await page.goto('/search?filter.merch_ref=BULK-DISPUTED');
  await page.getByRole('gridcell').filter({ hasText: 'BULK-DISPUTED' }).first().waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await button(page, 'Refund').click();
  await dialog(page).getByText('Disputed: 1 payment, 7.89 GBP').waitFor();
  await dialog(page).getByText('Disputed: Inquiry · Needs a response').waitFor();
  await dialog(page).getByRole('button', { name: 'Refund 2 payments, 11.39 GBP' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('checkbox', { name: 'Leave out disputed payments' }).click();
  await dialog(page).getByText('The payment is disputed.').waitFor();
  await dialog(page).getByRole('button', { name: 'Refund 1 payment, 3.50 GBP' }).click();
  await dialog(page).getByRole('list', { name: 'Results' }).getByText('Done').waitFor();
  expect(complaints).toEqual([]);
});
