import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * Classes of `x.module.css` that no importing file names, as `file: class`. Names are compared as words, so a namesake
 * hides one. A file with `classes[kind]` uses them all.
 */
export function unusedClasses(root: string, files: readonly string[]): string[] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const wordsByStyle = new Map<string, Set<string>>();
  const computed = new Set<string>();
  for (const file of files.filter((candidate) => /\.tsx?$/.test(candidate))) {
    const text = read(file);
    for (const [, local, specifier = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const style = specifier.startsWith('#')
        ? `src/${specifier.slice(1)}`
        : normalize(join(dirname(file), specifier));
      const words = wordsByStyle.get(style) ?? new Set();
      if (text.includes(`${local}[`)) computed.add(style);
      for (const [word] of text.matchAll(/[\w-]+/g)) words.add(word);
      wordsByStyle.set(style, words);
    }
  }
  return files
    .filter((file) => file.endsWith('.module.css') && !computed.has(file))
    .flatMap((file) =>
      classNames(read(file))
        .filter((name) => wordsByStyle.get(file)?.has(name) !== true)
        .map((name) => `${file}: no importing file names .${name}; delete it`),
    );
}

/** The classes of the selectors, without those in comments, values and `:global(…)`. */
function classNames(css: string): string[] {
  const selectors = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .matchAll(/([^{};]*)\{/g);
  const names = [...selectors].flatMap(([, selector = '']) =>
    [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}
