import { literal, parameterText } from '#warehouse/clickhouse-sql.ts';
import { type ChdbSession, loadChdb } from './chdb.ts';
import type { EngineRequest, EngineResponse, EngineReady } from './engine-messages.ts';

/**
 * Sessions of one data directory, each with one query at a time. Uses `SET param_x` in a session, because the package's
 * own bound queries are serialised in the process.
 */
class SessionPool {
  readonly #idle: ChdbSession[];
  readonly #all: readonly ChdbSession[];
  readonly #waiting: ((session: ChdbSession) => void)[] = [];

  constructor(dataDir: string, size: number) {
    const { Session } = loadChdb();
    this.#all = Array.from({ length: size }, () => new Session(dataDir));
    this.#idle = [...this.#all];
  }

  async use<T>(work: (session: ChdbSession) => Promise<T>): Promise<T> {
    const session =
      this.#idle.pop() ?? (await new Promise<ChdbSession>((resume) => this.#waiting.push(resume)));
    try {
      return await work(session);
    } catch (error) {
      // Clears the partial output of a failed query, which would precede the next response.
      await session.queryAsync('select 1', { format: 'Null' }).catch(() => {});
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next) next(session);
      else this.#idle.push(session);
    }
  }

  /** Prevents a crash of the engine when the process ends. */
  close(): void {
    for (const session of this.#all) session.close();
  }
}

/**
 * The process of the engine, so that a crash of the engine doesn't end the tests. It serves the process that
 * started it, and ends with it. Argument: the data directory.
 */
const [dataDir = ''] = process.argv.slice(2);
const sessions = new SessionPool(dataDir, 4);
/** Separate sessions for stopping queries, which must not wait for them. */
const killers = new SessionPool(dataDir, 1);

/** Open requests, by id. */
const running = new Map<number, Work>();

interface Work {
  isCancelled: boolean;
}

process.on('message', (request: EngineRequest) => {
  const work = running.get(request.id);
  if (request.kind !== 'cancel') void runTask(request);
  else if (work) cancel(request.id, work);
});
process.on('disconnect', end);
process.on('SIGTERM', end);
// Signals reach the whole process group. The parent process decides when to end.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
send({ kind: 'ready' });

function end(): void {
  // The maximum wait for a session to close.
  setTimeout(() => process.exit(0), 3000).unref();
  sessions.close();
  killers.close();
  process.exit(0);
}

type Task = Exclude<EngineRequest, { kind: 'cancel' }>;

async function runTask(task: Task): Promise<void> {
  const work: Work = { isCancelled: false };
  running.set(task.id, work);
  try {
    const bytes = await sessions.use((session) => run(session, task, work));
    send(bytes ? { kind: 'bytes', id: task.id, bytes } : { kind: 'done', id: task.id });
  } catch (error) {
    send({ kind: 'error', id: task.id, ...parseError(error) });
  } finally {
    running.delete(task.id);
  }
}

async function run(session: ChdbSession, task: Task, work: Work): Promise<Uint8Array | undefined> {
  refuseCancelled(work);
  if (task.kind === 'insert') {
    const { table, columns, lines } = task;
    await session.insert({ table, columns, values: Buffer.from(lines), format: 'TabSeparated' });
    return undefined;
  }
  const params = Object.entries(task.params).map(
    ([name, value]) => `param_${name} = ${literal(parameterText(value))}`,
  );
  if (params.length > 0) await session.queryAsync(`set ${params.join(', ')}`, { format: 'Null' });
  refuseCancelled(work);
  const text = `${queryComment(task.id)} ${task.query}`;
  if (task.kind === 'command') {
    await session.queryAsync(text, { format: 'Null' });
    return undefined;
  }
  const result = await session.queryAsync(text, { format: 'JSONCompact' });
  return result.bytes();
}

const killAgainMs = 200;

/** Repeated until the query has ended, because it may not have started at the first attempt. */
function cancel(id: number, work: Work): void {
  work.isCancelled = true;
  const kill = (): void => {
    if (running.get(id) !== work) return clearInterval(killTimer);
    killers
      .use((session) =>
        session.queryAsync(`kill query where startsWith(query, ${literal(queryComment(id))}) async`, {
          format: 'Null',
        }),
      )
      .catch(() => {});
  };
  const killTimer = setInterval(kill, killAgainMs);
  kill();
}

/** Identifies a query by a leading comment, because the engine assigns its own ids. */
const queryComment = (id: number): string => `/*q${id}*/`;

function refuseCancelled({ isCancelled }: Work): void {
  if (isCancelled) throw new Error('Code: 394. The query was cancelled. (QUERY_WAS_CANCELLED)');
}

/** Parses the code from the engine's message: "Code: 47. DB::Exception: … (UNKNOWN_IDENTIFIER)". */
function parseError(error: unknown): { code: string; type: string; message: string } {
  const text = String((error as Error).message ?? error);
  const message = text.replace(/^(Code: \d+\. DB::Exception: )+/, '');
  const [, code = '1002'] = /Code: (\d+)/.exec(text) ?? [];
  const [, type = 'UNKNOWN_EXCEPTION'] = /\(([A-Z][A-Z_]+)\)/.exec(text) ?? [];
  return { code, type, message };
}

function send(response: EngineResponse | EngineReady): void {
  process.send?.(response);
}
