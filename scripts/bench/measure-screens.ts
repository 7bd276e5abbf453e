import { request, createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { benchCompany } from '#app/server/demo/bulk/bench-merchants.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { stableUuid } from '#database/stable-uuid.ts';
import { browserFlags, browserPath } from '../browser.ts';
import type { BenchEnv } from './bench-env.ts';
import { type Figure, median, quantile } from './statistics.ts';

/** The time from a key to the frame that shows its result, in ms (docs/benchmarks.md#screens). */
const limits = { page: 250, filter: 250, palette: 150 };
/** The server is so far away. */
const serverMs = 50;
/** A screen is at rest when it has sent nothing for so long. */
const restMs = 1500;
const maxRequests = 25;

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
 * In a browser beside a server whose every response takes 50 ms longer: page change and column filter of the search, the search box, each
 * from the key to the frame with its result, and the requests of three screens whose files the browser has.
 */
export async function* measureScreens(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const executablePath = browserPath();
  if (executablePath === undefined) throw new Error('No browser was found, and none could be installed.');
  await addUser(env);
  const proxy = await startProxy(env.portal);
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const newContext = () =>
      browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', baseURL: address });
    const context = await newContext();
    const page = await openSearch(context);
    const turns = rounds * 8;
    yield* figures('screen: page change', await timeTurns(page, turns, turnPage), limits.page);
    const { references, customers } = await readValues(env, turns + 2);
    const filter: Turn = (at, index) => filterReference(at, references[index] ?? '');
    yield* figures('screen: column filter', await timeTurns(page, turns, filter), limits.filter);
    const find: Turn = (at, index) => findCustomer(at, customers[index] ?? '');
    yield* figures('screen: search box', await timeTurns(page, turns, find), limits.palette);
    await context.close();
    yield* countRequests(await newContext(), address);
  } finally {
    await browser.close();
    proxy.close();
    proxy.closeAllConnections();
  }
}

const benchUser = 'screens@bench.example';

/** An administrator of the company that has the rows. */
async function addUser({ owner }: BenchEnv): Promise<void> {
  const userId = stableUuid(benchUser);
  await owner`
    insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name, domain_user,
                          password_hash, password_changed_at, created_at)
    select ${userId}, ${benchCompany}, ${benchUser}, ${benchUser}, 'Bench', 'Screens', false, password_hash, now(), now()
    from app_user where user_name = 'admin@harbour.example' on conflict do nothing`;
  await owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    values (${userId}, 'administrator', ${benchCompany}, true) on conflict do nothing`;
}

/** Forwards every request to the portal, 50 ms later. */
async function startProxy(portal: string): Promise<Server> {
  const { hostname, port } = new URL(portal);
  const server = createServer((incoming, outgoing) => {
    // The portal has another address than its pages, so the origin would be refused.
    const { origin: _, ...headers } = incoming.headers;
    const { method, url: path } = incoming;
    const forward = (): void => {
      const forwarded = request({ hostname, port, method, path, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      // The browser cancels requests, and the portal ends before the browser does.
      forwarded.on('error', () => outgoing.destroy());
      outgoing.on('close', () => forwarded.destroy());
      incoming.pipe(forwarded);
    };
    setTimeout(forward, serverMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function openAs(context: BrowserContext, userName: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password').first().fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await comeToRest(page);
  return page;
}

async function openSearch(context: BrowserContext): Promise<Page> {
  const page = await openAs(context, benchUser);
  await page.addInitScript(() => {
    window.timeKey = ({ selector, text, isGone }) => {
      const check = () => {
        const found = [...document.querySelectorAll(selector)];
        return found.length > 0 && found.some(({ textContent }) => textContent.includes(text)) !== isGone;
      };
      window.keyMs = new Promise((resolve, reject) => {
        if (check()) reject(new Error('The result was there before the key.'));
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const look = () => {
              const ms = performance.now() - timeStamp;
              if (check()) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
              else if (ms > 10_000) reject(new Error('No result within 10 seconds.'));
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      });
      window.keyMs.catch(() => undefined);
    };
  });
  await page.goto('/search?offset=0&pageSize=50&searchRange=ANY_TIME');
  await page.locator('[role=grid] [role=row][aria-rowindex]').nth(5).waitFor();
  await comeToRest(page);
  return page;
}

/** A row below the heading. */
const row = '[role=grid] [role=row][aria-rowindex="4"]';
const rowText = (page: Page) => page.locator(row).textContent();
const otherRow = (before: string | null): Shown => ({ selector: row, text: before ?? '', isGone: true });

/** Does everything before the key, and returns it with what shows its result. */
type Turn = (page: Page, index: number) => Promise<{ key: string; result: Shown }>;

const turnPage: Turn = async (page) => {
  await page.getByRole('button', { name: 'Next page' }).focus();
  return { key: 'Enter', result: otherRow(await rowText(page)) };
};

/** A merchant reference in the filter bar, typed before its key is measured. */
async function filterReference(page: Page, reference: string): Promise<{ key: string; result: Shown }> {
  const label = 'Merchant reference';
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog').getByText(label, { exact: true }).click();
  await page.getByRole('dialog').locator('input').fill(reference);
  return { key: 'Enter', result: { selector: '[role=grid] [role=row]', text: reference, isGone: false } };
}

/** An email with a letter too many, which finds nothing: the key that takes the letter away comes alone, as of a person. */
async function findCustomer(page: Page, email: string): Promise<{ key: string; result: Shown }> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().waitFor();
  await page.keyboard.insertText(`${email}q`);
  await comeToRest(page);
  return {
    key: 'Backspace',
    result: { selector: '[role=option][id*="-customer-"]', text: email, isGone: false },
  };
}

/** Of older rows, which are on no first page. */
async function readValues({ owner }: BenchEnv, count: number) {
  const references = await owner<{ value: string }[]>`
    select distinct merch_ref as value from txn
    where company_id = ${benchCompany} and merch_ref is not null and txn_datetime < now() - interval '30 days'
    limit ${count}`;
  const customers = await owner<{ value: string }[]>`
    select distinct customer_email as value from txn
    where company_id = ${benchCompany} and customer_email ~ '[a-z]$' limit ${count}`;
  return {
    references: references.map(({ value }) => value),
    customers: customers.map(({ value }) => value),
  };
}

async function timeTurns(page: Page, turns: number, turn: Turn): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < turns + 2; index += 1) {
    const { key, result } = await turn(page, index);
    await page.evaluate((wanted) => window.timeKey?.(wanted), result);
    await page.keyboard.press(key);
    const ms = (await page.evaluate(() => window.keyMs)) ?? Number.NaN;
    // The first turns compile.
    if (index >= 2) times.push(ms);
    // A list gathers pages that are turned within half a second.
    await pause(600);
    await page.keyboard.press('Escape');
  }
  return times;
}

function* figures(name: string, times: readonly number[], limitMs: number): Generator<Figure> {
  for (const [part, ours] of [
    ['p50', median(times)],
    ['p95', quantile(times, 0.95)],
  ] as const)
    yield { name: `${name} ${part}`, unit: 'ms', ours, floor: limitMs, ratio: ours / limitMs };
}

const counted = { queue: '/queueManagement', rule: '/rules/new', terminal: '/virtual-terminal' };

/** The requests of a screen that the browser's cache did not answer, after a first visit of the screen. */
async function* countRequests(context: BrowserContext, address: string): AsyncGenerator<Figure> {
  const page = await openAs(context, 'admin@harbour.example');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const sent = new Set<string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (url.startsWith(address)) sent.add(requestId);
  });
  // The cache in memory, and the one on disk.
  devtools.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) sent.delete(requestId);
  });
  for (const [name, path] of Object.entries(counted)) {
    await page.goto(path);
    await comeToRest(page);
    sent.clear();
    await page.goto(path);
    await comeToRest(page);
    const ours = sent.size;
    const ratio = ours / maxRequests;
    yield { name: `screen: requests of ${name}`, unit: '', ours, floor: maxRequests, ratio };
  }
}

async function comeToRest(page: Page): Promise<void> {
  let last = performance.now();
  const note = () => (last = performance.now());
  page.on('request', note);
  page.on('response', note);
  while (performance.now() - last < restMs) await pause(100);
  page.off('request', note);
  page.off('response', note);
}
