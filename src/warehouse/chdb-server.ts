import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { ChdbSession } from './chdb-place.ts';
import { SessionPool } from './session-pool.ts';

/**
 * A process of its own that runs the embedded engine and speaks as much of ClickHouse's HTTP as our client does: bound
 * parameters, errors with their code, inserts, answers that stream, queries that stop when their client goes away.
 * Arguments: data directory, port (0 for any). The password comes in the environment; it ends with its standard input.
 */
const [dataDir = '', port = '0'] = process.argv.slice(2);
const password = process.env.COUNTINGHOUSE_WAREHOUSE_PASSWORD ?? '';
const allowed = `Basic ${Buffer.from(`countinghouse:${password}`).toString('base64')}`;
const queries = new SessionPool(dataDir, 4);
/** Stops others' queries, so it must never wait behind them. */
const killers = new SessionPool(dataDir, 1);
let asked = 0;

// Lists of merchants travel in the address, as parameters do.
const server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => {
  answer(request, response).catch((error: unknown) => refuse(response, error));
});
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
process.stdin.resume().on('end', end).on('error', end);
process.on('SIGTERM', end);
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

function end(): void {
  server.close();
  server.closeAllConnections();
  // A session that is closed in the middle of a query waits for it: not longer than this.
  setTimeout(() => process.exit(0), 3000).unref();
  queries.close();
  killers.close();
  process.exit(0);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/ping') return void response.end('Ok.\n');
  if (request.headers.authorization !== allowed) {
    throw new Error('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
  }
  const inAddress = searchParams.get('query');
  const load = inAddress === null ? undefined : parseInsert(inAddress);
  if (load) {
    await queries.use((session) => session.insert({ ...load, values: request, format: 'TabSeparated' }));
    return void response.end();
  }
  const query = inAddress ?? (await readBody(request));
  const killed = killedId(query, searchParams);
  if (killed !== undefined) {
    await kill(killed);
    return void response.end();
  }
  await queries.use((session) => run(session, query, searchParams, response));
}

async function run(
  session: ChdbSession,
  query: string,
  given: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed) return;
  const params = [...given].filter(([name]) => /^param_\w+$/.test(name));
  if (params.length > 0) {
    const all = params.map(([name, value]) => `${name} = ${literal(value)}`);
    await session.queryAsync(`set ${all.join(', ')}`, { format: 'Null' });
  }
  asked += 1;
  const mark = given.get('query_id') ?? String(asked);
  const gone = () => void (response.writableFinished || kill(mark).catch(() => {}));
  response.once('close', gone);
  try {
    const marked = `/*${mark.replaceAll(/[^\w-]/g, '')}*/ ${query}`;
    const [, format = ''] = /\bformat\s+(\w+)\s*$/i.exec(query) ?? [];
    if (/^(CustomSeparated|TabSeparated|JSONCompactEachRow)$/.test(format)) {
      // The engine would write what belongs after the last row after each of its pieces.
      const [, end = ''] = /format_custom_result_after_delimiter = '([^']*)'/.exec(marked) ?? [];
      const plain = end === '' ? marked : marked.replace(`delimiter = '${end}'`, "delimiter = ''");
      await stream(session, plain.replace(/\bformat\s+\w+\s*$/i, ''), format, response);
      response.end(end === String.raw`\x04` ? '\x04' : '');
    } else {
      const result = await session.queryAsync(marked, { format: format || 'TabSeparated' });
      response.end(result.bytes());
    }
  } finally {
    response.off('close', gone);
  }
}

/**
 * At the reader's pace: the engine is asked for the next rows when the last have left. When the reader leaves this fails,
 * so that the session is cleared: until its next query it would keep what the stopped one held.
 */
async function stream(
  session: ChdbSession,
  query: string,
  format: string,
  response: ServerResponse,
): Promise<void> {
  const left = finished(response).catch(() => {});
  for await (const chunk of session.queryStream(query, { format })) {
    if (response.destroyed) throw new Error('nobody reads any more');
    if (!response.write(Buffer.from(chunk.raw()))) {
      await Promise.race([new Promise((resolve) => response.once('drain', resolve)), left]);
    }
  }
}

async function kill(mark: string): Promise<void> {
  const begins = literal(`/*${mark.replaceAll(/[^\w-]/g, '')}*/`);
  await killers.use((session) =>
    session.queryAsync(`kill query where startsWith(query, ${begins}) async`, { format: 'Null' }),
  );
}

/** Queries of the embedded engine have ids of its own making: our mark stands in their text. */
function killedId(query: string, given: URLSearchParams): string | undefined {
  return /^\s*kill query where query_id = \{id:String\}/i.test(query)
    ? (given.get('param_id') ?? '')
    : undefined;
}

function parseInsert(query: string): { table: string; columns: string[] } | undefined {
  const found = /^\s*insert into ([\w.`]+)\s*\(([^)]*)\)\s*format\s+TabSeparated\s*$/i.exec(query);
  if (!found) return undefined;
  const columns = (found[2] ?? '').split(',').map((name) => name.trim().replaceAll('`', ''));
  return { table: (found[1] ?? '').replaceAll('`', ''), columns };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}

const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

function refuse(response: ServerResponse, error: unknown): void {
  const text = String((error as Error).message ?? error);
  const [, code = '1002'] = /Code: (\d+)/.exec(text) ?? [];
  if (response.headersSent) {
    // The client must not take a part for the whole.
    response.destroy();
    return;
  }
  response.writeHead(code === '516' ? 401 : 500, { 'x-clickhouse-exception-code': code });
  response.end(`Code: ${code}. DB::Exception: ${text.replace(/^(Code: \d+\. DB::Exception: )+/, '')}`);
}
