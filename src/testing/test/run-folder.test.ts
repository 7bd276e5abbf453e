import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fallbackHome } from '#database/embedded-postgres.ts';
import { removeRunFolder, runFolder } from '../run-folder.ts';

const deadPid = spawnSync(process.execPath, ['--version']).pid;
const isRoot = process.getuid?.() === 0;

/** A folder beside those of this process. */
function makeBeside(entry: string): string {
  const ownFolder = runFolder('sweep');
  onTestFinished(() => removeRunFolder(ownFolder));
  const folder = join(dirname(ownFolder), entry);
  mkdirSync(join(folder, 'data'), { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const sweep = () => removeRunFolder(runFolder('sweep'));

test('removes the folder of a dead process', () => {
  const abandoned = makeBeside(`countinghouse-sweep-${deadPid}-abc`);
  sweep();
  expect(existsSync(abandoned)).toBe(false);
});

test.runIf(isRoot)('removes the files of its databases under /var/lib', () => {
  const home = fallbackHome(join(makeBeside(`countinghouse-sweep-${deadPid}-def`), 'data'));
  mkdirSync(join(home, 'cluster'), { recursive: true });
  sweep();
  expect(existsSync(home)).toBe(false);
});

test.each([
  ['of a running process', `countinghouse-sweep-${process.pid}-abc`],
  ['of tests with another name', `countinghouse-sweep-more-${deadPid}-abc`],
  ['without a process id', 'countinghouse-sweep-notes'],
])('keeps a folder %s', (_title, entry) => {
  const kept = makeBeside(entry);
  sweep();
  expect(existsSync(kept)).toBe(true);
});
