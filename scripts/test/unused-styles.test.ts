import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { unusedClasses } from '../unused-styles.ts';

const root = mkdtempSync(join(tmpdir(), 'styles-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function complaintsOf(css: string, code: string): string[] {
  mkdirSync(join(root, 'src/web'), { recursive: true });
  writeFileSync(join(root, 'src/web/card.module.css'), css);
  writeFileSync(join(root, 'src/web/card.tsx'), code);
  return unusedClasses(root, ['src/web/card.module.css', 'src/web/card.tsx']);
}

const importLine = "import classes from './card.module.css';\n";

test('reports a class that no importing file names', () => {
  const found = complaintsOf(
    '.used { margin: 0.5em; }\n.dead > p { margin: 0; }',
    `${importLine}classes.used`,
  );
  expect(found).toEqual(['src/web/card.module.css: no importing file names .dead; delete it']);
});

test('reports a class below a media query', () => {
  const css = '@media (max-width: 700px) { .dead { margin: 0; } }';
  expect(complaintsOf(css, importLine)).toHaveLength(1);
});

test('counts an import by its path in src', () => {
  const code = "import classes from '#web/card.module.css';\nclasses.used";
  expect(complaintsOf('.used { margin: 0; }', code)).toEqual([]);
});

test('ignores comments, decimals and global classes', () => {
  const css = '/* .old is gone */\n.used :global(.kit) { margin: 1.5em; }';
  expect(complaintsOf(css, `${importLine}classes.used`)).toEqual([]);
});

test('counts every class where a name is computed', () => {
  expect(complaintsOf('.open { margin: 0; }', `${importLine}classes[status]`)).toEqual([]);
});

test('reports every class of a module without imports', () => {
  expect(complaintsOf('.used { margin: 0; }', 'export const used = 1;')).toHaveLength(1);
});
