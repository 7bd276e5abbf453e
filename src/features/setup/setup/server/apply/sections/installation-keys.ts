import * as z from 'zod/mini';
import type { ApplyRun } from '../apply-run.ts';
import { keySchema } from '../section.ts';

/** Installations of a key or webhook, by their keys in the file. */
export const installationKeys = z.array(keySchema).check(z.minLength(1), z.maxLength(1000));

export async function resolveInstallations(
  run: ApplyRun,
  value: readonly string[],
  pointer: string,
): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, key] of value.entries())
    ids.push(await run.resolveKey('installation', key, `${pointer}/installations/${index}`));
  return ids;
}

export const countInstallations = ({ length }: readonly number[]): string =>
  `${length} installation${length === 1 ? '' : 's'}`;
