import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  closePages,
  openBrowser,
  merchantCall,
  merchantPayment,
  refundPart,
  signIn,
  visit,
  startAction,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

async function openDetails(id: string, width = 1440) {
  const signedOutClient = await visit(browser, { width });
  await signIn(signedOutClient.page, 'coffee@harbour.example', `/transactionDetails/${id}`);
  return signedOutClient;
}

async function startFollowUp(page: Page, action: string, amount?: string): Promise<void> {
  await startAction(page, action);
  const dialog = page.getByRole('dialog');
  if (amount && action === 'Refund') await refundPart(dialog, amount);
  else if (amount) await dialog.getByLabel('Amount').fill(amount);
  await dialog.locator('button[type="submit"]').click();
}

/** Rows of the related transactions, cards on a phone. */
const refunds = (page: Page) =>
  page
    .getByRole('row')
    .or(page.getByRole('list', { name: 'Related transactions' }).getByRole('listitem'))
    .filter({ hasText: 'Refund' });

test('keeps the form after a rejected refund and shows a pending one', async () => {
  const { page, context, complaints } = await openDetails(await merchantPayment('FOLLOW-1', '20.00'), 390);
  const dialog = page.getByRole('dialog');
  await startFollowUp(page, 'Refund', '5.51');
  await page.getByRole('button', { name: /^Refund 5\.51/ }).click();
  await dialog.getByRole('heading', { name: 'Refund failed' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Go back' }).last().click();
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toContain('5.51');
  await dialog.getByLabel('Amount').fill('5.77');
  await dialog.locator('button[type="submit"]').click();
  // A double click makes one refund.
  await page.getByRole('button', { name: /^Refund 5\.77/ }).dblclick();
  await dialog.getByText('Refund processing').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button').last().click();
  await page.waitForURL('**fromSecondaryAction=REFUND**');
  await page.getByText('−5.77 GBP').first().waitFor();
  await expect.poll(() => refunds(page).filter({ hasText: '5.77' }).count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test('reads the limit again after a refund that exceeds it', async () => {
  const id = await merchantPayment('FOLLOW-2', '20.00');
  const [first, second] = [await openDetails(id), await openDetails(id)];
  const form = second.page.getByRole('dialog');
  await startFollowUp(second.page, 'Refund', '12.00');
  await startFollowUp(first.page, 'Refund', '12.00');
  await first.page.getByRole('button', { name: /^Refund 12\.00/ }).click();
  await first.page.getByRole('dialog').getByText('Refund sent').first().waitFor();
  await second.page.getByRole('button', { name: /^Refund 12\.00/ }).click();
  await form.getByRole('heading', { name: 'Refund failed' }).waitFor();
  await form.getByRole('button', { name: 'Go back' }).last().click();
  await form.getByText('You can refund at most 8.00').waitFor();
  expect(await form.getByText('Refund sent').count()).toBe(0);
  await first.context.close();
  await second.context.close();
});

test('repeats a refund with an unknown result under the same key', async () => {
  const id = await merchantPayment('FOLLOW-3', '20.00');
  const { page, context } = await openDetails(id);
  const keys: (string | undefined)[] = [];
  const dialog = page.getByRole('dialog');
  const refund = (amount: string) => page.getByRole('button', { name: new RegExp(`^Refund ${amount}`) });
  const waitForUnknownResult = () => dialog.getByRole('heading', { name: 'Result unknown' }).waitFor();
  const goBack = () => dialog.getByRole('button', { name: 'Go back' }).last().click();
  await page.clock.install();
  await startFollowUp(page, 'Refund', '4.00');
  // Without a network the request fails at once.
  await context.setOffline(true);
  await refund('4\\.00').click();
  await waitForUnknownResult();
  await context.setOffline(false);
  await goBack();
  await page.route('**/refund', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The server processes the refund. The first response is lost, the second never arrives.
    if (keys.length === 1) {
      await route.fetch();
      return route.abort();
    }
    return keys.length === 2 ? undefined : route.continue();
  });
  await dialog.locator('button[type="submit"]').click();
  await refund('4\\.00').click();
  await waitForUnknownResult();
  await goBack();
  // Another amount is another request and does not affect the first.
  await dialog.getByLabel('Amount').fill('4.10');
  await dialog.locator('button[type="submit"]').click();
  await refund('4\\.10').waitFor();
  await goBack();
  await dialog.getByLabel('Amount').fill('4.00');
  await dialog.locator('button[type="submit"]').click();
  await Promise.all([page.waitForRequest('**/refund'), refund('4\\.00').click()]);
  await page.clock.fastForward(61_000);
  await waitForUnknownResult();
  await dialog.getByText('it can’t happen twice').waitFor();
  await goBack();
  await dialog.locator('button[type="submit"]').click();
  await refund('4\\.00').click();
  // Nothing was sent now, and the dialog does not claim it.
  await dialog.getByRole('heading', { name: /^This refund was already made on \d/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await dialog.getByText('Refund sent').count()).toBe(0);
  expect(new Set(keys).size).toBe(1);
  // A second refund of the same amount, on purpose.
  await dialog.getByRole('button', { name: 'Refund another 4.00 GBP' }).click();
  await refund('4\\.00').click();
  await dialog.getByText('Refund sent').first().waitFor();
  await dialog.getByRole('button').last().click();
  await page.getByText('−4.00 GBP').first().waitFor();
  await expect.poll(() => refunds(page).count()).toBe(2);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(2);
  await context.close();
});

test('restores a refund with an unknown result after a reload, and offers another', async () => {
  const id = await merchantPayment('FOLLOW-RESTORED', '90.00');
  const { page, context } = await openDetails(id);
  const dialog = page.getByRole('dialog');
  const confirm = page.getByRole('button', { name: /^Refund 30\.00/ });
  await startAction(page, 'Refund');
  await dialog.getByText('Partial').click();
  await dialog.getByLabel('Amount').fill('30.00');
  await dialog.getByLabel('Internal note').fill('Second parcel');
  await dialog.locator('button[type="submit"]').click();
  // The review names what was chosen.
  await dialog.getByText('Second parcel').waitFor();
  // The server makes the refund, and its response is lost.
  await page.route('**/refund', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirm.click();
  await dialog.getByRole('heading', { name: 'Result unknown' }).waitFor();
  await page.unroute('**/refund');
  await page.reload();
  await page.getByText('30.00 GBP of 90.00 GBP refunded').waitFor();
  await startAction(page, 'Refund');
  await dialog.getByText('We don’t know the result of the 30.00 GBP that you confirmed before.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await dialog.getByLabel('Internal note').inputValue()).toBe('Second parcel');
  await dialog.locator('button[type="submit"]').click();
  await confirm.click();
  await dialog.getByRole('heading', { name: /^This refund was already made on \d/ }).waitFor();
  await dialog.getByRole('button', { name: 'Refund another 30.00 GBP' }).click();
  await confirm.click();
  await dialog.getByText('Refund sent').first().waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('60.00 GBP of 90.00 GBP refunded').waitFor();
  await context.close();
});

test('shows rejected and pending follow-ups on a phone', async () => {
  const { page, context, complaints } = await openDetails(
    await merchantPayment('FOLLOW-5', '20.00', true),
    390,
  );
  const dialog = page.getByRole('dialog');
  const sentBodies: unknown[] = [];
  let reasonCode = '';
  await page.route('**/proxy/sync/ta/transactions/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sentBodies.push(route.request().postDataJSON());
    const isRefused = reasonCode === 'D100';
    const outcome = {
      status: isRefused ? 'FAILED' : 'PENDING',
      reasonCode,
      reasonMessage: 'The bank said so',
    };
    const processing = { model: 'MANAGE', authResponse: { statusCode: '51' } };
    return route.fulfill({ status: isRefused ? 400 : 201, json: { outcome, processing } });
  });
  const confirmAction = async (
    action: string,
    confirmText: RegExp,
    failedTitle: string,
    pendingTitle: string,
    mode: string,
  ) => {
    await startAction(page, action);
    for (reasonCode of ['D100', 'U200']) {
      await dialog.locator('button[type="submit"]').click();
      await dialog.getByRole('button', { name: confirmText }).click();
      if (reasonCode === 'U200') break;
      await dialog.getByRole('heading', { name: failedTitle, exact: true }).waitFor();
      await dialog.getByText('The account doesn’t cover this amount.').waitFor();
      await dialog.getByRole('button', { name: 'Go back' }).click();
    }
    await dialog.getByRole('heading', { name: pendingTitle, exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL(`**fromSecondaryAction=${mode}`);
  };
  await confirmAction('Capture', /^Capture 20\.00/, 'Capture failed', 'Capture processing', 'CAPTURE');
  await confirmAction('Cancel', /^Cancel 20\.00/, 'Cancellation failed', 'Cancellation processing', 'CANCEL');
  expect(sentBodies.slice(2)).toEqual([{ transaction: {} }, { transaction: {} }]);
  await confirmAction(
    'Add schedule',
    /^Add schedule$/,
    'Couldn’t add the schedule',
    'Creating the schedule',
    'ADD_SCHEDULE',
  );
  const schedule = page.getByRole('button', { name: 'Schedule details' });
  await expect.poll(() => schedule.getAttribute('aria-expanded')).toBe('true');
  expect(await axeFindings(page)).toEqual([]);
  const payout = await merchantPayment('FOLLOW-6', '30.00', true, 'payout');
  await page.goto(`/transactionDetails/${payout}`);
  await confirmAction('Complete', /^Pay out 30\.00/, 'Payout failed', 'Payout processing', 'CAPTURE');
  await page.unrouteAll();
  await startFollowUp(page, 'Complete');
  await page.getByRole('button', { name: /^Pay out 30\.00/ }).click();
  await dialog.getByRole('heading', { name: 'Payout completed' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('shows why a card is paused, above the payment and before a repeat', async () => {
  // A separate card, because other journeys charge the usual ones.
  const id = await merchantPayment('FOLLOW-7', '21.00', false, 'payment', '9900000000000010');
  const declined = await merchantCall(`${id}/repeat`, {
    transaction: { recurring: true, amount: '12.79' },
  });
  const { transaction } = (await declined.json()) as { transaction: { transactionId: string } };
  const { page, context, complaints } = await openDetails(id, 390);
  const reason = /Declined .*: The card changed or its account closed\./;
  const pause = /Don’t charge this card again before .*\./;
  const above = page.getByRole('status').filter({ hasText: pause });
  await above.getByText(reason).waitFor();
  expect(await page.locator('main').getByRole('button', { name: 'Repeat', exact: true }).count()).toBe(0);
  await startAction(page, 'Repeat');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(pause).waitFor();
  await dialog.getByText(reason).waitFor();
  expect(await dialog.locator('button[type="submit"]').isEnabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await above.getByRole('link', { name: 'Open declined payment' }).click();
  await page.waitForURL(`**/transactionDetails/${transaction.transactionId}`);
  const banner = page.getByRole('alert').filter({ hasText: 'The card changed or its account closed.' });
  await banner.getByText(pause).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});
