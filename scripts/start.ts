import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { waitForPages } from '#app/server/pages-built.ts';
import { isWebBuilt } from './build-web.ts';

if (!(await isWebBuilt('quick'))) waitForPages(buildBeside());
await import('#app/server/main.ts');

/** In a process of its own, while this one creates the database: the first start is seconds shorter. */
function buildBeside(): Promise<void> {
  const builder = spawn(process.execPath, [join(import.meta.dirname, 'build-pages.ts')], {
    stdio: ['ignore', 2, 2],
  });
  process.once('exit', () => builder.kill());
  return new Promise((resolve, reject) => {
    builder.once('error', reject);
    builder.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error('The web pages could not be built; the lines above say why.')),
    );
  });
}
