import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { preloadedScreens } from './chunks.ts';
import { splitTexts, usedByFirstScreens, type Texts } from './split-texts.ts';

const root = join(import.meta.dirname, '..');
const webFolder = 'src/app/web/';

/** The build's list of chunks, by the source file that each begins with. */
type Manifest = Readonly<Record<string, { file: string; imports?: readonly string[] }>>;

/** What the built portal needs beyond the bundler's work: preloads in its page, and the texts in two parts. */
export function finishPages(folder: string): void {
  const manifestFolder = join(folder, '.vite');
  const manifest = JSON.parse(readFileSync(join(manifestFolder, 'manifest.json'), 'utf8')) as Manifest;
  rmSync(manifestFolder, { recursive: true });
  const page = join(folder, 'index.html');
  const html = readFileSync(page, 'utf8');
  writeFileSync(page, withChunks(styleFirst(withFont(html, folder)), manifest));
  splitLocales(join(folder, 'locales'));
}

/** The font of every screen comes with the page: words that change their width later would move what is around them. */
function withFont(html: string, folder: string): string {
  const font = readdirSync(join(folder, 'assets')).find((name) => /^inter-latin-[\w-]{8}\.woff2$/.test(name));
  if (font === undefined) throw new Error('the build has no Latin font');
  const link = `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin="">`;
  return html.replace('</head>', `  ${link}\n  </head>`);
}

/** The style sheet before the scripts: a browser has six connections, and the outline waits for the sheet alone. */
function styleFirst(html: string): string {
  const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
  return html.replace(sheet, '').replace('<script type="module"', `${sheet}\n    <script type="module"`);
}

/** Signed-in visitors need portal, shell and screen: theme.js, which finds a cookie of theirs, preloads the chunks at once. */
function withChunks(html: string, manifest: Manifest): string {
  // What the page itself loads needs no second link.
  const chunksOf = (wanted: Set<string>, ...sources: readonly string[]): string[] => {
    const found: string[] = [];
    const add = (key: string): void => {
      const chunk = manifest[key];
      if (!chunk || wanted.has(key)) return;
      wanted.add(key);
      if (!html.includes(`/${chunk.file}"`)) found.push(`/${chunk.file}`);
      for (const imported of chunk.imports ?? []) add(imported);
    };
    for (const source of sources) add(toKey(source));
    return found;
  };
  const frame = new Set<string>();
  const frameChunks = chunksOf(frame, 'src/app/web/start/portal.tsx', 'src/app/web/shell/shell.tsx');
  const screenChunks = Object.entries(preloadedScreens).map(
    ([part, source]) => `${part}=${chunksOf(new Set(frame), source).join(' ')}`,
  );
  return html
    .replace('data-portal=""', `data-portal="${frameChunks.join(' ')}"`)
    .replace('data-screens=""', `data-screens="${screenChunks.join(';')}"`);
}

/** The manifest names sources from the folder of the page. */
const toKey = (source: string): string =>
  source.startsWith(webFolder) ? source.slice(webFolder.length) : source.replace('src/', '../../');

/** Every locale file in two parts: `{language}.json` with the first texts, and `{language}.more.json`. */
function splitLocales(folder: string): void {
  const isFirst = usedByFirstScreens();
  const source = join(root, webFolder, 'public/locales');
  for (const file of readdirSync(source)) {
    const { first, more } = splitTexts(
      JSON.parse(readFileSync(join(source, file), 'utf8')) as Texts,
      isFirst,
    );
    writeFileSync(join(folder, file), JSON.stringify(first));
    writeFileSync(join(folder, file.replace('.json', '.more.json')), JSON.stringify(more));
  }
}
