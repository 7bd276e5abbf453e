import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closePages, merchantPayment, openBrowser, signIn, startAction, visit } from './browser.ts';
import { colourShares, difference, drawnShare, look } from './pixels.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

async function open(path: string, dark: boolean): Promise<Page> {
  const { page } = await visit(browser, { forcedColours: true, dark });
  await signIn(page, 'admin@harbour.example', path);
  return page;
}

/** A system colour, as styles compute it. */
const readColour = (page: Page, name: string) =>
  page.evaluate((system) => {
    const probe = document.createElement('i');
    probe.style.cssText = `forced-color-adjust:none;color:${system}`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

/** An element filled with the system's colour of what is chosen, which may let the canvas through. */
async function expectHighlighted(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector).first();
  const wanted = await readColour(page, 'Highlight');
  const fill = await element.evaluate((found) => getComputedStyle(found).backgroundColor);
  expect(fill, selector).toBe(wanted);
  const [[main, share] = ['', 0]] = colourShares(await look(element));
  expect(share, selector).toBeGreaterThan(0.4);
  expect(Object.values<string>(canvas), selector).not.toContain(main);
}

const canvas = { light: '#ffffff', dark: '#000000' } as const;

describe.each([
  ['light', false],
  ['dark', true],
])('forced colours, %s', (_theme, dark) => {
  test('a switch shows whether it is on', async () => {
    const page = await open('/settings/approvals', dark);
    const control = page.getByRole('switch', { name: 'Refund' });
    const track = page.locator('.mantine-Switch-root', { has: control }).locator('.mantine-Switch-track');
    await track.waitFor();
    const off = await look(track);
    await control.check();
    const on = await look(track);
    expect(drawnShare(off)).toBeGreaterThan(0.1);
    expect(drawnShare(on)).toBeGreaterThan(0.1);
    expect(difference(off, on)).toBeGreaterThan(0.3);
  });

  test('a segment shows which part is chosen', async () => {
    const id = await merchantPayment(`FORCED ${dark}`, dark ? '14.00' : '13.00');
    const page = await open(`/transactionDetails/${id}`, dark);
    await startAction(page, 'Refund');
    const full = page.locator('label', { hasText: /^Full/ });
    await full.waitFor();
    const chosen = await look(full);
    await page.getByText('Partial', { exact: true }).click();
    await page.getByLabel('Amount').focus();
    expect(difference(chosen, await look(full))).toBeGreaterThan(0.3);
  });

  test('a ticked row shows its tick', async () => {
    const page = await open('/queueManagement?customerEmail=example', dark);
    const box = page.getByRole('grid').getByRole('checkbox').nth(1);
    await box.waitFor();
    const empty = await look(box);
    await box.check();
    await page.mouse.move(0, 0);
    const ticked = await look(box);
    expect(drawnShare(empty)).toBeGreaterThan(0.05);
    expect(difference(empty, ticked)).toBeGreaterThan(0.3);
    // The tick itself, in another colour than its box.
    expect(drawnShare(ticked)).toBeGreaterThan(0.05);
  });

  test('the bars of a chart are drawn', async () => {
    const page = await open('/queueManagement/figures', dark);
    const bar = page.locator('figure').first().locator('a, button').filter({ visible: true }).first();
    await bar.waitFor();
    const shares = new Map(colourShares(await look(bar)));
    // The bar of waiting tasks is a pattern.
    expect(shares.get(dark ? canvas.dark : canvas.light) ?? 0).toBeLessThan(0.8);
    expect(shares.size).toBeGreaterThan(1);
  });

  test('the current entry of the menu and the chosen line of the search box are filled', async () => {
    const page = await open('/users', dark);
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await expectHighlighted(page, 'nav [aria-current="page"]');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('users');
    await page.locator('[role="option"][aria-selected="true"]:visible').first().waitFor();
    await expectHighlighted(page, '[role="option"][aria-selected="true"]:visible');
  });

  test('the chosen preset of dates is drawn with its text', async () => {
    const page = await open('/statements', dark);
    await page.getByRole('button', { name: /^Date range/ }).click();
    const preset = page.locator('button[aria-pressed="true"]', { hasText: 'Today' });
    await preset.waitFor();
    await expectHighlighted(page, 'button[aria-pressed="true"]');
    // The text, without a plate of the canvas behind it.
    expect(drawnShare(await look(preset))).toBeGreaterThan(0.02);
    expect(
      new Map(colourShares(await look(preset))).get(dark ? canvas.dark : canvas.light) ?? 0,
    ).toBeLessThan(0.2);
  });

  test('the chosen organisation and the boxes of a tree are drawn', async () => {
    const page = await open('/settings/organisations', dark);
    await page.getByRole('treeitem').first().waitFor();
    await page.getByRole('treeitem').nth(1).click();
    await expectHighlighted(page, '[role="treeitem"][data-cursor]');
  });
});
