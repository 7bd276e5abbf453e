import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type ListImport, importList } from '../server/import-list.ts';
import { historyOf, insertList, insertValues, standardList, valuesOf } from './list-fixtures.ts';

let app: TestApp;
let listId: number;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  listId = await insertList(app);
});

type Rejected = Parameters<ListImport['onRejected']>[0];

/** Imports a text in pieces of a few bytes, as a stream may bring it. */
async function run(text: string | Buffer, id = listId, pieceBytes = 7) {
  const bytes = Buffer.from(text);
  const rejected: Rejected[] = [];
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const counts = await importList(app.services.database, {
    listId: id,
    bytes: pieces(),
    operator: 'Ola Operator',
    now: () => app.clock.now(),
    onRejected: (row) => rejected.push(row),
    onProgress: () => {},
  });
  return { counts, rejected };
}

test('imports one value a line', async () => {
  const { counts, rejected } = await run('\uFEFFa@example.com\r\n\r\n"b@example.com"\nc@example.com');
  expect(counts).toEqual({ rows: 3, added: 3, repeated: 0, invalid: 0 });
  expect(rejected).toEqual([]);
  expect(await valuesOf(app, listId)).toMatchObject([
    { value: 'a@example.com', source: 'Operator import' },
    { value: 'b@example.com' },
    { value: 'c@example.com' },
  ]);
  expect((await historyOf(app, listId))[0]).toMatchObject({ action: 'ADD_ITEM', changedBy: 'Ola Operator' });
});

test('reports repeated and invalid rows with their line', async () => {
  await insertValues(app, listId, ['known@example.com']);
  const { counts, rejected } = await run(
    'KNOWN@example.com\nnew@example.com\nnew@example.com\n4111111111111111\nx,y\n',
  );
  expect(counts).toEqual({ rows: 5, added: 1, repeated: 2, invalid: 2 });
  expect(rejected.toSorted((a, b) => a.line - b.line)).toMatchObject([
    { line: 1, error: 'duplicate' },
    { line: 3, error: 'duplicate' },
    { line: 4, error: 'card_number', value: '411111******1111' },
    { line: 5, error: 'columns' },
  ]);
});

test('a repeated import adds nothing', async () => {
  await run('a@example.com\nb@example.com\n');
  expect((await run('a@example.com\nb@example.com\n')).counts).toMatchObject({ added: 0, repeated: 2 });
});

test('several batches add all values', async () => {
  const rows = Array.from({ length: 45_000 }, (_, at) => `bulk-${at}@example.com`).join('\n');
  expect((await run(rows, listId, 65_536)).counts).toMatchObject({ rows: 45_000, added: 45_000 });
});

test('a line without an end is one invalid row', async () => {
  const { counts, rejected } = await run('x'.repeat(3_000_000), listId, 65_536);
  expect(counts).toMatchObject({ rows: 1, added: 0, invalid: 1 });
  expect(rejected[0]?.value.length).toBeLessThan(300);
});

test('the audit names the operator', async () => {
  await run('a@example.com\n');
  const [event] = await app.owner<{ actor: string; after: object }[]>`
    select actor, after from audit_event where act = 'importListItems' and object_id = ${String(listId)}`;
  expect(event).toMatchObject({ actor: 'operator: Ola Operator', after: { added: 1 } });
});

test('a missing list and a card list take no file', async () => {
  expect((await run('a@example.com', 999_999)).counts).toBeUndefined();
  const cards = await standardList(app, 'NEGATIVE', 'cardCorrelationId');
  expect((await run('abc', cards)).counts).toBeUndefined();
});
