import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hasChdb } from './chdb.ts';
import { type ClickHouseSql, compile } from './clickhouse-sql.ts';
import type { EngineReady, EngineRequest, EngineResponse } from './engine-messages.ts';
import {
  type ReadOptions,
  type Warehouse,
  type WarehouseCell,
  lineSettings,
  namedError,
  readSettings,
  readTimeoutMs,
  completeLines,
} from './warehouse.ts';

export interface EmbeddedWarehouse extends Warehouse {
  /** The id of the engine's process. */
  pid(): number;
}

/** The embedded engine cannot run here. The message is one sentence for the operator. */
export class NoEmbeddedWarehouse extends Error {}

/** Why the embedded engine cannot run on this machine; undefined when it can. */
export function missingEngine(): string | undefined {
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    return `there is no embedded warehouse for ${process.platform}: name a ClickHouse by its URL, or none.`;
  }
  if (!hasChdb()) {
    return 'the embedded warehouse (546 MB) is not installed; `npm start` fetches it from the package registry. Name a ClickHouse by its URL, or none.';
  }
  return undefined;
}

interface EngineOptions {
  /** Threads of one query, by default as many as the machine has cores. */
  maxThreads?: number;
}

/**
 * Starts the embedded engine in its own process, on `dataDir`/warehouse. The process ends with this one and is restarted
 * after a crash. Acknowledged data is on disk.
 */
export async function startEmbeddedWarehouse(
  dataDir: string,
  options: EngineOptions = {},
): Promise<EmbeddedWarehouse> {
  const missing = missingEngine();
  if (missing !== undefined) throw new NoEmbeddedWarehouse(missing);
  const home = join(resolve(dataDir), 'warehouse');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const engine = new Engine(home, options);
  await engine.ready();
  return {
    pid: () => engine.pid,
    async rows(select, options = {}) {
      const pieces = engine.read('rows', select, options);
      const { data } = JSON.parse(String(await collect(pieces))) as {
        data: WarehouseCell[][];
      };
      return data;
    },
    async *lines(select, options = {}) {
      yield* completeLines(engine.read('lines', select, options));
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
      throw new Error(`The embedded warehouse ended with ${String(code)}: ${lastErrorText}`);
    });
    ended.catch(() => {});
    await Promise.race([once(this.#child, 'message'), ended]);
  }

  /** Sends a request and waits for its response. */
  async request(task: WithoutId<EngineTask>): Promise<EngineResult> {
    return this.#send({ ...task, id: this.#newId() } as EngineTask);
  }

  /** Streams the result of a select. Stops the query when the reader leaves or the signal is aborted. */
  async *read(
    kind: 'rows' | 'lines',
    select: ClickHouseSql,
    { signal, timeoutMs = readTimeoutMs }: ReadOptions,
  ): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted();
    const { query, params } = compile(select);
    const settings = `${readSettings(timeoutMs)}${this.#maxThreads}${kind === 'lines' ? `, ${lineSettings}` : ''}`;
    const id = this.#newId();
    const abandon = (): void => this.#waiting.get(id)?.reject(signal?.reason);
    signal?.addEventListener('abort', abandon, { once: true });
    let isComplete = false;
    try {
      let next = this.#send({ kind, id, query: `${query}\nsettings ${settings}`, params });
      for (;;) {
        const response = await next;
        signal?.throwIfAborted();
        isComplete = response.kind === 'done' || kind === 'rows';
        // Requests the next piece while this one is used.
        if (!isComplete) {
          next = this.#send({ kind: 'more', id });
          next.catch(() => {});
        }
        if (response.kind === 'bytes') yield response.bytes;
        if (isComplete) return;
      }
    } finally {
      signal?.removeEventListener('abort', abandon);
      if (!isComplete && this.#child.connected)
        this.#child.send({ kind: 'cancel', id } satisfies EngineRequest);
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

  async #send(request: EngineTask | { kind: 'more'; id: number }): Promise<EngineResult> {
    if (!this.#child.connected) throw new Error('the embedded warehouse is not running');
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
      for (const { reject } of this.#waiting.values()) reject(new Error('the embedded warehouse ended'));
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

type EngineTask = Exclude<EngineRequest, { kind: 'more' | 'cancel' }>;
type EngineResult = Exclude<EngineResponse, { kind: 'error' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
