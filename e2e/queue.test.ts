import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axeFindings,
  closePages,
  follow,
  merchantCall,
  openBrowser,
  openFilter,
  settled,
  signIn,
  viewports,
  visit,
} from './browser.ts';
import { gatewayUrl } from './own-product.ts';

const analyst = 'analyst@harbour.example';
const admin = 'admin@harbour.example';
const domain = '@queue-journey.example';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  const { page, context } = await visit(browser);
  await signIn(page, analyst);
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const created = await context.request.post('/proxy/sync/rms/rule/1100', {
    headers: { 'x-xsrf-token': token },
    data: {
      name: 'Review the journey',
      description: 'From a journey',
      merchantIds: [1111],
      installationIds: [5_300_001],
      action: 'Defer',
      deferFinalAction: 'capture',
      deferWaitPeriod: '3 days',
      active: true,
      joinedConditions: {
        logicalOperator: 'and',
        conditions: [
          { type: 'simple', field: 'customerEmail', operator: 'endsWithIgnoreCase', value: domain },
        ],
      },
    },
  });
  expect(created.status(), await created.text()).toBe(200);
  await context.close();
});
afterAll(closePages);

let payments = 0;
let customers = 0;
/** Each run of a test has a separate customer. */
const newCustomer = (name: string): string => `${name}${(customers += 1)}`;

/** Takes a payment that the rule defers, each with a different card. Returns its id. */
async function defer(customer: string, amount: string): Promise<string> {
  payments += 1;
  const response = await merchantCall('payment', {
    transaction: { currency: 'GBP', amount, merchantRef: `${customer}-${payments}`, commerceType: 'ECOM' },
    paymentMethod: {
      card: { pan: cardNumber(payments), expiryDate: '1229', cv2: '123', cardHolderName: 'Ada Lovell' },
    },
    customer: { email: `${customer}${domain}`, ip: '192.0.2.7' },
  });
  const body = (await response.json()) as { transaction: { transactionId: string } };
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body.transaction.transactionId;
}

/** Takes such a payment on the hosted payment page. Returns its id. */
async function deferByPage(customer: string, amount: string): Promise<string> {
  payments += 1;
  const response = await fetch(`${gatewayUrl()}/hosted/rest/sessions/5300001/payments`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('harbour-api:harbour-api-key-demo')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      session: { returnUrl: { url: 'https://shop.harbour.example/done' } },
      transaction: { money: { currency: 'GBP', amount: { fixed: amount } }, commerceType: 'ECOM' },
      customer: {
        details: {
          emailAddress: `${customer}${domain}`,
          address: { line1: '1 Quay', postcode: 'BS1 1AA', countryCode: 'GB' },
        },
      },
      features: { showResultsPage: true },
    }),
  });
  const session = (await response.json()) as { sessionId: string; redirectUrl: string };
  expect(response.status, JSON.stringify(session)).toBe(201);
  const { page, context } = await visit(browser);
  await page.goto(session.redirectUrl);
  await page.getByLabel('Card number').fill(cardNumber(payments));
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Lovell');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Amount reserved' }).waitFor();
  await context.close();
  const statusUrl = `${gatewayUrl()}/hosted/rest/sessions/5300001/${session.sessionId}/status`;
  const headers = { authorization: `Basic ${btoa('harbour-api:harbour-api-key-demo')}` };
  const status = (await (await fetch(statusUrl, { headers })).json()) as {
    hostedSessionStatus: { transactionState: { id: string } };
  };
  return status.hostedSessionStatus.transactionState.id;
}

/** A number that the sandbox authorises, with its check digit. */
function cardNumber(number: number): string {
  const head = `99020000007${String(number).padStart(4, '0')}`;
  const sum = [...head].reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${head}${(10 - (sum % 10)) % 10}`;
}

const findDialog = (page: Page) => page.getByRole('dialog');
const grid = (page: Page) => page.getByRole('grid', { name: 'Queue' });
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text });
const bulk = (page: Page) => page.getByRole('region', { name: /selected/ });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const queueUrl = (customer: string) => `/queueManagement?customerEmail=${customer}${domain}`;

async function actOnRow(page: Page, text: string, action: string): Promise<void> {
  await row(page, text).hover();
  await row(page, text).getByRole('button', { name: action, exact: true }).click();
}

async function closeResult(page: Page, title: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).waitFor();
  await findDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => findDialog(page).count()).toBe(0);
}

test('finds, accepts and rejects deferred payments', async () => {
  const customer = newCustomer('first');
  const [accepted, rejected] = [await deferByPage(customer, '21.00'), await defer(customer, '22.00')];
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst);
  await button(page, 'Risk management').click();
  await page.getByRole('link', { name: 'Queue', exact: true }).click();
  // The screen opens with the reviewer's own tasks.
  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByText('Assigned to: Me').waitFor();
  expect(page.url()).toContain('assignee=me');
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Remove filter: Assigned to: Me').click();
  await follow(page, queueUrl(customer));
  await row(page, `${customer}${domain}`).first().getByText('Captures in 2 days').waitFor();
  await row(page, `${customer}${domain}`).first().getByText('Review the journey').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // Invalid parameters become valid ones.
  await page.goto('/queueManagement?pageSize=7&offset=3&status=DONE&min=9&max=3&score=12');
  await expect.poll(() => page.url()).toContain('pageSize=50');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    offset: '0',
    pageSize: '50',
    sortField: 'transactionTime',
    direction: 'ASC',
    score: '12',
  });

  await page.goto(queueUrl(customer));
  await actOnRow(page, '21.00', 'Accept');
  await page.getByRole('dialog', { name: 'Accept 21.00 GBP?' }).waitFor();
  await page.getByText('Captures 21.00 GBP.').waitFor();
  await findDialog(page).getByLabel('Comment (optional)').fill('Called the customer');
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Accept 21.00 GBP').click();
  await page.getByText('Accepted by Noor Rahman').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await closeResult(page, '1 accepted');
  await expect.poll(() => row(page, '21.00').count()).toBe(0);
  await page.goto(`/transactionDetails/${accepted}`);
  await page.getByText('Fully captured').waitFor();
  expect(await page.getByText('Waiting for review').count()).toBe(0);

  // The details of a deferred payment lead to its task.
  await page.goto(`/transactionDetails/${rejected}`);
  await page.getByText('Waiting for review').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open in queue' }).click();
  await actOnRow(page, '22.00', 'Reject');
  await page.getByText('Cancels 22.00 GBP. Customers aren’t charged.').waitFor();
  await button(page, 'Reject 22.00 GBP').click();
  await closeResult(page, '1 rejected');
  await page.goto(`/transactionDetails/${rejected}`);
  await page.getByText('Voided').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('accepts several tasks, including two that another reviewer has decided', async () => {
  const customer = newCustomer('bulk');
  for (const amount of ['31.00', '32.00', '33.00', '34.00']) await defer(customer, amount);
  const ownPage = await visit(browser);
  const { page } = ownPage;
  await signIn(page, analyst, queueUrl(customer));
  const boxes = grid(page).getByRole('checkbox');
  await row(page, '34.00').waitFor();
  const top = await grid(page).evaluate((element) => element.getBoundingClientRect().top);
  await boxes.first().check();
  await page.getByText('4 tasks selected').waitFor();
  // The bar of the selection moves no row.
  expect(await grid(page).evaluate((element) => element.getBoundingClientRect().top)).toBe(top);
  expect(await axeFindings(page)).toEqual([]);

  // Assign: to another user by name, to oneself, then unassigned.
  await bulk(page).getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('option', { name: 'Unassigned' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByPlaceholder('Search by name or email').fill('amelia');
  await expect.poll(() => bulk(page).getByRole('option').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await closeResult(page, '4 assigned');
  await row(page, '34.00').getByText('Amelia Hart').waitFor();
  await boxes.nth(1).check();
  await bulk(page).getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('option', { name: 'Myself' }).click();
  await closeResult(page, '1 assigned');
  await row(page, '31.00').getByText('Noor Rahman').waitFor();

  // Comment and hold. A comment needs a text.
  await boxes.nth(1).check();
  await bulk(page).getByRole('button', { name: 'Comment' }).click();
  await button(page, 'Add comment').click();
  await page.getByText('Enter a comment').waitFor();
  await findDialog(page).getByLabel('Comment').fill('Waiting for a call back');
  await button(page, 'Add comment').click();
  await closeResult(page, '1 commented on');
  await boxes.nth(1).check();
  await bulk(page).getByRole('button', { name: 'Hold' }).click();
  await button(page, 'Hold 31.00 GBP').click();
  await closeResult(page, '1 put on hold');
  await row(page, '31.00').getByText('On hold').waitFor();

  // The dialog filters by status, and counts.
  await openFilter(page, 'Status');
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: /^On hold \(\d+\)$/ }).click();
  const low = filters.getByLabel('From', { exact: true }).last();
  await low.fill('999999999');
  await low.press('Tab');
  await expect.poll(() => low.inputValue()).toBe('0');
  expect(await axeFindings(page)).toEqual([]);
  await filters.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => grid(page).getByRole('row').count()).toBe(2);
  await button(page, 'Remove filter: Status: On hold').click();
  await row(page, '34.00').waitFor();

  // Another reviewer decides two of them; this page has not loaded the decisions.
  const other = await visit(browser);
  await signIn(other.page, admin, queueUrl(customer));
  await actOnRow(other.page, '32.00', 'Reject');
  await button(other.page, 'Reject 32.00 GBP').click();
  await closeResult(other.page, '1 rejected');
  await grid(other.page).getByRole('checkbox').nth(1).check();
  await bulk(other.page).getByRole('button', { name: 'Remove' }).click();
  await other.page.getByText('Capture or cancel the authorisations yourself.').waitFor();
  await button(other.page, 'Remove 31.00 GBP').click();
  await closeResult(other.page, '1 removed');
  await other.context.close();

  await boxes.first().check();
  await bulk(page).getByRole('button', { name: 'Accept' }).click();
  await button(page, 'Accept 4 tasks').click();
  await page.getByRole('dialog', { name: '2 accepted, 2 already changed' }).waitFor();
  await page.getByText('Rejected by Amelia Hart').waitFor();
  await page.getByText('Removed by Amelia Hart').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await closeResult(page, '2 accepted, 2 already changed');
  await expect.poll(() => row(page, '34.00').count()).toBe(0);
  expect(await bulk(page).count()).toBe(0);
  expect([...ownPage.complaints, ...other.complaints]).toEqual([]);
  await ownPage.context.close();
});

test('lets only one of two concurrent reviewers accept a task', async () => {
  const customer = newCustomer('race');
  const id = await defer(customer, '41.00');
  const reviewers = [await visit(browser), await visit(browser)];
  for (const [index, { page }] of reviewers.entries()) {
    await signIn(page, index === 0 ? analyst : admin, queueUrl(customer));
    await actOnRow(page, '41.00', 'Accept');
  }
  await Promise.all(reviewers.map(({ page }) => button(page, 'Accept 41.00 GBP').click()));
  const titles = await Promise.all(
    reviewers.map(async ({ page }) => {
      await findDialog(page).getByRole('button', { name: 'Close' }).waitFor();
      return findDialog(page).getByRole('heading').textContent();
    }),
  );
  expect(titles.toSorted()).toEqual(['1 accepted', '1 already changed']);
  const [first] = reviewers;
  await first?.page.goto(`/transactionDetails/${id}`);
  await first?.page.getByText('Fully captured').waitFor();
  for (const { context } of reviewers) await context.close();
});

test('offers a retry for failed tasks and keeps the dialog of failed requests', async () => {
  const customer = newCustomer('failed');
  for (const amount of ['71.00', '72.00', '73.00']) await defer(customer, amount);
  const { page, context, complaints } = await visit(browser);
  await page.route('**/queue/tasks/search/**', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Record<string, unknown>[] };
    Object.assign(body.data[0] ?? {}, { status: 'ACCEPT_FAILED', reasonCode: 'D100' });
    Object.assign(body.data[1] ?? {}, { status: 'REJECTING' });
    await route.fulfill({ json: body });
  });
  await signIn(page, analyst, queueUrl(customer));
  await row(page, '71.00').getByText('Accept failed').first().waitFor();
  // A task in progress cannot be selected; a failed one can be retried.
  await grid(page).getByRole('checkbox').first().check();
  await page.getByText('2 tasks selected').waitFor();
  await expect.poll(() => grid(page).getByRole('checkbox').count()).toBe(3);
  const bar = page.getByRole('region', { name: '2 tasks selected' });
  for (const name of ['Retry (1)', 'Accept (1)', 'Reject (1)', 'Hold (1)', 'Remove (1)'])
    await bar.getByRole('button', { name }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Retry (1)' }).click();
  await page.getByText('Captures 71.00 GBP.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Cancel').click();
  await row(page, '71.00').getByText('Accept failed').first().hover();
  await page.getByRole('tooltip', { name: 'Accept failed. The issuer declined.' }).waitFor();
  const actions = (amount: string) => row(page, amount).getByRole('toolbar').getByRole('button');
  await expect.poll(() => actions('71.00').count()).toBe(1);
  await actions('71.00').and(page.getByTitle('Retry')).waitFor();
  expect(await actions('72.00').count()).toBe(0);

  // The server has no failed task: nothing is left to retry.
  await button(page, 'Retry all').click();
  await page.getByText('No failed task matches these filters any more.').waitFor();
  expect(
    await findDialog(page)
      .getByRole('button', { name: /^Retry/ })
      .count(),
  ).toBe(0);
  await button(page, 'Cancel').click();
  // With sums from the server. It has other statuses, so the retry is refused for its task.
  await page.route('**/queue/tasks/retry/**', async (route) => {
    const found = await page.request.get(route.request().url().replace('/tasks/retry/', '/tasks/search/'));
    const { data } = (await found.json()) as { data: Record<string, unknown>[] };
    const failed = [{ ...data[0], status: 'ACCEPT_FAILED' }];
    const sums = [
      { effect: 'CAPTURE', currency: 'GBP', amount: '71.00', tasks: 1 },
      { effect: 'CAPTURE', currency: 'EUR', amount: '5.00', tasks: 2 },
      { effect: 'RELEASE', currency: 'GBP', amount: '3.50', tasks: 1 },
    ];
    await route.fulfill({ json: { data: failed, resultsAvailable: 600, sums } });
  });
  await button(page, 'Retry all').click();
  await page.getByText('Captures 71.00 GBP (1 task) and 5.00 EUR (2 tasks).').waitFor();
  await page.getByText('Cancels 3.50 GBP. Customers aren’t charged.').waitFor();
  await page.getByText('Retries the first 1 of 600 failed tasks.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Retry 71.00 GBP').click();
  await page.getByText('This action isn’t available for this task right now.').waitFor();
  await closeResult(page, '1 already changed');

  await page.route('**/queue/tasks/*/action', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'BUSY', message: 'internal_server_error', requestId: 'r-77' },
    }),
  );
  await actOnRow(page, '73.00', 'Accept');
  await findDialog(page).getByLabel('Comment (optional)').fill('Kept');
  await button(page, 'Accept 73.00 GBP').click();
  await page.getByText('r-77').waitFor();
  await expect.poll(() => findDialog(page).getByLabel('Comment (optional)').inputValue()).toBe('Kept');
  expect(await axeFindings(page)).toEqual([]);
  await page.route('**/queue/tasks/*/action', (route) =>
    route.fulfill({ status: 400, json: { code: 'V020', message: 'general_error' } }),
  );
  await button(page, 'Accept 73.00 GBP').click();
  await closeResult(page, 'Nothing changed');
  await page.route('**/queue/tasks/*/action', (route) =>
    route.fulfill({ status: 403, json: { code: 'V003', message: 'forbidden_error' } }),
  );
  await actOnRow(page, '73.00', 'Reject');
  await button(page, 'Reject 73.00 GBP').click();
  await page.waitForURL('**/error?errorCode=403');

  // Criteria that the server rejects show an empty grid.
  await page.route('**/queue/tasks/search/**', (route) =>
    route.fulfill({ status: 400, json: { code: 'V001', message: 'invalid_criteria' } }),
  );
  await page.goto(queueUrl(customer));
  await page.getByText('These filters aren’t valid').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('decides by the keyboard alone', async () => {
  const customer = newCustomer('keys');
  const id = await defer(customer, '51.00');
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst, queueUrl(customer));
  await row(page, '51.00').waitFor();
  const { keyboard } = page;
  await grid(page).focus();
  await keyboard.press('Space');
  await page.getByText('1 task selected').waitFor();
  await keyboard.press('Space');
  await expect.poll(() => bulk(page).count()).toBe(0);
  // F2 goes to the actions of the row: accept, reject, hold.
  await keyboard.press('F2');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Put 51.00 GBP on hold?' }).waitFor();
  await keyboard.press('Escape');
  await expect.poll(() => findDialog(page).count()).toBe(0);
  // The focus returns to the action a moment after the dialog has closed.
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('BUTTON');
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Put 51.00 GBP on hold?' }).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: '1 put on hold' }).waitFor();
  await keyboard.press('Enter');
  await row(page, '51.00').getByText('On hold').waitFor();
  await grid(page).focus();
  await keyboard.press('Enter');
  await page.waitForURL(`**/transactionDetails/${id}**`);
  await page.getByRole('link', { name: 'Back to Queue' }).click();
  await expect.poll(() => page.url()).toContain(`customerEmail=${customer}`);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(viewports())('has no accessibility findings on %s', async (_name, width, dark) => {
  const customer = newCustomer('looks');
  await defer(customer, '61.00');
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, analyst, queueUrl(customer));
  await page.getByText('61.00').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  if (width < 700) {
    await button(page, 'Select').click();
    await page.getByText('61.00').first().click();
  } else await grid(page).getByRole('checkbox').first().check();
  await page.getByText('1 task selected').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await bulk(page).getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog', { name: 'Reject 61.00 GBP?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Cancel').click();
  await settled(page);
  const isScrolling = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isScrolling).toBe(false);
  await context.close();
});

test.each(viewports())('opens the tasks that a figure counts, on %s', async (_name, width, dark) => {
  const { page, context, complaints } = await visit(browser, { width, dark });
  await signIn(page, analyst, '/queueManagement/figures');
  await page.getByRole('heading', { name: 'Open tasks by age' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  // The chart is one stop of the Tab key; Enter opens its part.
  const chart = page.getByRole('group', { name: 'Decisions' });
  await chart.getByRole('button').last().focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByRole('link').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  const table = page.getByRole('table', { name: 'By rule' });
  const count = table.getByRole('button', { name: /^Large orders from abroad, Accepted: / });
  const shownCount = Number(await count.textContent());
  await count.click();
  await panel.getByRole('link').first().waitFor();
  await expect.poll(() => panel.getByRole('link').count()).toBe(Math.min(shownCount, 50));
  await panel.getByRole('link').first().click();
  await page.waitForURL('**/transactionDetails/**');
  expect(complaints).toEqual([]);
  await context.close();
});
