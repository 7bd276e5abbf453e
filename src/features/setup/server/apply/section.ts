import * as z from 'zod/mini';
import { ApplyError } from './apply-error.ts';
import type { ApplyRun } from './apply-run.ts';

/** A part of the file that can be left out: a list, or one object. */
export interface Section<S extends z.ZodMiniType = z.ZodMiniType> {
  /** The property of the file. */
  name: string;
  schema: S;
  apply(run: ApplyRun, given: z.output<S>): Promise<void>;
}

export const defineSection = <S extends z.ZodMiniType>(section: Section<S>): Section<S> => section;

/** How the file names an object: unique for its kind in the company. */
export const keySchema = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));

/** Names that a file has, without repetition. Throws at the second place of a name. */
export function namesOf(section: string, names: readonly string[], property: string): Set<string> {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) throw new ApplyError(`/${section}/${index}/${property}`, `"${name}" is used twice`);
    seen.add(name);
  }
  return seen;
}
