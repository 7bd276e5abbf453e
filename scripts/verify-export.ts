import { readFile } from 'node:fs/promises';
import { compareExport, readManifest } from '#features/reports/scheduled-files/server/verify-export.ts';

/**
 * Compares a scheduled file with its manifest (docs/domain.md#scheduled-files). Exit code 0: they agree, 1: they do not. Throws
 * when one of them cannot be read.
 */
export async function verifyExport(filePath: string, manifestPath: string): Promise<number> {
  const file = await readFile(filePath);
  const text = await readFile(manifestPath, 'utf8');
  const manifest = parse(text, manifestPath);
  const differences = compareExport(file, manifest);
  if (differences.length > 0) {
    console.error(`${filePath} does not agree with its manifest.\n${differences.join('\n')}`);
    return 1;
  }
  const nets = manifest.totals.map(({ currency, net }) => `${net} ${currency}`).join(', ');
  console.log(
    `${filePath} agrees with its manifest: ${manifest.rows} rows, net ${nets || 'none'}, SHA-256 ${manifest.file.sha256}.`,
  );
  return 0;
}

function parse(text: string, path: string): ReturnType<typeof readManifest> {
  try {
    return readManifest(text);
  } catch {
    throw new Error(`${path} is not a manifest.`);
  }
}
