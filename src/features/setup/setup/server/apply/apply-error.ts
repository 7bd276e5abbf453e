import type * as z from 'zod/mini';
import { Problem } from '#shared/problem.ts';

/** A mistake in the file, with the JSON pointer (RFC 6901) of its place. */
export class ApplyError extends Error {
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(`${pointer === '' ? '/' : pointer}: ${message}`);
    this.name = 'ApplyError';
    this.pointer = pointer;
  }
}

/** Names and positions as a JSON pointer. */
const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** One line for each mistake that the schema has found. */
export function schemaErrors(error: z.core.$ZodError): ApplyError[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => new ApplyError(toPointer([...issue.path, key]), 'unknown property'))
      : new ApplyError(toPointer(issue.path), issue.message),
  );
}

const sentences: Readonly<Record<string, string>> = {
  organisation_name_taken: 'another organisation at the same place has this name',
  custom_fields_full: 'the company has the maximum number of custom fields',
  uniqueness: 'the username is taken',
  test_clock_set: 'it is live, and a company that it would reach has a test clock',
  invalidValue: 'not a valid email address or name',
};

/** Runs the part of the file at `pointer`. A refusal becomes a mistake at this place. */
export async function atPointer<T>(pointer: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const field = error.fieldError?.field.split('.').map((part) => `/${part}`);
    const reason = error.fieldError?.detail.replaceAll('_', ' ') ?? sentences[error.message] ?? error.message;
    throw new ApplyError(`${pointer}${field?.join('') ?? ''}`, reason);
  }
}
