import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkOf, type Modules, preloadedScreens } from './scripts/chunks.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string };

/** The kit computes the variables of all its colours as it loads, also without use for them: tokens.css has them. */
const kitWithoutVariables: Plugin = {
  name: 'kit-without-variables',
  enforce: 'pre',
  load: (id) =>
    /@mantine[\\/]core[\\/].*[\\/]MantineCssVariables\.mjs$/.test(id)
      ? 'export const MantineCssVariables = () => null;'
      : null,
};

/** Calls go to the portal; a page load of the same path (say /users) stays with the single page. */
const toPortal = {
  target: process.env.PORTAL_URL ?? 'http://localhost:8080',
  bypass: (request: { headers: { accept?: string | undefined } }) =>
    request.headers.accept?.includes('text/html') ? '/index.html' : undefined,
};

/** Without a build a locale file has all texts, so it is served as its second part too. */
const wholeLocale = {
  ...toPortal,
  bypass: ({ url = '' }: { url?: string | undefined }) => url.replace('.more.json', '.json'),
};

const { home, search, statements, transactionDetails: details } = preloadedScreens;
const start = chunkOf('start', 1, 'src/app/web/main.tsx');
const frameOf = chunkOf('frame', 1, 'src/app/web/start/portal.tsx', 'src/app/web/shell/shell.tsx');
const frame = (id: string, modules: Modules): string | null =>
  portalVendor.test(id) ? 'frame' : frameOf(id, modules);
const shared = chunkOf('screens', 2, home, search, details);
/** The native list of the component library too: home and the lists use it. */
const screensCommon = (id: string, modules: Modules): string | null =>
  nativeSelect.test(id) ? 'screens' : shared(id, modules);
const lists = chunkOf('lists', 2, search, statements);
const nativeSelect = /@mantine[\\/]core[\\/].*NativeSelect/;
const portalVendor =
  /node_modules[\\/](use-sync-external-store|@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store))[\\/]/;
const reactVendor = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const kit = /node_modules[\\/](@mantine[\\/](core|hooks)|@floating-ui|clsx)[\\/]/;
export default defineConfig({
  root: at('src/app/web'),
  cacheDir: at('.cache/vite'),
  // The pages are finished after the build (scripts/finish-pages.ts).
  plugins: [react(), kitWithoutVariables],
  define: { 'import.meta.env.VITE_PRODUCT_VERSION': JSON.stringify(version) },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    manifest: true,
    // Older targets make Lightning CSS rewrite light-dark(), and the theme then loses its colours.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128', 'edge123'],
    target: ['chrome123', 'safari17.5', 'firefox128', 'edge123'],
    // One style sheet: measured faster to first paint than one per screen.
    cssCodeSplit: false,
    // The content security policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Endpoints that a page does not call are left out of its bundle.
      treeshake: { manualPureFunctions: ['endpointsOf', 'defineEndpoint', 'defineFollowUp'] },
      output: {
        codeSplitting: {
          // What the sign-in needs comes first, and alone: a chunk takes along what its modules import. The rest goes
          // with the screens that share it (docs/decisions/0022).
          groups: [
            {
              name: 'start',
              test: (id: string) => reactVendor.test(id) || kit.test(id),
              priority: 5,
              tags: ['$initial'],
            },
            { name: start, debugName: 'start', test: /src[\\/]/, priority: 5 },
            { name: frame, debugName: 'frame', test: /src[\\/]|node_modules/, priority: 3 },
            // What a module imports comes into its file, unless a group before has it.
            {
              name: screensCommon,
              debugName: 'screens',
              test: (id) => /src[\\/]/.test(id) || nativeSelect.test(id),
              priority: 2.5,
            },
            { name: lists, debugName: 'lists', test: /src[\\/]/, priority: 2.4 },
            { name: 'screens', test: /@tabler[\\/]/, priority: 2.35, minShareCount: 3 },
            { name: chunkOf('home', 1, home), debugName: 'home', test: /src[\\/]/, priority: 2.3 },
            { name: chunkOf('lists', 1, search), debugName: 'lists', test: /src[\\/]/, priority: 2.2 },
            {
              name: chunkOf('statements', 1, statements),
              debugName: 'statements',
              test: /src[\\/]/,
              priority: 2.2,
            },
            { name: chunkOf('details', 1, details), debugName: 'details', test: /src[\\/]/, priority: 2.1 },
            // Chunks of a few lines each cost more for being chunks than for what is in them.
            {
              name: 'common',
              test: (id: string) => /src[\\/]/.test(id) || kit.test(id),
              priority: 1,
              minShareCount: 4,
            },
            {
              name: 'contracts',
              test: /src[\\/]features[\\/].*endpoints[^\\/]*\.ts$|@tabler[\\/]/,
              priority: 1,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: {
    // node_modules may be a link to another checkout's.
    fs: { allow: [at('.'), realpathSync(at('node_modules'))] },
    proxy: {
      '^/locales/\\w\\w\\.more\\.json': wholeLocale,
      '^/(config|initiation|auth|me|session|users|proxy|schedules|scim)': toPortal,
    },
  },
});
