import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findZone } from './zones.ts';

/** Generated: a row type for each table, used or not. */
const generated = new Set(['src/database/schema.ts']);

/** Exports that no other file names, as `file: name`. Names are compared as words, so a namesake hides one. */
export function unusedExports(root: string, code: readonly string[], others: readonly string[]): string[] {
  const filesOfWord = new Map<string, Set<string>>();
  for (const file of [...code, ...others]) {
    for (const [word] of readFileSync(join(root, file), 'utf8').matchAll(/[A-Za-z_$][\w$]*/g)) {
      const files = filesOfWord.get(word);
      if (files) files.add(file);
      else filesOfWord.set(word, new Set([file]));
    }
  }
  const declaration =
    /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/gm;
  return code
    .filter((file) => findZone(file)?.zone !== 'test' && !generated.has(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(declaration)]
        .filter(([, name = '']) => filesOfWord.get(name)?.size === 1)
        .map(([, name = '']) => `${file}: nothing else uses ${name}; drop its export, or all of it`),
    );
}
