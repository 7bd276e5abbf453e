import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { hasChdb } from './chdb-place.ts';

export interface EmbeddedWarehouse {
  /** For openWarehouse. */
  url: string;
  pid(): number;
  stop(): Promise<void>;
}

/** The embedded engine cannot run here; the message is one sentence for the person who asked for it. */
export class NoEmbeddedWarehouse extends Error {}

/** Says why the embedded engine cannot run on this machine; undefined when it can. */
export function missingEngine(): string | undefined {
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    return `there is no embedded warehouse for ${process.platform}: name a ClickHouse by its URL, or none.`;
  }
  if (!hasChdb()) {
    return 'the embedded warehouse (546 MB) is not installed; `npm start` fetches it from the package registry. Name a ClickHouse by its URL, or none.';
  }
  return undefined;
}

/**
 * Starts the embedded engine in a process of its own on `dataDir`/warehouse. The process ends with ours, however ours
 * ends; what it had acknowledged is on disk. When it is killed another takes its place, at the same address.
 */
export async function startEmbeddedWarehouse(dataDir: string): Promise<EmbeddedWarehouse> {
  const missing = missingEngine();
  if (missing !== undefined) throw new NoEmbeddedWarehouse(missing);
  const home = join(resolve(dataDir), 'warehouse');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  let stopping = false;
  let child = launch(home, password, 0);
  const port = await readPort(child);
  const keepAlive = (): void => {
    child.once('exit', () => {
      if (stopping) return;
      setTimeout(() => {
        if (stopping) return;
        child = launch(home, password, port);
        keepAlive();
      }, againMs).unref();
    });
  };
  keepAlive();
  return {
    url: `http://countinghouse:${password}@127.0.0.1:${port}/default`,
    pid: () => child.pid ?? 0,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin?.end();
      const late = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(late);
    },
  };
}

const againMs = 300;

function launch(home: string, password: string, port: number): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'chdb-server.ts'), home, String(port)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      COUNTINGHOUSE_WAREHOUSE_PASSWORD: password,
      // A running query holds a thread of Node's pool.
      UV_THREADPOOL_SIZE: '12',
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    },
  });
}

/** The first line it writes; throws with what it complained of when it ends before. */
async function readPort(child: ChildProcess): Promise<number> {
  let complaint = '';
  child.stderr?.on('data', (chunk) => (complaint = `${complaint}${String(chunk)}`.slice(-4000)));
  const { stdout } = child;
  if (!stdout) throw new Error('the embedded warehouse has no output');
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).once('line', (line) => resolve(Number(line)));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The embedded warehouse ended with ${code}: ${complaint}`)),
    );
  });
}
