import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { browserPath } from './browser.ts';
import { buildWeb } from './build-web.ts';

/** Everything: static checks, then unit, API, screen and browser tests; ends with `N passed, N failed`. */
const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache', 'test-reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;

const check = run('node', [join(root, 'scripts', 'check.ts')]);
if (check === 0) passed += 1;
else failed += 1;

await suite(['code', 'mocking']);
await suite(['alone']);
await buildWeb();
if (browserPath()) {
  // Each half has its own product and database. One browser leaves a core half idle, three are too many for
  // two cores.
  await Promise.all(['1/2', '2/2'].map((part) => suite(['browser'], part)));
} else {
  failed += 1;
  console.error('No browser was found, and none could be installed: the browser tests did not run.');
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Runs projects in one go, or a shard of their files. */
async function suite(projects: readonly string[], shard?: string): Promise<void> {
  const report = join(reports, `${projects[0]}${shard?.replace('/', '-of-') ?? ''}.json`);
  const options = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
    ...(shard == null ? [] : [`--shard=${shard}`]),
  ];
  const status = await runBeside('vitest', [...options, ...process.argv.slice(2)]);
  if (!existsSync(report)) {
    failed += 1;
    return;
  }
  const counts = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
  passed += counts.numPassedTests ?? 0;
  failed += counts.numFailedTests ?? 0;
  // A file that cannot be loaded fails the run without failing a test.
  if (status !== 0 && !counts.numFailedTests) failed += 1;
}

/** Does not wait, so that others can run in parallel. */
function runBeside(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { cwd: root, stdio: 'inherit' });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function run(command: string, args: readonly string[]): number {
  return spawnSync(command, [...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
}
