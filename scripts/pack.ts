import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage, listComponents } from './build-package.ts';
import { buildWeb } from './build-web.ts';

/**
 * `npm run pack` writes the package and its list of components into dist (CONTRIBUTING.md#how-to-release). The image copies the
 * folder instead, without a database of its own.
 */
const { values } = parseArgs({ options: { 'without-database': { type: 'boolean', default: false } } });
const dist = join(import.meta.dirname, '..', 'dist');
const folder = join(dist, 'package');
await buildWeb();
const withDatabase = !values['without-database'];
await buildPackage(folder, { withDatabase });
const components = listComponents({ withDatabase });
if (!withDatabase) {
  writeFileSync(join(folder, 'sbom.cdx.json'), components.text);
} else {
  writeFileSync(join(dist, `countinghouse-${components.version}.cdx.json`), components.text);
  execFileSync('npm', ['pack', folder, '--pack-destination', dist, '--loglevel=error'], { stdio: 'inherit' });
}
