import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accountOperation, clientMethods } from '#features/integration/api-docs/openapi/client-methods.ts';
import { nodeFiles } from './clients/node.ts';
import { phpFiles } from './clients/php.ts';
import { pythonFiles } from './clients/python.ts';
import { readOperations } from './clients/read-operations.ts';
import { buildTypeModel, groupMethods } from './clients/type-model.ts';

const folder = join(import.meta.dirname, '..', 'clients');

/** The generated files of the clients, by their place in `clients`. */
export async function clientFiles(): Promise<Record<string, string>> {
  const { document, operations } = readOperations();
  const model = buildTypeModel(document, operations);
  const groups = groupMethods(operations, clientMethods, accountOperation);
  const account = operations.find(({ operationId }) => operationId === accountOperation);
  if (!account) throw new Error(`no operation ${accountOperation}`);
  return {
    ...placeIn('node/src', await nodeFiles(document, operations)),
    ...placeIn('python/src/countinghouse', pythonFiles(model, groups, account)),
    ...placeIn('php/src', phpFiles(model, groups, account)),
  };
}

const placeIn = (place: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${place}/${name}`, text]));

/** The generated files that differ from those in the repository. */
export async function staleClientFiles(): Promise<string[]> {
  const files = Object.entries(await clientFiles());
  const stale = await Promise.all(
    files.map(async ([name, text]) => {
      const stored = await readFile(join(folder, name), 'utf8').catch(() => '');
      return stored === text ? [] : [name];
    }),
  );
  return stale.flat();
}

async function writeClients(): Promise<void> {
  for (const [name, text] of Object.entries(await clientFiles())) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeClients();
