import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  closePages,
  merchantCall,
  merchantPayment,
  openBrowser,
  signIn,
  viewports,
  visit,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test.each(viewports())(
  'finds a person, and exports and erases their data: %s',
  async (_name, width, dark) => {
    const email = `person-${width}-${dark}@people.example`;
    const paid = await merchantCall('payment', {
      transaction: { currency: 'GBP', amount: `4${width}.10`, commerceType: 'ECOM' },
      paymentMethod: {
        card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123', cardHolderName: 'N Ashdown' },
      },
      customer: { displayName: 'Nell Ashdown', email },
    });
    expect(paid.status).toBe(201);
    const { page, context, complaints } = await visit(browser, { width, dark });
    await signIn(page, 'admin@harbour.example', '/settings/personal-data');
    await page.getByRole('heading', { name: 'A person’s data', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill('unknown@people.example');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('No customer was found.').waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: 'Show what is held' }).click();
    await page.getByText('These payments are erased later, automatically').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);

    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill(`Letter about an export ${width}`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const exported = page.getByRole('listitem').filter({ hasText: `Letter about an export ${width}` });
    await exported.getByText('Done').waitFor({ timeout: 60_000 });
    const download = page.waitForEvent('download');
    await exported.getByRole('button', { name: /^Download/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^person-[\da-f-]+\.json$/);

    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: 'Show what is held' }).click();
    await page.getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This can’t be undone.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked by Nell Ashdown');
    await dialog.getByRole('button', { name: 'Erase for ever' }).click();
    await dialog.getByText('Leave out the person’s name').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(`Letter about an erasure ${width}`);
    await dialog.getByRole('button', { name: 'Erase for ever' }).click();
    const erased = page.getByRole('listitem').filter({ hasText: `Letter about an erasure ${width}` });
    await erased.getByText('Waiting').waitFor({ timeout: 60_000 });
    // The refused reason is a failed request.
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([]);
    await context.close();
  },
);

test.each(viewports())('a legal hold is on its payment until it is ended: %s', async (_name, width, dark) => {
  const transactionId = await merchantPayment(`hold-${width}`, `3${width}.20`);
  const { page, context, complaints } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/settings/legal-holds');
  await page.getByRole('button', { name: 'New hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Set hold' }).click();
  await dialog.getByText('Enter a number.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Transaction id' }).fill(transactionId);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(`Claim ${transactionId}`);
  await dialog.getByRole('button', { name: 'Set hold' }).click();
  const hold = page.getByRole('listitem').filter({ hasText: `Claim ${transactionId}` });
  await hold.getByText('In force').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`/transactionDetails/${transactionId}`);
  await page.getByText('Legal hold on this payment').waitFor();
  await page.goto('/settings/legal-holds');
  await hold.getByRole('button', { name: 'End hold' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End hold' }).click();
  await hold.getByText('Ended', { exact: true }).waitFor();
  await page.goto(`/transactionDetails/${transactionId}`);
  await page.getByRole('heading', { name: 'Payment details' }).waitFor();
  expect(await page.getByText('Legal hold on this payment').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
