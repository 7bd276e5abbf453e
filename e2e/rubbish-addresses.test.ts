import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screens } from '#app/web/screens.tsx';
import { closePages, follow, openBrowser, settled, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(closePages);

const queries = [
  '',
  '?offset=7&pageSize=13&field=nothing&direction=up&searchRange=EVER&errorCode=abc',
  '?offset=NaN&pageSize=1e5&searchField=txn_id&value=012&errorCode=404&errorCode=500',
  '?__proto__=x&constructor=y&toString=z&valueOf=1&hasOwnProperty=2',
  '?offset=%E0%A4%A&value=%zz&searchField=%00&field=%F0%9F%92%A5&=&&=x',
  `?value=${'9'.repeat(2000)}&searchField=merch_ref&selectedNodes=-1,a,1e9`,
  '?status=%5B%5D&type=%7B%7D&fromSecondaryAction=BOOM&from=//evil.example&user=%2e%2e%2f',
];
const parts = ['1', 'x', '%E0%A4%A', '%2e%2e%2f', '__proto__', '99999999999999999999', '%F0%9F%92%A5'];

interface Address {
  address: string;
  /** Followed within the page, instead of loaded. */
  isFollowed: boolean;
}

/**
 * A fixed sample over every route: the search, with most parameters, gets all queries, others one and paths
 * two parts, in rotation.
 */
const addressesFor = (isIn: boolean): Address[] =>
  [...screens, { path: '/' }, { path: '/nowhere/%E0%A4%A' }].flatMap(({ path }, route) => {
    const sample = <T>(all: readonly T[], number: number): T[] =>
      Array.from({ length: number }, (_, index) => all[(route * number + index) % all.length] as T);
    const places = path.includes('$')
      ? sample(parts, isIn ? 2 : 1).map((part) => path.replaceAll(/\$\w+/g, part))
      : [path];
    const pageQueries = path === '/search' && isIn ? queries : sample(queries, 1);
    return places.flatMap((place, index) =>
      (index === 0 ? pageQueries : ['']).map((query) => ({ address: place + query, isFollowed: index > 0 })),
    );
  });

test.each([
  ['a visitor', false],
  ['an administrator', true],
])('no address crashes the page or redirects in a loop: %s', { timeout: 300_000 }, async (_who, isIn) => {
  const { page, context, complaints } = await visit(browser);
  if (isIn) {
    await signIn(page, 'admin@harbour.example');
  } else await page.goto('/login');
  let moves = 0;
  page.on('framenavigated', () => (moves += 1));
  for (const { address, isFollowed } of addressesFor(isIn)) {
    moves = 0;
    if (isFollowed) await follow(page, address);
    else await page.goto(address, { waitUntil: 'commit' });
    const heading = page.locator('h1, h2, [role=alert]').first();
    await heading.waitFor({ state: 'attached' }).catch(() => {
      throw new Error(`no page at ${address}`);
    });
    // After this, the screen has handled wrong parameters, and a loop would have repeated.
    await settled(page);
    const { pathname } = new URL(page.url());
    expect(moves, address).toBeLessThanOrEqual(6);
    expect(await page.getByText('We couldn’t show this page').count(), address).toBe(
      pathname === '/error' && !/errorCode=(401|403|404)$/.test(page.url()) ? 1 : 0,
    );
    if (isIn && address.startsWith('/nowhere')) expect(page.url()).toContain('/error?errorCode=404');
    if (!isIn) expect(pathname, address).not.toMatch(/^\/(home|search|error|transactionDetails)/);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
