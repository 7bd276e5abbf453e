import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { freshDatabase } from '#testing/start-app.ts';
import { columnsDocument, schemaDocument, tableKeysDocument } from '../../../scripts/schema.ts';

test('has row types, keys and lists of columns that match the migrations', async () => {
  const database = openDatabase(await freshDatabase(), { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    const written = await readFile(join(import.meta.dirname, '..', 'schema.ts'), 'utf8');
    expect(written, 'run npm run schema').toBe(await schemaDocument(database));
    const keys = await readFile(join(import.meta.dirname, '../../../scripts/table-keys.json'), 'utf8');
    expect(JSON.parse(keys), 'run npm run schema').toEqual(JSON.parse(await tableKeysDocument(database)));
    const columns = await readFile(join(import.meta.dirname, '..', 'columns.ts'), 'utf8');
    // Long lines are broken by the formatter.
    const words = (text: string) => text.split(/\s+/).join(' ');
    expect(words(columns), 'run npm run schema').toBe(words(await columnsDocument(database)));
  } finally {
    await database.end();
  }
});
