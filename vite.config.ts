import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** Whoever is signed in needs the portal and its frame: theme.js, which knows them by a cookie, asks for the chunks at once. */
const portalWithPage: Plugin = {
  name: 'portal-with-page',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const wanted = new Set<string>();
      const add = (name: string): void => {
        const file = bundle[name];
        if (file?.type !== 'chunk' || wanted.has(name)) return;
        wanted.add(name);
        for (const imported of file.imports) add(imported);
      };
      for (const file of Object.values(bundle)) {
        const starts = file.type === 'chunk' ? (file.facadeModuleId ?? '') : '';
        if (/src[\\/]app[\\/]web[\\/](start[\\/]portal|shell[\\/]shell)\.tsx$/.test(starts))
          add(file.fileName);
      }
      // What the page itself asks for is there already.
      const names = [...wanted].filter((name) => !html.includes(`/${name}"`));
      return html.replaceAll('%PORTAL_CHUNKS%', names.map((name) => `/${name}`).join(' '));
    },
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
 * Our modules that a page has with `entry`: all that it imports, and what these import. Not the entry: whoever imports one of
 * them must not wait for it, which waits for them.
 */
function loadedWith(entry: string, modules: Modules): ReadonlySet<string> {
  const known = closures.get(entry);
  if (known) return known;
  const found = new Set([at(entry)]);
  // A set also walks what is added to it on the way.
  for (const id of found) {
    const imported = modules.getModuleInfo(id)?.importedIds ?? [];
    for (const one of imported) if (one.startsWith(at('src/'))) found.add(one);
  }
  found.delete(at(entry));
  closures.set(entry, found);
  return found;
}

/** A file of its own for what pages have with any of the entries: each file is a round to the server. */
const fileOf =
  (name: string, ...entries: readonly string[]) =>
  (id: string, modules: Modules): string | null =>
    entries.some((entry) => loadedWith(entry, modules).has(id)) ? name : null;
const start = fileOf('start', 'src/app/web/main.tsx');
const frame = fileOf('frame', 'src/app/web/start/portal.tsx', 'src/app/web/shell/shell.tsx');

const kit = /node_modules[\\/](@mantine[\\/](core|hooks)|@floating-ui|clsx)[\\/]/;
const common = /src[\\/](ui[\\/](?!grid[\\/])|web[\\/]|shared[\\/])|@tabler[\\/]/;
export default defineConfig({
  root: at('src/app/web'),
  cacheDir: at('.cache/vite'),
  plugins: [react(), versionInPage, fontWithPage, portalWithPage],
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
            { name: 'common', test: common, priority: 4, tags: ['$initial'] },
            {
              name: 'portal-vendor',
              test: /node_modules[\\/](use-sync-external-store|@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store))[\\/]/,
              priority: 3,
            },
            { name: start, debugName: 'start', test: /src[\\/]/, priority: 4 },
            { name: frame, debugName: 'frame', test: /src[\\/]/, priority: 3 },
            // Chunks of a few lines each cost more for being chunks than for what is in them.
            { name: 'icons', test: /@tabler[\\/]/, priority: 2, minShareCount: 3 },
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
      ['/config', '/initiation', '/auth', '/me', '/session', '/users', '/proxy'].map((path) => [
        path,
        toPortal,
      ]),
    ),
  },
});
