import { expect, test } from 'vitest';
import { clientMethods } from '../../openapi/client-methods.ts';
import { staleClientFiles } from '../../../../../../scripts/build-client.ts';
import { Countinghouse } from '../../../../../../clients/node/src/countinghouse.ts';
import { operations } from '../../../../../../clients/node/src/operations.ts';

test('the generated files are those of the document', async () => {
  expect(await staleClientFiles(), 'stale: npm run client').toEqual([]);
});

test('each operation has one method', async () => {
  const called: string[] = [];
  const client = new Countinghouse({
    baseUrl: 'https://gateway.example',
    installationId: 42,
    secret: 'x',
    fetch: async (url, init) => {
      called.push(`${init?.method} ${new URL(String(url)).pathname}`);
      return String(url).endsWith('/ping') ? new Response() : Response.json({ items: [], nextCursor: null });
    },
  });
  await client.account();
  for (const group of Object.values(client) as Record<string, (...args: string[]) => Promise<unknown>>[])
    for (const [name, method] of Object.entries(group))
      // `listAll` methods return an iterator over the pages of another method.
      if (!name.startsWith('listAll')) await method('ID', 'ID');
  const expected = Object.values(operations).map(
    ({ method, path }) => `${method} ${path.replace('{installationId}', '42').replaceAll(/\{\w+\}/g, 'ID')}`,
  );
  expect(called.toSorted()).toEqual(expected.toSorted());
});

test('the clients have the same groups and methods', () => {
  const client = new Countinghouse({ baseUrl: 'https://gateway.example', installationId: 42, secret: 'x' });
  const { account: _account, ...groups } = client;
  const names = Object.entries(groups).map(([group, methods]) => [
    group,
    Object.keys(methods)
      .filter((name) => !name.startsWith('listAll'))
      .toSorted(),
  ]);
  const expected = Object.entries(clientMethods).map(([group, methods]) => [
    group,
    Object.keys(methods).toSorted(),
  ]);
  expect(Object.fromEntries(names)).toEqual(Object.fromEntries(expected));
});
