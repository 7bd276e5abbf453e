import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runApply } from '../apply-company.ts';

test('names a company file that does not exist', async () => {
  const file = join(tmpdir(), 'no-such-company.json');
  const options = { dataDir: tmpdir(), databaseUrl: undefined, operator: 'Jo', isPlanOnly: true };
  const run = runApply({ ...options, file, isPruning: false, expect: undefined, secretsOut: undefined });
  await expect(run).rejects.toThrow(`there is no file ${file}`);
});
