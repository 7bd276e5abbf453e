import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { dayMs } from '#server/clock.ts';
import { browserFlags, browserPath } from './browser.ts';

/** `npm run pictures` writes the README's pictures from a new demo, or with --url from a running one. */
const { values } = parseArgs({
  options: { url: { type: 'string' }, port: { type: 'string', default: '18900' } },
});
const root = join(import.meta.dirname, '..');
const target = join(root, 'docs', 'pictures');
/** A README loads six of them. */
const maxBytes = 150_000;

const demo = values.url === undefined ? await startDemo(values.port) : undefined;
const url = values.url ?? `http://localhost:${values.port}`;
const browser = await chromium.launch({ executablePath: browserPath() ?? '', args: browserFlags });
try {
  await mkdir(target, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 860 },
      deviceScaleFactor: 2,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/London',
    });
    await takePictures(context, theme);
    await context.close();
  }
} finally {
  await browser.close();
  await demo?.stop();
}

async function takePictures(context: BrowserContext, theme: 'light' | 'dark'): Promise<void> {
  await signIn(context);
  const page = await context.newPage();
  const take = (name: string): Promise<void> => takePicture(page, `${name}-${theme}`);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByText('Acceptance').first().waitFor();
  await take('home');
  await page.goto(`/transactionDetails/${await findPayment(context)}`);
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await take('payment');
  // Large orders from abroad. Leaving the screen releases the payment for the next theme.
  await page.goto('/queue/review?min=5000');
  await page.locator('[data-ready]').waitFor();
  await take('review');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/review'));
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  // The ring of the keyboard's focus would look like a mark.
  await page.evaluate('document.activeElement?.blur()');
  await page.mouse.move(0, 0);
  const devtools = await page.context().newCDPSession(page);
  // Half the bytes of a PNG.
  const shot = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  const image = Buffer.from(shot.data, 'base64');
  if (image.length > maxBytes) throw new Error(`${name}: ${image.length} bytes, more than ${maxBytes}.`);
  await writeFile(join(target, `${name}.webp`), image);
  console.log(`docs/pictures/${name}.webp ${Math.round(image.length / 1000)} kB`);
}

async function antiForgery(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = await context.cookies();
  return { 'x-xsrf-token': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '' };
}

async function signIn(context: BrowserContext): Promise<void> {
  await context.request.get('/initiation');
  const response = await context.request.post('/auth/login', {
    data: { username: 'admin@harbour.example', password: demoPassword },
    headers: await antiForgery(context),
  });
  if (!response.ok()) throw new Error(`sign-in: ${await response.text()}`);
  await context.addCookies([{ name: 'authenticated', value: 'true', url, sameSite: 'Strict' }]);
}

/** The newest payment in pounds or euros that was captured and partly refunded. */
async function findPayment(context: BrowserContext): Promise<string> {
  const now = Date.now();
  const response = await context.request.post('/proxy/sync/tqs/reporting/internal/search', {
    headers: await antiForgery(context),
    data: {
      startFrom: 1,
      limit: 500,
      dataSource: 'REPORT',
      orgIds: [1100],
      fields: [
        { field: 'original_txn_id', display: true },
        { field: 'txn_type', display: true, filter: { operation: 'IN', value: ['CAPTURE', 'REFUND'] } },
        { field: 'requested_amount', display: true },
        {
          field: 'txn_datetime',
          display: true,
          filter: { operation: 'BETWEEN', value: [now - 180 * dayMs, now] },
          sort: 'DESC',
        },
      ],
    },
  });
  if (!response.ok()) throw new Error(`search: ${await response.text()}`);
  const { data } = (await response.json()) as { data: [original: string, type: string, amount: string][] };
  const sum = (found: typeof data, type: string): number =>
    found.reduce((total, row) => total + (row[1] === type ? Math.abs(Number(row[2])) : 0), 0);
  const found = [...Map.groupBy(data, ([original]) => original)].find(([, followUps]) => {
    const captured = sum(followUps, 'CAPTURE');
    const refunded = sum(followUps, 'REFUND');
    // Amounts in yen have no decimals.
    return refunded > 0 && refunded < captured && followUps.every(([, , amount]) => amount.includes('.'));
  });
  if (!found) throw new Error('The demo has no partly refunded payment of the last months.');
  return found[0];
}

/** A demo of its own in a folder that is removed. */
async function startDemo(port: string): Promise<{ stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-pictures-'));
  const args = [join(root, 'scripts/start.ts'), '--port', port, '--data-dir', dataDir, '--log-level', 'warn'];
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => program.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    program.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  await untilReady(program);
  return { stop };
}

function untilReady(program: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    program.stdout?.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('ready http')) resolve();
    });
    program.once('close', () => reject(new Error(`The demo did not start:\n${output}`)));
  });
}
