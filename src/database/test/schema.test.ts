import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { freshDatabase } from '#testing/start-app.ts';
import { schemaDocument } from '../../../scripts/schema.ts';

test('has row types that match the migrations', async () => {
  const database = openDatabase(await freshDatabase(), { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    const written = await readFile(join(import.meta.dirname, '..', 'schema.ts'), 'utf8');
    expect(written, 'run npm run schema').toBe(await schemaDocument(database));
  } finally {
    await database.end();
  }
});
