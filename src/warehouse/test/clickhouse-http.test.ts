import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClickHouse } from '../clickhouse-http.ts';
import { clause, param } from '../clickhouse-sql.ts';
import { type Warehouse, WarehouseTimeout } from '../warehouse.ts';

/** One request as ClickHouse would receive it. */
interface Received {
  query: string;
  body: string;
  params: Record<string, string>;
}

let warehouse: Warehouse;
let close: () => void;
let received: Received[];
let reply: (request: Received, response: ServerResponse) => void;

beforeEach(async () => {
  received = [];
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  warehouse = openClickHouse(`http://reader:secret@127.0.0.1:${port}/reports`);
  close = () => {
    server.close();
    server.closeAllConnections();
  };
});
afterEach(async () => {
  await warehouse.close();
  close();
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const body = Buffer.concat(chunks).toString();
  const recorded = {
    query: searchParams.get('query') ?? body,
    body,
    params: { ...Object.fromEntries(searchParams), authorization: request.headers.authorization ?? '' },
  };
  received.push(recorded);
  if (/^\s*kill query/i.test(recorded.query)) response.end();
  else reply(recorded, response);
}

const refuse = (code: string) => (_request: Received, response: ServerResponse) => {
  response.writeHead(500, { 'x-clickhouse-exception-code': code });
  response.end(`Code: ${code}. DB::Exception: no. (SOME_TYPE)`);
};

test('reads rows and sends their values apart from the statement', async () => {
  reply = (_request, response) => response.end(JSON.stringify({ data: [['1', null]] }));
  const rows = await warehouse.rows(clause`select id from pair where name = ${param("it's", 'String')}`);
  expect(rows).toEqual([['1', null]]);
  const [request] = received;
  expect(request?.query).toContain('where name = {p0:String}');
  expect(request?.query).toContain('max_execution_time = 30');
  expect(request?.params).toMatchObject({
    database: 'reports',
    authorization: `Basic ${btoa('reader:secret')}`,
    param_p0: expect.stringContaining('it'),
  });
});

test('throws the code of a failed query', async () => {
  reply = refuse('47');
  await expect(warehouse.rows(clause`select nope`)).rejects.toMatchObject({ code: '47', type: 'SOME_TYPE' });
  reply = refuse('159');
  await expect(warehouse.rows(clause`select slow`)).rejects.toThrow(WarehouseTimeout);
});

test('stops the query when the caller aborts', async () => {
  reply = () => {};
  const caller = new AbortController();
  const rows = warehouse.rows(clause`select slow`, { signal: caller.signal });
  await expect.poll(() => received.length).toBe(1);
  caller.abort();
  await expect(rows).rejects.toThrow();
  await expect.poll(() => received.at(-1)?.query).toMatch(/^kill query where query_id/);
});

test('inserts lines unchanged', async () => {
  reply = (_request, response) => response.end();
  await warehouse.insert(
    'pair',
    ['`id`', '`name`'],
    Readable.from([Buffer.from('1\tone\n')], { objectMode: false }),
  );
  expect(received[0]?.query.toLowerCase()).toContain('insert into pair (`id`, `name`) format tabseparated');
  expect(received[0]?.body).toContain('1\tone\n');
});
