import { type StdioOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Opens no window, which saves most of the processor time of a page. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const places = [
  process.env.COUNTINGHOUSE_BROWSER ?? '',
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const found = (): string | undefined => places.find((place) => place !== '' && existsSync(place));

let isTried = false;

/** Finds a Chromium for the browser tests, after installing Debian's headless one if the user is root. */
export function browserPath(): string | undefined {
  const isChosen = process.env.COUNTINGHOUSE_BROWSER !== undefined;
  if (!isTried && !isChosen && !existsSync(headlessShell)) installHeadlessShell();
  isTried = true;
  return found();
}

function installHeadlessShell(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write('Installing a browser from Debian’s packages …\n');
  // Without a network, the browser that is there is used soon.
  const aptOptions = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  const options = {
    stdio: ['ignore', 'ignore', found() === undefined ? 'inherit' : 'ignore'] as StdioOptions,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', ...aptOptions], options);
  spawnSync(
    'apt-get',
    ['install', '-y', ...aptOptions, '--no-install-recommends', 'chromium-headless-shell'],
    options,
  );
}

/** Flags for headless Chromium as root, without a GPU and background network traffic. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
