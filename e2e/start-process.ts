import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '..', 'src/app/server/main.ts');

export interface Run {
  process: ChildProcess;
  output(): string;
  /** Resolves on `ready`, or with the exit code. */
  outcome: Promise<'ready' | number | null>;
  ended: Promise<number | null>;
}

/**
 * The product in a separate process, with the demo's organisations and users. The demo's payments take as long as a dozen
 * starts, so only tests that are about them ask for some.
 */
export function startProcess(
  { port, dataDir }: { port: number; dataDir: string },
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Run {
  const options = [
    '--port',
    String(port),
    '--data-dir',
    dataDir,
    '--demo',
    '0',
    '--log-level',
    'warn',
    ...more,
  ];
  const child = spawn(process.execPath, [main, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const outcome = new Promise<'ready' | number | null>((resolve) => {
    const collect = (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes(`ready http://localhost:${port}`)) resolve('ready');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    void ended.then(resolve);
  });
  return { process: child, output: () => output, outcome, ended };
}
