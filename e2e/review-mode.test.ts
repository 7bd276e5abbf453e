import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, viewports, closePages, openBrowser, settled, signIn, visit } from './browser.ts';
import { deferPayments, deferredPayment } from './defer-payments.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const analyst = 'analyst@harbour.example';
const admin = 'admin@harbour.example';

let batchNumber = 0;
/** Opens tasks with amounts that no other test uses, so that the filter by amount shows only these tasks. */
async function openTasks(page: Page, count: number): Promise<{ amounts: string[]; path: string }> {
  batchNumber += 1;
  const email = `review-${batchNumber}@shop.example`;
  await deferPayments(page, email, `Review ${batchNumber}`);
  const amounts = Array.from(
    { length: count },
    (_, n) => `${60 + batchNumber}.${String(n + 1).padStart(2, '0')}`,
  );
  for (const amount of amounts) await deferredPayment(email, amount);
  return { amounts, path: `/queue/review?min=${amounts[0]}&max=${amounts.at(-1)}` };
}

/** "100,001.00 GBP". */
const formatAmount = (amount = '') =>
  `${Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })} GBP`;
const headline = (page: Page) => page.getByRole('heading', { level: 1 });

/** Waits until the task is shown and accepts keys, after 400 ms. */
async function ready(page: Page, amount?: string): Promise<void> {
  await headline(page)
    .filter({ hasText: formatAmount(amount) })
    .waitFor();
  await page.locator('[data-ready]').waitFor();
}

test('decides twenty tasks with the keyboard alone, over a reload', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst);
  const { amounts, path } = await openTasks(page, 20);
  await page.goto(path);
  const { keyboard } = page;
  const keys = ['a', 'a', 'r', 'a', 'h'];
  for (const [index, amount] of amounts.entries()) {
    await ready(page, amount);
    await expect
      .poll(() => headline(page).evaluate((element) => element === document.activeElement))
      .toBe(true);
    if (index === 7) {
      await page.reload();
      await ready(page, amount);
      await page.getByText('8 of 20').waitFor();
      await page.getByText('7 decided').waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
    await keyboard.press(keys[index % keys.length] ?? '');
  }
  await page.getByText('Queue clear').waitFor();
  await page.getByText(/20 decided in .*: 12 accepted, 4 rejected, 4 on hold\./).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The server applies the decisions without the page.
  await expect.poll(() => statuses(page, amounts.slice(-5)), { timeout: 30_000 }).toEqual(['ON_HOLD']);
  expect(complaints).toEqual([]);
  await context.close();
});

/** The statuses of the open tasks with these amounts. */
async function statuses(page: Page, amounts: readonly string[]): Promise<string[]> {
  const [low, high] = [amounts[0], amounts.at(-1)];
  const query = `txnMinAmount=${low}&txnMaxAmount=${high}&taskField.field=transactionAmount`;
  const response = await page.context().request.get(`/proxy/async/queue/tasks/search/1100?${query}`);
  const { data } = (await response.json()) as { data: { status: string }[] };
  return data.map(({ status }) => status);
}

test('undoes a decision within ten seconds, also after a reload', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst);
  const { amounts, path } = await openTasks(page, 2);
  await page.goto(path);
  await ready(page, amounts[0]);
  await page.keyboard.press('a');
  await page.getByText(new RegExp(`Accepting ${formatAmount(amounts[0])} in \\d+ s`)).waitFor();
  await ready(page, amounts[1]);
  await page.reload();
  await page.getByText(/Accepting .* in \d+ s/).waitFor();
  await ready(page, amounts[1]);
  await page.keyboard.press('z');
  await ready(page, amounts[0]);
  await page.getByText('0 decided').waitFor();
  await expect.poll(() => page.getByText(/Accepting/).count()).toBe(0);
  // A key that is held down decides one task.
  await page.keyboard.down('h');
  await page.keyboard.down('h');
  await page.keyboard.down('h');
  await page.keyboard.up('h');
  await ready(page, amounts[1]);
  await page.getByText('1 decided').waitFor();
  // An acceptance that was not undone would have been sent first.
  await expect
    .poll(() => statuses(page, amounts), { timeout: 30_000, interval: 500 })
    .toEqual(['ON_HOLD', 'NEW']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('ignores decision keys for 400 ms on a new task', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, analyst);
  const { amounts, path } = await openTasks(page, 3);
  await page.goto(path);
  await ready(page, amounts[0]);
  // Within the page: a key from outside would come too late on a slow machine.
  const pressed = page.evaluate((next) => {
    return new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent?.includes(next) !== true) return;
        watch.disconnect();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'h' }));
        resolve();
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  }, formatAmount(amounts[1]));
  await page.keyboard.press('h');
  await pressed;
  await ready(page, amounts[1]);
  await page.getByText('1 decided').waitFor();
  expect(await page.getByText('2 decided').count()).toBe(0);
  await context.close();
});

test('gives a task to one of two reviewers', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst);
  const { amounts, path } = await openTasks(page, 3);
  const other = await visit(browser);
  await signIn(other.page, admin);
  await page.goto(path);
  await ready(page, amounts[0]);
  // The second reviewer begins with the second task.
  await other.page.goto(path);
  await ready(other.page, amounts[1]);
  await other.page.keyboard.press('k');
  await other.page.getByText('Noor Rahman is reviewing this until').waitFor();
  expect(await axeFindings(other.page)).toEqual([]);
  await other.page.getByRole('button', { name: 'Next', exact: true }).click();
  await ready(other.page, amounts[1]);
  // A decision made elsewhere wins over a later one of the page.
  const task = new URL(other.page.url()).searchParams.get('task') ?? '';
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const accepted = await context.request.post(`/proxy/async/queue/tasks/${task}/action`, {
    headers: { 'x-xsrf-token': token },
    data: { action: 'ACCEPT' },
  });
  expect(await accepted.json()).toMatchObject({ result: 'SUCCESS' });
  await other.page.keyboard.press('r');
  await other.page.getByText(/Noor Rahman accepted this .* Your decision wasn’t sent\./).waitFor();
  await other.page.getByRole('button', { name: 'Next', exact: true }).click();
  await ready(other.page, amounts[2]);
  // Leaving releases the task.
  await other.page.getByRole('button', { name: 'Leave' }).click();
  await page.keyboard.press('a');
  await ready(page, amounts[2]);
  expect([...complaints, ...other.complaints]).toEqual([]);
  await other.context.close();
  await context.close();
});

test('comments, explains the rule, shows the keys and turns them off', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst);
  const { amounts, path } = await openTasks(page, 2);
  await page.goto(path);
  await ready(page, amounts[0]);
  const { keyboard } = page;
  await page.getByText('About').first().waitFor();
  await keyboard.press('c');
  const comment = page.getByRole('dialog', { name: 'Comment' }).getByRole('textbox');
  await comment.fill('Called on 9900000000000010');
  // The dialog keeps typed text when it closes.
  await keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await keyboard.press('c');
  await expect.poll(() => comment.inputValue()).toBe('Called on 9900000000000010');
  // Not `keyboard`: the dialog takes the focus only when it has opened.
  await comment.press('Control+Enter');
  await page.getByText('Called on 990000******0010').waitFor();
  await page.getByRole('button', { name: /^Explain Review/ }).click();
  await page
    .getByRole('dialog')
    .getByText('All conditions are needed')
    .or(page.getByText(/true/))
    .first()
    .waitFor();
  await keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await keyboard.press('l');
  await page.getByRole('dialog', { name: 'Add to lists' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await keyboard.press('?');
  await page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByText('Undo the last decision')
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
  await keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await keyboard.press('a');
  await ready(page, amounts[0]);
  // The page has read the version after the comment, so the server accepts the decision.
  await page.getByRole('button', { name: /^Accept, capture/ }).click();
  await ready(page, amounts[1]);
  // The key was ignored.
  await page.getByText('1 decided').waitFor();
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
  expect(complaints).toEqual([]);
  await context.close();
});

test('releases the task of an idle page after five minutes', async () => {
  const { page, context, complaints } = await visit(browser);
  await signIn(page, analyst);
  const { amounts, path } = await openTasks(page, 1);
  await page.clock.install();
  await page.goto(path);
  await ready(page, amounts[0]);
  await page.clock.fastForward('05:01');
  await page.getByText('Your claim ended.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The button has the focus.
  await page.keyboard.press('Enter');
  await ready(page, amounts[0]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('shows which parts could not be loaded', async () => {
  const { page, context } = await visit(browser);
  await signIn(page, analyst);
  const { amounts, path } = await openTasks(page, 2);
  await page.route('**/context', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(path);
  await ready(page, amounts[0]);
  await page.getByText('Couldn’t load payment history.').first().waitFor();
  await page.getByText('Couldn’t load lists.').waitFor();
  // The page keeps a decision that did not reach the server. Pressing the key again makes it once.
  await page.route('**/decision', (route) => route.abort());
  await page.keyboard.press('r');
  await page.getByText('We couldn’t confirm your decision.').waitFor();
  await page.unroute('**/decision');
  await page.keyboard.press('r');
  await ready(page, amounts[1]);
  await page.getByText('1 decided').waitFor();
  expect(await page.getByText('We couldn’t confirm your decision.').count()).toBe(0);
  await context.close();
});

test.each(viewports())('is accessible on %s', async (_name, width, dark) => {
  const { page, context } = await visit(browser, { width, dark });
  await signIn(page, analyst);
  const { amounts, path } = await openTasks(page, 2);
  await page.goto(path);
  await ready(page, amounts[0]);
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  const isScrolling = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isScrolling).toBe(false);
  // The decision buttons are visible without scrolling.
  // On a phone the label is short until the accept is asked for.
  const accept = page.getByRole('button', { name: width < 700 ? 'Accept' : /^Accept, capture/, exact: true });
  const box = await accept.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  await accept.click();
  if (width < 700) {
    // On a phone the place of the first tap becomes "Cancel": a second one accepts nothing.
    const cancel = page.getByRole('group', { name: 'Decision' }).getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    const [first, second] = [box, await cancel.boundingBox()];
    expect((second?.x ?? 0) + (second?.width ?? 0)).toBeCloseTo((first?.x ?? 0) + (first?.width ?? 0), 0);
    expect(second?.x).toBeLessThanOrEqual(first?.x ?? 0);
    expect(await axeFindings(page)).toEqual([]);
    await page.mouse.click(
      (first?.x ?? 0) + (first?.width ?? 0) / 2,
      (first?.y ?? 0) + (first?.height ?? 0) / 2,
    );
    await accept.waitFor();
    expect(await page.getByText(/Accepting/).count()).toBe(0);
    await accept.click();
    await page.getByRole('button', { name: /^Accept, capture/ }).click();
  }
  await page
    .getByText(/Accepting/)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});
