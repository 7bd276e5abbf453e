import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOfText } from '#shared/calendar-day.ts';
import { formatDay } from '#web/format/use-times.ts';
import {
  axeFindings,
  closePages,
  openBrowser,
  merchantPayment,
  signIn,
  visit,
  startAction,
} from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

test('creates, suspends, resumes and cancels a schedule of a payment', async () => {
  const id = await merchantPayment(`PLAN-${Date.now().toString(36)}`, '20.00');
  const { page, context, complaints } = await visit(browser);
  await signIn(page, 'admin@harbour.example', `/transactionDetails/${id}`);
  const dialog = page.getByRole('dialog');
  await startAction(page, 'Add schedule');
  const startDate = dialog.getByRole('textbox', { name: 'Start date' });
  const preview = dialog.getByRole('region', { name: 'Next charges' }).getByRole('listitem');
  await expect.poll(() => preview.count()).toBe(5);
  await startDate.fill('01/01/2020');
  await expect.poll(() => preview.count()).toBe(0);
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByText('Choose a date in the future').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The calendar begins tomorrow; the first charge is on the picked day.
  await dialog.getByRole('button', { name: 'Choose a date: Start date' }).click();
  await page.locator('[data-autofocus]:focus').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => startDate.inputValue()).not.toBe('01/01/2020');
  const startDay = await startDate.inputValue();
  expect(startDay).toMatch(/^\d\d\/\d\d\/20\d\d$/);
  await preview
    .first()
    .getByText(formatDay(dayOfText(startDay) ?? '', 'en-GB'))
    .waitFor();
  await startDate.fill('');
  await dialog.getByLabel('Amount per episode').fill('12.50');
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByText('Every month').waitFor();
  await dialog.getByText('12.50 GBP').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add schedule' }).click();
  await dialog.getByRole('heading', { name: 'Schedule added' }).waitFor();
  await dialog.getByRole('button', { name: 'Go to schedule' }).click();
  await page.waitForURL('**/scheduleDetails/*');
  const scheduleId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const upcoming = page.getByRole('list').filter({ hasText: 'Episode 1' });
  await upcoming.getByText('12.50 GBP').first().waitFor();
  await expect.poll(() => upcoming.getByRole('listitem').count()).toBe(5);
  await page.getByRole('button', { name: 'Show 5 more' }).click();
  await upcoming.getByText('Episode 10', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const change = async (button: string, status: string) => {
    await startAction(page, button);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('main').getByText(status, { exact: true }).first().waitFor();
  };
  await change('Suspend schedule', 'Suspended');
  await page.getByText('No upcoming episodes').waitFor();
  await change('Resume schedule', 'Active');

  // The repeat shows a warning and replaces the next episode.
  await page.goto(`/transactionDetails/${id}`);
  await startAction(page, 'Repeat');
  await dialog.getByRole('heading', { name: 'A schedule will charge this card' }).waitFor();
  await dialog.getByRole('button', { name: 'Replace the next episode' }).click();
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByRole('button', { name: /^Charge/ }).click();
  await dialog.getByRole('heading', { name: 'Repeat payment successful', exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**fromSecondaryAction=SCHEDULE_SKIP**');
  await page.goto(`/scheduleDetails/${scheduleId}`);
  await page.getByText(/Episode 1 was replaced by transaction/).waitFor();
  await change('Cancel schedule', 'Cancelled');
  expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0);

  // The transaction shows a second schedule at once. The second schedule links to the first.
  await page.goto(`/transactionDetails/${id}`);
  await startAction(page, 'Add schedule');
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByRole('button', { name: 'Add schedule' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**fromSecondaryAction=ADD_SCHEDULE**');
  const section = page.getByRole('region', { name: 'Schedule details' });
  await section.getByText('Active', { exact: true }).waitFor();
  await section.getByRole('link').click();
  await page.getByRole('button', { name: 'Related schedules' }).click();
  await page.getByRole('grid', { name: 'Related schedules' }).getByRole('link', { name: scheduleId }).click();
  await page.waitForURL(`**/scheduleDetails/${scheduleId}`);
  await page.getByRole('main').getByText('Cancelled', { exact: true }).first().waitFor();

  await page.goto('/scheduleSearch');
  // Before the first search there is nothing to load again.
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await page.getByText('Choose a field and enter a value.').waitFor();
  expect(await refresh.count()).toBe(0);
  await page.getByRole('textbox', { name: 'Schedule ID' }).fill(scheduleId.toUpperCase());
  await page.keyboard.press('Enter');
  await refresh.waitFor();
  // The result of the search is still there after viewing it.
  await page.getByRole('grid').getByText(scheduleId).click();
  await page.waitForURL('**/scheduleDetails/*');
  await page.goBack();
  await page.getByRole('grid').getByText(scheduleId).waitFor();
  expect(await page.getByRole('textbox', { name: 'Schedule ID' }).inputValue()).toBe(
    scheduleId.toUpperCase(),
  );
  // An unknown organisation leaves the address; a future range stays.
  await page.goto('/scheduleList?startDate=2026-01-01&endDate=2099-12-31&selectedNodes=9999');
  await page.waitForURL(
    '**/scheduleList?page=1&pageSize=25&startDate=2026-01-01&endDate=2099-12-31&sortOrder=desc',
  );
  await page.goto('/scheduleList?page=0&pageSize=7&status=NOPE&startDate=x&sortOrder=up');
  await page.waitForURL('**/scheduleList?page=1&pageSize=25&sortOrder=desc');
  await page.getByRole('grid').getByText(scheduleId).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resume suspended schedules' }).click();
  await page.getByRole('button', { name: /^Suspension dates/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Resume suspended schedules' }).click();
  await page.getByText(/schedules? resumed/).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download report' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^schedules-.*\.csv$/);
  // A schedule that the system suspended shows the reason, who has to act, and the next step.
  await page.goto('/scheduleList?startDate=2026-01-01&endDate=2099-12-31&status=TECH_SUSPENDED');
  await page.getByRole('grid').getByText('Suspended by system').first().click();
  await page.waitForURL('**/scheduleDetails/*');
  const banner = page.getByRole('alert');
  await banner.getByText('Suspended by the system').waitFor();
  await banner.getByText(/The account doesn’t cover this amount. This is on the customer’s side/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await banner.getByRole('link', { name: 'Open failed charge' }).click();
  await page.getByRole('alert').getByText('The account doesn’t cover this amount.').waitFor();
  await page.goto('/scheduleList?page=1&pageSize=25&sortOrder=desc');
  await page.getByRole('grid').getByText(scheduleId).waitFor();
  expect(complaints).toEqual([]);
  // A rejected report opens the error page of its status. An ended session opens the sign-in page.
  await page.route('**/schedules/report', (route) => route.fulfill({ status: 429, json: {} }));
  await page.getByRole('button', { name: 'Download report' }).click();
  await page.waitForURL('**/error?errorCode=429');
  await page.goBack();
  // A list that is still loading would open the sign-in page by itself.
  await page.getByRole('grid').getByText(scheduleId).waitFor();
  await context.clearCookies();
  await page.unroute('**/schedules/report');
  await page.getByRole('button', { name: 'Download report' }).click();
  await page.waitForURL('**/login');
  await context.close();
});
