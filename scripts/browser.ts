import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env.COUNTINGHOUSE_BROWSER ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

let tried = false;

/** Finds a Chromium for the browser tests; installs Debian's when there is none and the user is root. */
export function browserPath(): string | undefined {
  const found = places.find((place) => place !== '' && existsSync(place));
  if (found || tried) return found;
  tried = true;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write('Installing a browser from Debian’s packages …\n');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  return browserPath();
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
