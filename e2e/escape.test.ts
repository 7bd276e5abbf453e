import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closePages, follow, merchantPayment, openBrowser, signIn, startAction, visit } from './browser.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  ({ page } = await visit(browser));
  await signIn(page, 'admin@harbour.example');
});
afterAll(closePages);

/** Where a dialog is, how it opens, and a field of its own to type into. */
const dialogs: [name: string, path: string, button: string, field: string][] = [
  ['Create API key', '/settings/api-keys', 'Create API key', 'Name'],
  ['Add webhook', '/settings/webhooks', 'Add webhook', 'Address'],
  ['Add below Harbour Group', '/settings/organisations', 'Add organisation', 'Name'],
  ['Add custom field', '/settings/custom-fields', 'Add custom field', 'Label'],
];

describe.each(dialogs)('%s', (title, path, button, field) => {
  const dialog = () => page.getByRole('dialog', { name: title });
  const question = () => page.getByRole('dialog', { name: 'Discard what you entered?' });

  async function open(): Promise<void> {
    await follow(page, path);
    await page.getByRole('button', { name: button }).first().click();
    await dialog().getByLabel(field, { exact: true }).waitFor();
  }

  test('closes with Escape, and gives the focus back', async () => {
    await open();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(button);
  });

  test('stays with a press outside', async () => {
    await open();
    await page.mouse.click(5, 450);
    await page.waitForTimeout(300);
    expect(await dialog().count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('asks before what was typed is lost', async () => {
    await open();
    await dialog().getByLabel(field, { exact: true }).fill('typed');
    await page.keyboard.press('Escape');
    await question().waitFor();
    // Escape answers the question as its Cancel does.
    await page.keyboard.press('Escape');
    await question().waitFor({ state: 'detached' });
    expect(await dialog().getByLabel(field, { exact: true }).inputValue()).toBe('typed');
    await page.keyboard.press('Escape');
    await question().getByRole('button', { name: 'Discard' }).click();
    await dialog().waitFor({ state: 'detached' });
  });
});

test('closes a refund at its first step and at its review', async () => {
  const id = await merchantPayment('ESCAPE 1', '15.00');
  await follow(page, `/transactionDetails/${id}`);
  const dialog = page.getByRole('dialog');
  await startAction(page, 'Refund');
  await dialog.locator('button[type="submit"]').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await startAction(page, 'Refund');
  await dialog.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: /^Refund 15\.00/ }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: /^Refund 15\.00/ }).count()).toBe(0);
});

test('closes a list of choices before the dialog around it', async () => {
  await follow(page, '/settings/organisations');
  await page.getByRole('button', { name: 'Add organisation' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add below Harbour Group' });
  await dialog.getByRole('combobox').click();
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  expect(await dialog.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('opens a menu above its button where the window ends', async () => {
  await follow(page, '/rules/new');
  const button = page.getByRole('button', { name: 'Add condition' });
  await button.waitFor();
  // The window ends below the button.
  const { y = 0, height: size = 0 } = (await button.boundingBox()) ?? {};
  await page.setViewportSize({ width: 1440, height: Math.round(y + size + 60) });
  // Without the scrolling of a click.
  await button.dispatchEvent('click');
  const menu = await page.getByRole('menu').boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(menu?.y ?? -1).toBeGreaterThanOrEqual(0);
  expect((menu?.y ?? 0) + (menu?.height ?? height)).toBeLessThanOrEqual(height);
  const target = await button.boundingBox();
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(target?.y ?? 0);
  await page.keyboard.press('Escape');
});
