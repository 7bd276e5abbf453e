import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A folder with the vendors' SDKs below `node_modules`. They are large (35 and 23 MB), so the project does not install them. */
const folder = process.env.COUNTINGHOUSE_VENDOR_SDKS;

/** The module, or why its tests are skipped. */
export function loadSdk(name: string): { sdk?: unknown; reason?: string } {
  if (!folder) return { reason: `COUNTINGHOUSE_VENDOR_SDKS does not name a folder with ${name}` };
  try {
    return { sdk: createRequire(join(folder, 'package.json'))(name) as unknown };
  } catch {
    return { reason: `COUNTINGHOUSE_VENDOR_SDKS has no ${name}` };
  }
}
