import { readFileSync, realpathSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lighterFonts } from './scripts/lighter-fonts.ts';
import { splitTexts, type Texts } from './scripts/split-texts.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string };
const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';

/** theme.js asks for the locale before the bundle has loaded: it needs the version that the bundle will ask for. */
const versionInPage: Plugin = {
  name: 'version-in-page',
  transformIndexHtml: (html) => html.replaceAll('%PRODUCT_VERSION%', version),
};

/** The font of every screen comes with the page: words that change their width later would move what is around them. */
const fontWithPage: Plugin = {
  name: 'font-with-page',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
};

/** The style sheet before the scripts: a browser has six connections, and the outline waits for the sheet alone. */
const styleFirst: Plugin = {
  name: 'style-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
      return html.replace(sheet, '').replace('<script type="module"', `${sheet}\n    <script type="module"`);
    },
  },
};

/** The screens whose code theme.js preloads too, by the first part of their address. */
const preloadedScreens = [
  ['home', 'src/features/setup/home/web/home-screen.tsx'],
  ['search', 'src/features/reports/transactions/web/search-screen.tsx'],
  ['statements', 'src/features/reports/transactions/web/statements/statements-screen.tsx'],
  ['transactionDetails', 'src/features/reports/transaction-details/web/details-screen.tsx'],
] as const;

/** Signed-in visitors need portal, shell and screen: theme.js, which knows them by a cookie, preloads the chunks at once. */
const portalWithPage: Plugin = {
  name: 'portal-with-page',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      // What the page itself loads needs no second link.
      const chunksOf = (wanted: Set<string>, ...modules: readonly string[]): string[] => {
        const found: string[] = [];
        const add = (name: string): void => {
          const file = bundle[name];
          if (file?.type !== 'chunk' || wanted.has(name)) return;
          wanted.add(name);
          if (!html.includes(`/${name}"`)) found.push(`/${name}`);
          for (const imported of file.imports) add(imported);
        };
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && modules.some((path) => file.facadeModuleId === at(path)))
            add(file.fileName);
        }
        return found;
      };
      const portalOnes = new Set<string>();
      const frameChunks = chunksOf(portalOnes, 'src/app/web/start/portal.tsx', 'src/app/web/shell/shell.tsx');
      const ofScreens = preloadedScreens.map(
        ([part, path]) => `${part}=${chunksOf(new Set(portalOnes), path).join(' ')}`,
      );
      return html
        .replaceAll('%PORTAL_CHUNKS%', frameChunks.join(' '))
        .replaceAll('%SCREEN_CHUNKS%', ofScreens.join(';'));
    },
  },
};

/** The kit computes the variables of all its colours as it loads, also for a page that takes none of them: tokens.css has them. */
const kitWithoutVariables: Plugin = {
  name: 'kit-without-variables',
  enforce: 'pre',
  load: (id) =>
    /@mantine[\\/]core[\\/].*[\\/]MantineCssVariables\.mjs$/.test(id)
      ? 'export const MantineCssVariables = () => null;'
      : null,
};

const localesFolder = at('src/app/web/public/locales');
const textsOf = (language: string) =>
  splitTexts(JSON.parse(readFileSync(join(localesFolder, `${language}.json`), 'utf8')) as Texts);

/** Every locale file in two parts: `{language}.json` with the first texts, and `{language}.more.json`. */
const textsInTwoParts: Plugin = {
  name: 'texts-in-two-parts',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const [, language, isMore] = /^\/locales\/(\w\w)(\.more)?\.json/.exec(request.url ?? '') ?? [];
      if (language === undefined) return next();
      const { first, more } = textsOf(language);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(isMore ? more : first));
    });
  },
  writeBundle({ dir = '' }) {
    for (const file of readdirSync(localesFolder)) {
      const language = file.replace('.json', '');
      const { first, more } = textsOf(language);
      writeFileSync(join(dir, 'locales', `${language}.json`), JSON.stringify(first));
      writeFileSync(join(dir, 'locales', `${language}.more.json`), JSON.stringify(more));
    }
  },
};

/** Calls go to the portal; a page load of the same path (say /users) stays with the single page. */
const toPortal = {
  target: portal,
  bypass: (request: { headers: { accept?: string | undefined } }) =>
    request.headers.accept?.includes('text/html') ? '/index.html' : undefined,
};

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}
const closures = new Map<string, ReadonlySet<string>>();

/**
 * Our modules that a page loads with `entry`: all that it imports statically, and what these import. Without the entry
 * itself: a file that it shares must not wait for it, because it waits for that file.
 */
function loadedWith(entry: string, modules: Modules): ReadonlySet<string> {
  const known = closures.get(entry);
  if (known) return known;
  const found = new Set([at(entry)]);
  // Iterating a set includes members added on the way.
  for (const id of found) {
    const imported = modules.getModuleInfo(id)?.importedIds ?? [];
    for (const one of imported) if (one.startsWith(at('src/'))) found.add(one);
  }
  found.delete(at(entry));
  closures.set(entry, found);
  return found;
}

/** One file for what pages load with any of the entries: each file is a round trip. */
const fileOf =
  (name: string, ...entries: readonly string[]) =>
  (id: string, modules: Modules): string | null =>
    entries.some((entry) => loadedWith(entry, modules).has(id)) ? name : null;
/** One file for what at least two of the entries load, so that none loads what only another uses. */
const sharedBy =
  (name: string, ...entries: readonly string[]) =>
  (id: string, modules: Modules): string | null =>
    entries.filter((entry) => loadedWith(entry, modules).has(id)).length > 1 ? name : null;
const [[, home], [, search], [, statements], [, details]] = preloadedScreens;
const start = fileOf('start', 'src/app/web/main.tsx');
const frame = fileOf('frame', 'src/app/web/start/portal.tsx', 'src/app/web/shell/shell.tsx');
const shared = sharedBy('screens', home, search, details);
/** The native list of the component library too: home and the lists use it. */
const screensCommon = (id: string, modules: Modules): string | null =>
  nativeSelect.test(id) ? 'screens' : shared(id, modules);
const lists = sharedBy('lists', search, statements);
const restOfHome = fileOf('home', home);
const restOfStatements = fileOf('statements', statements);
const restOfDetails = fileOf('details', details);

const nativeSelect = /@mantine[\\/]core[\\/].*NativeSelect/;
const kit = /node_modules[\\/](@mantine[\\/](core|hooks)|@floating-ui|clsx)[\\/]/;
export default defineConfig({
  root: at('src/app/web'),
  cacheDir: at('.cache/vite'),
  plugins: [
    react(),
    kitWithoutVariables,
    versionInPage,
    fontWithPage,
    lighterFonts('src/ui/style/tokens.css'),
    portalWithPage,
    styleFirst,
    textsInTwoParts,
  ],
  define: { 'import.meta.env.VITE_PRODUCT_VERSION': JSON.stringify(version) },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    // Older targets make Lightning CSS rewrite light-dark(), and the theme then loses its colours.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128', 'edge123'],
    target: ['chrome123', 'safari17.5', 'firefox128', 'edge123'],
    // One style sheet: measured faster to first paint than one per screen.
    cssCodeSplit: false,
    // The content security policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the sign-in needs comes first, and alone: a chunk takes along what its modules import. The rest goes
          // with the screens that share it (docs/decisions/0022).
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            { name: 'kit', test: kit, priority: 4, tags: ['$initial'] },
            {
              name: 'portal-vendor',
              test: /node_modules[\\/](use-sync-external-store|@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store))[\\/]/,
              priority: 3,
            },
            { name: start, debugName: 'start', test: /src[\\/]/, priority: 4 },
            { name: frame, debugName: 'frame', test: /src[\\/]/, priority: 3 },
            // What a module imports comes into its file, unless a group before has it.
            {
              name: screensCommon,
              debugName: 'screens',
              test: (id) => /src[\\/]/.test(id) || nativeSelect.test(id),
              priority: 2.5,
            },
            { name: lists, debugName: 'lists', test: /src[\\/]/, priority: 2.4 },
            // Chunks of a few lines each cost more for being chunks than for what is in them.
            { name: 'icons', test: /@tabler[\\/]/, priority: 2.3, minShareCount: 3 },
            { name: restOfHome, debugName: 'home', test: /src[\\/]/, priority: 2.3 },
            { name: restOfStatements, debugName: 'statements', test: /src[\\/]/, priority: 2.2 },
            { name: restOfDetails, debugName: 'details', test: /src[\\/]/, priority: 2.1 },
            { name: 'layout', test: /src[\\/]ui[\\/](layout|feedback)[\\/]/, priority: 2, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    // node_modules may be a link to another checkout's.
    fs: { allow: [at('.'), realpathSync(at('node_modules'))] },
    proxy: Object.fromEntries(
      ['/config', '/initiation', '/auth', '/me', '/session', '/users', '/proxy', '/schedules', '/scim'].map(
        (path) => [path, toPortal],
      ),
    ),
  },
});
