import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareHome, serverAccount } from '#database/embedded-postgres.ts';

const main = new URL('../main.ts', import.meta.url).pathname;

/** The whole program in a separate process. */
export interface Program {
  child: ChildProcess;
  port: number;
  gateway: number;
  output(): string;
  /** Resolves on `ready`, or with the exit code. */
  outcome: Promise<'ready' | number | null>;
  ended: Promise<number | null>;
}

export function startProgram(port: number, dataDir: string, masterKey: string, ...more: string[]): Program {
  const options = ['--port', String(port), '--data-dir', dataDir, '--demo', '0', '--pool-size', '8'];
  const child = spawn(process.execPath, [main, ...options, '--intent-grace-ms', '1500', ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, COUNTINGHOUSE_MASTER_KEY: masterKey },
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
  return { child, port, gateway: port + 1, output: () => output, outcome, ended };
}

/** The embedded server of a data directory: its process and address. */
export async function embeddedServer(dataDir: string): Promise<{ pid: number; url: string }> {
  const home = await prepareHome(dataDir, serverAccount());
  const [pid, , , port] = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  return { pid: Number(pid), url: `postgres://countinghouse:${password}@127.0.0.1:${port}/countinghouse` };
}

/** A process and its children. */
export function listProcessTree(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readParent(name) === pid);
  return [pid, ...children.map(Number)];
}

function readParent(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
