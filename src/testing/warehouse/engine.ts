import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hasChdb } from './chdb.ts';
import { type ClickHouseSql, compile } from '#warehouse/clickhouse-sql.ts';
import {
  type ReadOptions,
  type Warehouse,
  type WarehouseCell,
  namedError,
  readSettings,
  readTimeoutMs,
} from '#warehouse/warehouse.ts';
import type { EngineReady, EngineRequest, EngineResponse } from './engine-messages.ts';

export interface WarehouseEngine extends Warehouse {
  /** The id of the engine's process. */
  pid(): number;
}

/** Why ClickHouse's engine cannot run on this machine; undefined when it can. */
export function missingEngine(): string | undefined {
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    return `there is no chDB for ${process.platform}`;
  }
  if (!hasChdb()) {
    return 'chDB (546 MB) is not installed; `npm test` fetches it from the package registry';
  }
  return undefined;
}

interface EngineOptions {
  /** Threads of one query, by default as many as the machine has cores. */
  maxThreads?: number;
}

/**
 * Starts ClickHouse's engine in its own process, on `dataDir`/warehouse: tests and benchmarks use it as
 * their server. The process ends with this one and is restarted after a crash. Acknowledged data is on disk.
 */
export async function startEngine(dataDir: string, options: EngineOptions = {}): Promise<WarehouseEngine> {
  const missing = missingEngine();
  if (missing !== undefined) throw new Error(missing);
  const home = join(resolve(dataDir), 'warehouse');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const engine = new Engine(home, options);
  await engine.ready();
  return {
    pid: () => engine.pid,
    async rows(select, options = {}) {
      const { data } = JSON.parse(String(await engine.read(select, options))) as { data: WarehouseCell[][] };
      return data;
    },
    async insert(table, columns, lines) {
      const names = columns.map((name) => name.replaceAll('`', ''));
      await engine.request({
        kind: 'insert',
        table,
        columns: names,
        lines: await collect(lines as AsyncIterable<Uint8Array>),
      });
    },
    async command(statement) {
      await engine.request({ kind: 'command', ...compile(statement) });
    },
    close: () => engine.stop(),
  };
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const restartMs = 300;
const stopMs = 5000;

/** The engine's process and its open requests. */
class Engine {
  readonly #home: string;
  readonly #maxThreads: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<EngineResponse>>();
  #child: ChildProcess;
  #lastId = 0;
  #isStopping = false;

  constructor(home: string, { maxThreads }: EngineOptions) {
    this.#home = home;
    this.#maxThreads = maxThreads === undefined ? '' : `, max_threads = ${maxThreads}`;
    this.#child = this.#launch();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Throws with the process's last output when it ends before it is ready. */
  async ready(): Promise<void> {
    let lastErrorText = '';
    this.#child.stderr?.on(
      'data',
      (chunk) => (lastErrorText = `${lastErrorText}${String(chunk)}`.slice(-4000)),
    );
    const ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`The warehouse engine ended with ${String(code)}: ${lastErrorText}`);
    });
    ended.catch(() => {});
    await Promise.race([once(this.#child, 'message'), ended]);
  }

  /** Sends a request and waits for its response. */
  async request(task: WithoutId<EngineTask>): Promise<EngineResult> {
    return this.#send({ ...task, id: this.#newId() } as EngineTask);
  }

  /** The result of a select as JSON. Stops the query when the signal is aborted. */
  async read(select: ClickHouseSql, { signal, timeoutMs = readTimeoutMs }: ReadOptions): Promise<Buffer> {
    signal?.throwIfAborted();
    const { query, params } = compile(select);
    const id = this.#newId();
    const abandon = (): void => {
      this.#waiting.get(id)?.reject(signal?.reason);
      if (this.#child.connected) this.#child.send({ kind: 'cancel', id } satisfies EngineRequest);
    };
    signal?.addEventListener('abort', abandon, { once: true });
    try {
      const settings = `${readSettings(timeoutMs)}${this.#maxThreads}`;
      const response = await this.#send({
        kind: 'rows',
        id,
        query: `${query}\nsettings ${settings}`,
        params,
      });
      return Buffer.from(response.kind === 'bytes' ? response.bytes : []);
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    if (child.connected) child.disconnect();
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(killTimer);
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  async #send(request: EngineTask): Promise<EngineResult> {
    if (!this.#child.connected) throw new Error('the warehouse engine is not running');
    const waiting = Promise.withResolvers<EngineResponse>();
    this.#waiting.set(request.id, waiting);
    try {
      this.#child.send(request, (error) => {
        if (error) waiting.reject(error);
      });
      const response = await waiting.promise;
      if (response.kind !== 'error') return response;
      const { message, code, type } = response;
      throw namedError(Object.assign(new Error(message), { code, type }));
    } finally {
      if (this.#waiting.get(request.id) === waiting) this.#waiting.delete(request.id);
    }
  }

  #launch(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'engine-process.ts'), [this.#home], {
      // Sends bytes without conversion.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // A running query holds a thread of Node's pool.
      env: { ...process.env, NODE_OPTIONS: '', UV_THREADPOOL_SIZE: '12' },
    });
    child.stderr?.resume();
    child.on('message', (response: EngineResponse | EngineReady) => {
      if (response.kind !== 'ready') this.#waiting.get(response.id)?.resolve(response);
    });
    const restart = (): void => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the warehouse engine ended'));
      if (this.#isStopping) return;
      setTimeout(() => {
        if (!this.#isStopping) this.#child = this.#launch();
      }, restartMs).unref();
    };
    child.once('exit', restart);
    // A failed message is followed by 'exit', except when the process never started.
    child.on('error', () => {
      if (child.pid === undefined) restart();
    });
    return child;
  }
}

type EngineTask = Exclude<EngineRequest, { kind: 'cancel' }>;
type EngineResult = Exclude<EngineResponse, { kind: 'error' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
