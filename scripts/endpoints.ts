import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '#shared/define-endpoint.ts';

const features = join(import.meta.dirname, '..', 'src', 'features');

/** Every contract of every feature, with the feature it belongs to. */
export async function allCalls(): Promise<{ call: Endpoint; feature: string }[]> {
  const found: { call: Endpoint; feature: string }[] = [];
  for (const feature of (await readdir(features)).sort()) {
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
