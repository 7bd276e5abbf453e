import { dirname, join, normalize } from 'node:path';

/** Import targets inside src, as paths from the root. Type imports count too. */
export function readImports(file: string, code: string): string[] {
  const found: string[] = [];
  for (const [, specifier = ''] of code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    if (specifier.startsWith('#')) found.push(`src/${specifier.slice(1)}`);
    else if (specifier.startsWith('.')) found.push(normalize(join(dirname(file), specifier)));
  }
  return found.filter((target) => target.startsWith('src/') && /\.tsx?$/.test(target));
}
