import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkArchitecture } from './architecture.ts';
import { migrationComplaints } from './migration-rules.ts';
import { allSourceWordComplaints } from './source-words.ts';

/** Types, lint, format, architecture, migrations and wording: seconds, no database. */
const steps: [name: string, complaints: Promise<readonly string[]>][] = [
  ['types', run('tsc', ['-b'])],
  ['lint', run('oxlint', [])],
  ['format', run('oxfmt', ['--check'])],
  ['architecture', checkArchitecture()],
  ['migrations', Promise.resolve(migrationComplaints(join(import.meta.dirname, '..')))],
  ['wording', Promise.resolve(allSourceWordComplaints(join(import.meta.dirname, '..')))],
];

let failed = false;
for (const [name, found] of steps) {
  const complaints = await found;
  console.log(`${complaints.length === 0 ? '✓' : '✗'} ${name}`);
  for (const complaint of complaints) console.log(complaint);
  failed ||= complaints.length > 0;
}
process.exit(failed ? 1 : 0);

async function run(command: string, args: string[]): Promise<string[]> {
  try {
    await promisify(execFile)(command, args, { maxBuffer: 2 ** 26 });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return [`${stdout}${stderr}`.trim() || message];
  }
}
