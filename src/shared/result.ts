import type { ErrorDetail } from './problem.ts';

/** A business refusal: the code that names it, and the field of the request it is about. */
export interface Refusal<Code extends string = string> {
  code: Code;
  /** As the request spells it. */
  field?: string;
  /** The error of the field, where the code does not name it. */
  detail?: ErrorDetail;
}

/**
 * The result of a step of a business operation: its value, or the reason why it refuses. Exceptions are for bugs, and
 * for `Problem` at the HTTP edge (docs/decisions/0092).
 */
export type Result<T, R extends Refusal = Refusal> = { ok: true; value: T } | ({ ok: false } & R);

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const refuse = <Code extends string>(
  code: Code,
  field?: string,
  detail?: ErrorDetail,
): { ok: false } & Refusal<Code> => ({ ok: false, code, field, detail });
