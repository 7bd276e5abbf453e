import type { ChdbSession } from './chdb.ts';
import { literal, parameterText } from './clickhouse-sql.ts';
import type { EngineRequest, EngineResponse, EngineReady } from './engine-messages.ts';
import { SessionPool } from './session-pool.ts';

/**
 * The process of the embedded engine: a crash of the engine must not end the product. It takes requests from the process
 * that started it, and ends with it. Argument: the data directory.
 */
const [dataDir = ''] = process.argv.slice(2);
const sessions = new SessionPool(dataDir, 4);
/** Stops queries, so it must never wait behind them. */
const killers = new SessionPool(dataDir, 1);

/** Requests under way, by id. */
const underWay = new Map<number, Work>();

interface Work {
  isCancelled: boolean;
  /** Of lines: the reader wants the next piece, or has left. */
  wake: (() => void) | undefined;
}

process.on('message', (request: EngineRequest) => {
  const work = underWay.get(request.id);
  if (request.kind === 'more') work?.wake?.();
  else if (request.kind === 'cancel') {
    if (work) cancel(request.id, work);
  } else void answer(request);
});
process.on('disconnect', end);
process.on('SIGTERM', end);
// Sent to the whole terminal; the process that started this one says when to end.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
send({ kind: 'ready' });

function end(): void {
  // Closing a session waits for its query: at most this long.
  setTimeout(() => process.exit(0), 3000).unref();
  sessions.close();
  killers.close();
  process.exit(0);
}

type Task = Exclude<EngineRequest, { kind: 'more' | 'cancel' }>;

async function answer(task: Task): Promise<void> {
  const work: Work = { isCancelled: false, wake: undefined };
  underWay.set(task.id, work);
  try {
    const bytes = await sessions.use((session) => run(session, task, work));
    send(bytes ? { kind: 'bytes', id: task.id, bytes } : { kind: 'done', id: task.id });
  } catch (error) {
    send({ kind: 'error', id: task.id, ...parseError(error) });
  } finally {
    underWay.delete(task.id);
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
  const text = `${mark(task.id)} ${task.query}`;
  if (task.kind === 'lines') {
    await sendLines(session, text, task.id, work);
    return undefined;
  }
  if (task.kind === 'command') {
    await session.queryAsync(text, { format: 'Null' });
    return undefined;
  }
  const result = await session.queryAsync(text, { format: 'JSONCompact' });
  return result.bytes();
}

const pieceBytes = 1 << 20;

/**
 * At the reader's pace: the engine is asked for more when the last piece was taken. When the reader leaves this throws, so
 * that the session is cleared: until its next query it would keep what the stopped one held.
 */
async function sendLines(session: ChdbSession, text: string, id: number, work: Work): Promise<void> {
  for await (const chunk of session.queryStream(text, { format: 'CustomSeparated' })) {
    const bytes = chunk.raw();
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      const taken = new Promise<void>((resolve) => (work.wake = resolve));
      send({ kind: 'bytes', id, bytes: Buffer.from(bytes.subarray(from, from + pieceBytes)) });
      await taken;
      refuseCancelled(work);
    }
  }
}

const killAgainMs = 200;

/** Repeated until the query has ended: it may not have begun when it is first stopped. */
function cancel(id: number, work: Work): void {
  work.isCancelled = true;
  work.wake?.();
  const kill = (): void => {
    if (underWay.get(id) !== work) return clearInterval(again);
    killers
      .use((session) =>
        session.queryAsync(`kill query where startsWith(query, ${literal(mark(id))}) async`, {
          format: 'Null',
        }),
      )
      .catch(() => {});
  };
  const again = setInterval(kill, killAgainMs);
  kill();
}

/** The engine gives queries ids of its own: ours is a comment before the text. */
const mark = (id: number): string => `/*q${id}*/`;

function refuseCancelled({ isCancelled }: Work): void {
  if (isCancelled) throw new Error('Code: 394. The query was cancelled. (QUERY_WAS_CANCELLED)');
}

/** The engine has codes only in its texts: "Code: 47. DB::Exception: … (UNKNOWN_IDENTIFIER)". */
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
