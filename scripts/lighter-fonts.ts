import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Weights and features of Inter that the product uses. The others double the file. */
const weights = { min: 400, max: 600 };
const keepFeatures = ['kern', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'cv11', 'ss03'];

/** Reduces the Latin fonts of a build to what the product uses, with the characters of their `unicode-range` in `css`. */
export const lighterFonts = (css: string): Plugin => ({
  name: 'lighter-fonts',
  async generateBundle(_options, bundle) {
    const faces = readFileSync(join(import.meta.dirname, '..', css), 'utf8');
    for (const file of Object.values(bundle)) {
      const [, name] = /(inter-latin(?:-ext)?-wght-normal)-[^/]*\.woff2$/.exec(file.fileName) ?? [];
      if (name === undefined || file.type !== 'asset') continue;
      const text = readCharacters(faces, `${name}.woff2`);
      const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures } as const;
      file.source = await subsetFont(Buffer.from(file.source), text, options);
    }
  },
});

/** Throws for a file without a `unicode-range`. */
function readCharacters(css: string, fontFile: string): string {
  const [face = ''] = css.split('@font-face').filter((part) => part.includes(fontFile));
  const [, ranges] = /unicode-range:([^;]+);/.exec(face) ?? [];
  if (ranges === undefined) throw new Error(`no unicode-range for ${fontFile}`);
  const characters: string[] = [];
  for (const [, first = '', last = first] of ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
    for (let code = parseInt(first, 16); code <= parseInt(last, 16); code += 1)
      characters.push(String.fromCodePoint(code));
  }
  return characters.join('');
}
