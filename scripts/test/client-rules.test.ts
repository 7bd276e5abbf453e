import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientComplaints, foreignImports } from '../client-rules.ts';

test('finds imports of packages and of the product', () => {
  const text = `import { a } from './a.ts';
import { createHmac } from 'node:crypto';
import type { B } from '#shared/b.ts';
export { c } from '../../../src/c.ts';
const d = await import('undici');`;
  expect(foreignImports(text)).toEqual(['#shared/b.ts', '../../../src/c.ts', 'undici']);
});

test('allows imports of the client in tests only', () => {
  const root = join(import.meta.dirname, '../..');
  expect(clientComplaints(root, ['src/testing/client-of.ts'])).toEqual([]);
});
