import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * `npm run fonts`: writes the Latin fonts of src/ui/style/fonts, reduced to what the product uses. Run it after an update of
 * @fontsource-variable/inter or a change of a `unicode-range` in fonts.css.
 */
const root = join(import.meta.dirname, '..');
const source = join(root, 'node_modules/@fontsource-variable/inter/files');
const folder = join(root, 'src/ui/style/fonts');

/** Weights and features of Inter that the product uses. The others double the file. */
const weights = { min: 400, max: 600 };
const keepFeatures = ['kern', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'cv11', 'ss03'];

const faces = readFileSync(join(folder, 'fonts.css'), 'utf8');
mkdirSync(folder, { recursive: true });
for (const name of ['inter-latin', 'inter-latin-ext']) {
  const font = readFileSync(join(source, `${name}-wght-normal.woff2`));
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures } as const;
  writeFileSync(
    join(folder, `${name}.woff2`),
    await subsetFont(font, readCharacters(`${name}.woff2`), options),
  );
}

/** The characters of a font's `unicode-range`. Throws for a file without one. */
function readCharacters(fontFile: string): string {
  const [face = ''] = faces.split('@font-face').filter((part) => part.includes(`/${fontFile}`));
  const [, ranges] = /unicode-range:([^;]+);/.exec(face) ?? [];
  if (ranges === undefined) throw new Error(`no unicode-range for ${fontFile}`);
  const characters: string[] = [];
  for (const [, first = '', last = first] of ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
    for (let code = parseInt(first, 16); code <= parseInt(last, 16); code += 1)
      characters.push(String.fromCodePoint(code));
  }
  return characters.join('');
}
