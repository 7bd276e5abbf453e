import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { finishPages } from './finish-pages.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist', 'web');
const checkout = join(root, 'dist', 'checkout');
const sources = [
  'src/app/web',
  'src/app/checkout',
  'src/ui',
  'src/web',
  'src/shared',
  'src/features',
  'vite.config.ts',
  'vite.checkout.config.ts',
  'scripts/build-web.ts',
  'scripts/chunks.ts',
  'scripts/finish-pages.ts',
  'scripts/split-texts.ts',
  'package-lock.json',
];

const stamp = join(output, '.sources');

/** Brotli's quality. The best takes four times as long, which the first start of a clone does not wait for. */
const qualities = { quick: 9, best: 11 } as const;
type Compression = keyof typeof qualities;

/** No source of the pages has changed since the last build, with this compression or the best one. */
export async function isWebBuilt(compression: Compression = 'best'): Promise<boolean> {
  if (!existsSync(stamp)) return false;
  const [fingerprint, built] = (await readFile(stamp, 'utf8')).split(' ');
  return (compression === 'quick' || built === 'best') && fingerprint === (await hashFiles(sources));
}

/** Builds the pages when one of their sources has changed since the last build. */
export async function buildWeb(compression: Compression = 'best'): Promise<void> {
  if (await isWebBuilt(compression)) return;
  const fingerprint = await hashFiles(sources);
  process.stderr.write('Building the web pages …\n');
  const { build } = await import('vite');
  // The tests build too, and their NODE_ENV would leave React's development build for `npm start`.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
    await build({ configFile: join(root, 'vite.checkout.config.ts'), logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  finishPages(output);
  await compressFiles(output, qualities[compression]);
  await compressFiles(checkout, qualities[compression]);
  await writeFile(stamp, `${fingerprint} ${compression}`);
}

/** Compressed once at build time. The server sends the copy that the browser accepts. */
async function compressFiles(folder: string, quality: number): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(js|css|html|json|svg)$/.test(name),
  );
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const contents = await readFile(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
      };
      await writeFile(`${path}.gz`, await promisify(gzip)(contents, { level: 9 }));
      await writeFile(`${path}.br`, await promisify(brotliCompress)(contents, { params }));
    }),
  );
}

async function hashFiles(places: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const target of places) {
    const path = join(root, target);
    if (!existsSync(path)) continue;
    const files = (await stat(path)).isDirectory()
      ? (await readdir(path, { recursive: true })).filter((name) => /\.\w+$/.test(name)).sort()
      : [''];
    for (const name of files) {
      const file = join(path, name);
      if ((await stat(file)).isDirectory()) continue;
      hash.update(`${target}/${name}\n`).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}
