import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { browserFlags, browserPath } from '../browser.ts';
import type { BenchEnv } from './bench-env.ts';
import { signIn } from './measure-searches.ts';
import { type Figure, quantile } from './statistics.ts';

/** What a key may take, in ms, when the server takes `serverMs`. */
const limits = { page: 250, filter: 250, palette: 150 };
const serverMs = 50;

/** One of the elements has the text, or has lost it. */
interface Shown {
  selector: string;
  text: string;
  isGone: boolean;
}

/** They run in the browser. */
declare global {
  interface Window {
    /** Measures from the next key to the frame after its result is shown. */
    timeKey?: (result: Shown) => void;
    keyMs?: Promise<number>;
  }
}

/**
 * 95th percentiles from a key to the frame that shows its result, in a browser beside the server, with 50 ms added to each request: page
 * change and column filter of a list, and the search box without its pause for typing.
 */
export async function* measureScreens(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const executablePath = browserPath();
  if (executablePath === undefined) throw new Error('No browser was found, and none could be installed.');
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    await useSession(context, env);
    const page = await openSearch(context, env);
    const turns = rounds * 8;
    yield figure('screen: page change of search', await timeTurns(page, turns, turnPage), limits.page);
    yield figure(
      'screen: column filter of search',
      await timeTurns(page, turns, filterAmount),
      limits.filter,
    );
    yield figure('screen: result in the search box', await timeTurns(page, turns, findById), limits.palette);
  } finally {
    await browser.close();
  }
}

async function useSession(context: BrowserContext, env: BenchEnv): Promise<void> {
  const { cookie = '' } = await signIn(env.portal);
  const cookies = cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]);
  await context.addCookies(
    [...cookies, ['authenticated', 'true'] as const].map(([name, value]) => ({
      name,
      value,
      url: env.portal,
    })),
  );
}

async function openSearch(context: BrowserContext, env: BenchEnv): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.timeKey = ({ selector, text, isGone }) => {
      const check = () => {
        const found = [...document.querySelectorAll(selector)];
        return found.length > 0 && found.some(({ textContent }) => textContent.includes(text)) !== isGone;
      };
      window.keyMs = new Promise((resolve) => {
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const look = () =>
              check()
                ? requestAnimationFrame(() => resolve(performance.now() - timeStamp))
                : requestAnimationFrame(look);
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      });
    };
  });
  await page.goto(`${env.portal}/search?offset=0&pageSize=50&searchRange=ANY_TIME`);
  await page.locator('[role=grid] [role=row][aria-rowindex]').nth(5).waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: serverMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  // What the page fetches at rest is not measured.
  await page.waitForTimeout(4000);
  return page;
}

/** A row below the heading and the filters. */
const row = '[role=grid] [role=row][aria-rowindex="4"]';
const rowText = (page: Page) => page.locator(row).textContent();
const otherRow = (before: string | null): Shown => ({ selector: row, text: before ?? '', isGone: true });

/** Does everything before the key, and returns it with what shows its result. */
type Turn = (page: Page, index: number) => Promise<{ key: string; result: Shown }>;

const turnPage: Turn = async (page) => {
  await page.getByRole('button', { name: 'Next page' }).focus();
  return { key: 'Enter', result: otherRow(await rowText(page)) };
};

/** The amount of the filter bar, typed before its key is measured. */
const filterAmount: Turn = async (page, index) => {
  const result = otherRow(await rowText(page));
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('Requested', { exact: true }).last().click();
  const panel = page.getByRole('dialog');
  // More than.
  await panel.locator('select').selectOption({ index: 1 });
  await page.getByLabel('Requested', { exact: true }).fill(String(100 + index));
  return { key: 'Enter', result };
};

const findById: Turn = async (page) => {
  const id = /\d{11,}/.exec((await page.locator('[role=grid]').textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('Control+k');
  await page.keyboard.type(id.slice(0, -1), { delay: 20 });
  return {
    key: id.slice(-1),
    result: { selector: '[role=option]', text: id, isGone: false },
  };
};

async function timeTurns(page: Page, turns: number, turn: Turn): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < turns + 2; index += 1) {
    const { key, result } = await turn(page, index);
    await page.evaluate((wanted) => window.timeKey?.(wanted), result);
    await page.keyboard.press(key);
    const ms = (await page.evaluate(() => window.keyMs)) ?? Number.NaN;
    // The first turns compile.
    if (index >= 2) times.push(ms);
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
  }
  return quantile(times, 0.95);
}

const figure = (name: string, p95: number, limitMs: number): Figure => ({
  name: `${name} p95`,
  unit: 'ms',
  ours: p95,
  floor: limitMs,
  ratio: p95 / limitMs,
});
