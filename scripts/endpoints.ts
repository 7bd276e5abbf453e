import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { areas } from './zones.ts';

const root = join(import.meta.dirname, '..');
const features = join(root, 'src', 'features');

/** Every endpoint of every feature, with its area and feature: `payments/schedules`. */
export async function allCalls(): Promise<{ call: Endpoint; feature: string }[]> {
  const found: { call: Endpoint; feature: string }[] = [];
  for (const feature of Object.entries(areas).flatMap(([area, names]) =>
    names.map((name) => `${area}/${name}`),
  )) {
    const file = join(features, feature, 'endpoints.ts');
    if (!existsSync(file)) continue;
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    for (const value of Object.values(module)) {
      if (isCall(value)) found.push({ call: value, feature });
    }
  }
  return found;
}

function isCall(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'route' in value && 'auth' in value && 'url' in value;
}

export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The file of an endpoint's handler: its own, or `handlers.ts`, which holds the small ones of a feature. */
export function handlerFile(endpoint: string, feature: string): string | undefined {
  const ownFile = `src/features/${feature}/server/${kebab(endpoint)}.ts`;
  if (existsSync(join(root, ownFile))) return ownFile;
  const together = `src/features/${feature}/server/handlers.ts`;
  const isThere =
    existsSync(join(root, together)) &&
    readFileSync(join(root, together), 'utf8').includes(`export const ${endpoint} = `);
  return isThere ? together : undefined;
}

/**
 * The file with the tests of an endpoint: named after it, else one that has its name in a title, an import or the
 * audit.
 */
export function testFile(endpoint: string, feature: string): string | undefined {
  const folder = `src/features/${feature}`;
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();
  const contains = (pattern: RegExp) =>
    files.find((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  return (
    files.find((file) => file.endsWith(`/${kebab(endpoint)}.test.ts`)) ??
    contains(new RegExp(`describe\\('${endpoint}'`)) ??
    contains(new RegExp(`\\b${endpoint}\\b|\\b${kebab(endpoint)}\\.test`))
  );
}
