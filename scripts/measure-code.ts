import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readImports } from './read-imports.ts';
import { featureImports } from './zones.ts';

/**
 * `npm run measure`: figures of the code that reviews compare. Product: .ts, .tsx and .css of src, without tests and test
 * support; generated files included.
 */
const root = join(import.meta.dirname, '..');

const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => /\.(?:ts|tsx|css)$/.test(file) && !/(?:^|\/)(?:test|testing)\//.test(file));
const contents = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const code = files.filter((file) => !file.endsWith('.css'));

const lineCount = (text: string): number => text.split('\n').length - 1;
const matches = (pattern: RegExp): number =>
  code.reduce((sum, file) => sum + (contents.get(file)?.match(pattern)?.length ?? 0), 0);

const imported = featureImports(
  new Map(code.map((file) => [file, readImports(file, contents.get(file) ?? '')])),
);
const reaches = (from: string, to: string): boolean => {
  const visited = new Set(imported.get(from));
  // Iterating a set includes members added on the way.
  for (const feature of visited) for (const next of imported.get(feature) ?? []) visited.add(next);
  return visited.has(to);
};
const features = [...imported.keys()];
const pairs = features.flatMap((one, index) =>
  features.slice(index + 1).map((other) => [one, other] as const),
);
const circleOf = (feature: string): number =>
  features.filter((other) => reaches(feature, other) && reaches(other, feature)).length;

const figures: readonly (readonly [name: string, figure: number])[] = [
  ['product files', files.length],
  ['product lines', files.reduce((sum, file) => sum + lineCount(contents.get(file) ?? ''), 0)],
  ['product folders', new Set(files.map((file) => dirname(file))).size],
  ['features', features.length],
  [
    'features that import each other',
    pairs.filter(([one, other]) => imported.get(one)?.has(other) && imported.get(other)?.has(one)).length,
  ],
  ['features in the largest circle', Math.max(...features.map(circleOf))],
  ['requireId', matches(/\brequireId\(/g)],
  ["paths[0] ?? ''", matches(/paths\[0\] \?\? ''/g)],
  ['conditional spreads', matches(/\.\.\.\([^;]*?\? \{\} : \{|\.\.\.\([^;]*?\} : \{\}\)/g)],
  ['optional members with undefined', matches(/^ +(?:readonly )?\w+\?: [^;,=()\n]*\| undefined;/gm)],
  ['lines of vite.config.ts', lineCount(readFileSync(join(root, 'vite.config.ts'), 'utf8'))],
];
for (const [name, figure] of figures) console.log(`${name.padEnd(34)} ${String(figure).padStart(8)}`);
