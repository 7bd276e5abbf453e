import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the README shows three pictures in both themes before its first command', () => {
  const beforeCommands = readme.slice(0, readme.indexOf('```'));
  for (const name of ['home', 'payment', 'review']) {
    expect(beforeCommands).toContain(`srcset="docs/pictures/${name}-dark.webp"`);
    expect(beforeCommands).toMatch(
      new RegExp(`<img src="docs/pictures/${name}-light\\.webp" alt="[^"]{20,}"`),
    );
  }
});

test('the pictures are small, and the README shows all of them', () => {
  const folder = join(root, 'docs', 'pictures');
  const names = readdirSync(folder);
  expect(names).toHaveLength(6);
  for (const name of names) {
    expect(statSync(join(folder, name)).size, name).toBeLessThan(150_000);
    expect(readFileSync(join(folder, name)).toString('latin1', 8, 12), name).toBe('WEBP');
    expect(readme).toContain(`docs/pictures/${name}`);
  }
});
