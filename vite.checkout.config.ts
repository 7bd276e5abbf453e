import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const output = at('dist/checkout');
const browsers = ['chrome123', 'safari17.5', 'firefox128', 'edge123'];

/**
 * The hash of every script and style as it was built; the gateway serves nothing else
 * (docs/domain.md#content-security-policy).
 */
const recordIntegrity: Plugin = {
  name: 'record-integrity',
  closeBundle() {
    const names = readdirSync(join(output, 'assets')).filter((name) => /\.(?:js|css)$/.test(name));
    const hashes = names.map((name) => {
      const digest = createHash('sha384')
        .update(readFileSync(join(output, 'assets', name)))
        .digest('base64');
      return [`assets/${name}`, `sha384-${digest}`] as const;
    });
    writeFileSync(join(output, 'integrity.json'), JSON.stringify(Object.fromEntries(hashes), null, 2));
  },
};

/** The hosted payment pages: a bundle of their own, for the gateway's own origin. */
export default defineConfig({
  root: at('src/app/checkout'),
  base: '/hosted/page/',
  cacheDir: at('.cache/vite-checkout'),
  plugins: [recordIntegrity],
  build: {
    outDir: output,
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: {
        main: at('src/app/checkout/main.ts'),
        forward: at('src/app/checkout/forward.ts'),
        fingerprint: at('src/app/checkout/fingerprint.ts'),
        'google-pay': at('src/app/checkout/google-pay.ts'),
        'sandbox-google-pay': at('src/app/checkout/sandbox-google-pay.ts'),
      },
    },
  },
});
