import * as z from 'zod/mini';
import { ApplyError } from './apply-error.ts';
import type { ApplyRun, RunEnvironment } from './apply-run.ts';

/** A part of the file that can be left out: a list, or one object. */
export interface Section<S extends z.ZodMiniType = z.ZodMiniType> {
  /** The property of the file. */
  name: string;
  schema: S;
  /** Requests to other machines, before the transaction. Returns the section with their results. */
  prepare?: (environment: RunEnvironment, input: z.output<S>) => Promise<z.output<S>>;
  apply(run: ApplyRun, input: z.output<S>): Promise<void>;
}

export const defineSection = <S extends z.ZodMiniType>(section: Section<S>): Section<S> => section;

/** How the file names an object: unique for its kind in the company. */
export const keySchema = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));

/** Names that a file has, without repetition. Throws at the second place of a name. */
export function collectNames(section: string, names: readonly string[], property: string): Set<string> {
  const unique = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (unique.has(name)) throw new ApplyError(`/${section}/${index}/${property}`, `"${name}" is used twice`);
    unique.add(name);
  }
  return unique;
}

/** A secret stays out of the file: it is read from a variable or from a file beside it. */
export const secretSource = z.union([
  z.strictObject({ env: z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,99}$/)) }),
  z.strictObject({ file: z.string().check(z.minLength(1)) }),
]);

/** The secret without spaces around it. Throws when it cannot be read. */
export async function readSecret(
  { environment }: Pick<ApplyRun, 'environment'>,
  source: z.output<typeof secretSource>,
  pointer: string,
): Promise<string> {
  if ('env' in source) {
    const value = environment.readVariable(source.env)?.trim() ?? '';
    if (value === '') throw new ApplyError(`${pointer}/env`, `the variable ${source.env} is not set`);
    return value;
  }
  const bytes = await environment.readFile(source.file).catch(() => undefined);
  if (!bytes) throw new ApplyError(`${pointer}/file`, 'the file cannot be read');
  return bytes.toString('utf8').trim();
}
