import { spawnSync } from 'node:child_process';
import { checkArchitecture } from './architecture.ts';

/** Types, lint, format, architecture and wording: seconds, no database. */
const steps: [name: string, command: string, args: string[]][] = [
  ['types', 'tsc', ['-b']],
  ['lint', 'oxlint', []],
  ['format', 'oxfmt', ['--check']],
];

let failed = false;
for (const [name, command, args] of steps) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  report(name, status === 0 ? [] : [`${stdout}${stderr}`.trim()]);
}
report('architecture', await checkArchitecture());
process.exit(failed ? 1 : 0);

function report(name: string, complaints: readonly string[]): void {
  console.log(`${complaints.length === 0 ? '✓' : '✗'} ${name}`);
  for (const complaint of complaints) console.log(complaint);
  failed ||= complaints.length > 0;
}
