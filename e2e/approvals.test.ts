import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, looks, merchantPayment, openBrowser, signIn, startAction, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A call of the signed-in page; answers its body. */
async function request<T>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  data?: object,
): Promise<T> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const options = { method, headers: { 'x-xsrf-token': token }, ...(data === undefined ? {} : { data }) };
  const response = await page.context().request.fetch(url, options);
  if (!response.ok()) throw new Error(`${url}: ${await response.text()}`);
  return (await response.json()) as T;
}

const policyUrl = '/proxy/sync/approvals/1100/policy';

/** Other journeys must meet no policy. Removing it needs the approval of the other administrator. */
async function removePolicy(admin: Page, other: Page): Promise<void> {
  const { version } = await request<{ version: number }>(admin, 'GET', policyUrl);
  const body = { rules: [], includesKeys: false, version };
  const { approvalId } = await request<{ approvalId: string }>(admin, 'PUT', policyUrl, body);
  await request(other, 'POST', `/proxy/sync/approvals/${approvalId}/approve`, {});
}

test('a refund asked by one user and approved by another moves money once', async () => {
  const id = await merchantPayment('APPROVAL-1', '31.00');
  const asking = await visit(browser);
  const { page } = asking;
  await signIn(page, 'admin@harbour.example', '/settings/approvals');
  await page.getByRole('switch', { name: 'Refund' }).check();
  await page.getByRole('switch', { name: 'Only from an amount' }).check();
  await page.getByLabel('From amount').fill('30.00');
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'GBP' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Approval policy saved').waitFor();

  await page.goto(`/transactionDetails/${id}`);
  await startAction(page, 'Refund');
  await page.getByRole('dialog').locator('button[type="submit"]').click();
  await page.getByRole('button', { name: /^Refund 31\.00/ }).click();
  const waiting = page.getByRole('dialog', { name: 'Waiting for approval' });
  await waiting.getByText('A second person must approve this. Nothing has moved.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await waiting.getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/approvals');
  await page.getByText('Waiting for approval. Nothing has moved.').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const deciding = await visit(browser);
  const other = deciding.page;
  await signIn(other, 'domain@demo.example');
  await other.goto('/approvals');
  await approve(other);
  await other.getByText('Approved and done').waitFor();
  expect(await axeFindings(other)).toEqual([]);

  await page.goto(`/transactionDetails/${id}`);
  await page.getByText('−31.00 GBP').first().waitFor();
  // Nothing is left for a second refund.
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  await removePolicy(page, other);
  expect([...asking.complaints, ...deciding.complaints]).toEqual([]);
  await asking.context.close();
  await deciding.context.close();
});

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Approve this request?' });
  await dialog.getByLabel('Comment (optional)').fill('checked with the shop');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Decided', { exact: true }).click();
}

test.each(looks())('shows requests and policy accessibly: %s', async (_name, width, dark) => {
  const { page, context, complaints } = await visit(browser, { width, dark });
  await signIn(page, 'admin@harbour.example', '/approvals');
  await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/settings/approvals');
  await page.getByRole('heading', { name: 'Approval policy', level: 1 }).waitFor();
  await page.getByText('What needs a second person').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});
