import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { browserPath } from './browser.ts';
import { buildWeb } from './build-web.ts';

interface FileReport {
  name: string;
  status: string;
  message?: string;
  assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[];
}

/** The parts that are read of what Vitest writes. */
interface Report {
  numPassedTests: number;
  testResults: readonly FileReport[];
}

/**
 * Everything: static checks, then unit, API, screen and browser tests; ends with `N passed, N failed`.
 * `--only code` or `--only browser` runs that half without the static checks. Vitest takes other options.
 */
const args = process.argv.slice(2);
const at = args.indexOf('--only');
const only = at < 0 ? undefined : args.splice(at, 2)[1];
if (at >= 0 && only !== 'code' && only !== 'browser') {
  console.error('--only takes code or browser.');
  process.exit(1);
}
const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache', 'test-reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
/** A line each, printed at the end: the output before is long. */
const failures: string[] = [];

// Beside the first tests: it leaves a core idle at times. Tests need the pages.
const checked = only == null ? check() : undefined;
await buildWeb();
if (only !== 'browser') await suite(['code', 'mocking', 'alone']);
if (only === 'code') {
  // The browser tests are a job of their own.
} else if (browserPath()) {
  // Browsers wait half of their time, so three keep two cores busy.
  process.env.COUNTINGHOUSE_BROWSERS ??= '3';
  await suite(['browser']);
} else {
  failures.push('No browser was found, and none could be installed: the browser tests did not run.');
}
await checked;
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function check(): Promise<void> {
  const status = await runCommand('node', [join(root, 'scripts', 'check.ts')]);
  if (status === 0) passed += 1;
  else failures.push('npm run check');
}

/** Runs projects in one go. */
async function suite(projects: readonly string[]): Promise<void> {
  const report = join(reports, `${projects[0]}.json`);
  const options = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
  ];
  const status = await runCommand('vitest', [...options, ...args]);
  const name = projects.join(', ');
  if (!existsSync(report)) {
    failures.push(`${name}: no report was written`);
    return;
  }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  passed += numPassedTests;
  const failedTests = testResults.flatMap(listFailures);
  failures.push(...failedTests);
  // An error outside every test fails the run without failing a test.
  if (status !== 0 && failedTests.length === 0) failures.push(`${name}: an error outside the tests`);
}

/** A file that cannot be loaded has no tests. */
function listFailures({ name, status, message, assertionResults }: FileReport): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (failed.length > 0) {
    return failed.map((one) => `${file}: ${one.fullName}\n${firstLines(one.failureMessages?.[0])}`);
  }
  return status === 'failed' ? [`${file}\n${firstLines(message)}`] : [];
}

function firstLines(message = ''): string {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');
}

/** Does not wait, so that others can run in parallel. */
function runCommand(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { cwd: root, stdio: 'inherit' });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}
