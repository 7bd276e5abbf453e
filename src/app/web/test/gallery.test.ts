import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = globSync('src/**/*.tsx', { cwd: root }).filter((file) => !file.includes('/test/'));
const isOfTheGallery = (file: string): boolean => file.startsWith('src/app/web/gallery/');

/** Names that a file imports from `#ui` and `#web`. */
function readImports(file: string): string[] {
  const lists = [...read(file).matchAll(/import \{([^}]+)\} from '#(?:ui|web)\//g)].map(
    ([, names = '']) => names,
  );
  return lists.flatMap((names) => names.split(',').map((name) => name.trim()));
}
const galleryImports = new Set(sources.filter(isOfTheGallery).flatMap(readImports));
const used = new Set(sources.filter((file) => !isOfTheGallery(file)).flatMap(readImports));

/** Around every page, or parts of the shell that a visitor of the gallery has met already. */
const excluded = [
  'UiProvider',
  'CookieBanner',
  'LeaveQuestion',
  'RangePanel',
  'RangeChoices',
  'Calendar',
  'SheetWindow',
  'BelowHead',
];
/**
 * This page names the browser tab and is listed in the palette's recent objects. Its parts are shown as the head of
 * a page.
 */
const named = ['SecretOwnerPage'];
/** Without a visible part, or shown as the notice, button or list that they contain. */
const invisible = [
  'Allowed',
  'NextStep',
  'SetupNext',
  'CloseQuestion',
  'NoMailNotice',
  'ApprovalNotice',
  'Trans',
  'PageActionBar',
  'ListCount',
  'ListTools',
];

/** Exported components that screens use. Parts of other components are shown within these. */
function listComponents(folder: string): string[] {
  const names = sources
    .filter((file) => file.startsWith(folder))
    .flatMap((file) => [...read(file).matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)])
    .map(([, name = '']) => name);
  return names.filter((name) => used.has(name)).toSorted();
}

test.each(['src/ui/', 'src/web/'])('the gallery shows every component of %s', (folder) => {
  const components = listComponents(folder);
  expect(components.length).toBeGreaterThan(20);
  expect(
    components.filter((name) => ![...galleryImports, ...excluded, ...named, ...invisible].includes(name)),
  ).toEqual([]);
});
