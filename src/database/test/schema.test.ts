import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { freshDatabase } from '#testing/start-app.ts';
import { schemaDocument, tableKeysDocument } from '../../../scripts/schema.ts';

test('has row types and keys that match the migrations', async () => {
  const database = openDatabase(await freshDatabase(), { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    const written = await readFile(join(import.meta.dirname, '..', 'schema.ts'), 'utf8');
    expect(written, 'run npm run schema').toBe(await schemaDocument(database));
    const keys = await readFile(join(import.meta.dirname, '../../../scripts/table-keys.json'), 'utf8');
    expect(JSON.parse(keys), 'run npm run schema').toEqual(JSON.parse(await tableKeysDocument(database)));
  } finally {
    await database.end();
  }
});
