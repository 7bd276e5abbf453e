import type * as z from 'zod/mini';
import type { Contract } from '#shared/define-endpoint.ts';
import { problems } from '#shared/problem.ts';
import { toFieldFault } from './field-fault.ts';

/** The parts of a request as they arrived, before their schemas. */
export interface RawRequest {
  path: unknown;
  query: unknown;
  body: unknown;
}

/** Validates every part by the contract. Throws INVALID_REQUEST with the field. */
export function parseRequest(call: Contract, raw: RawRequest) {
  return {
    path: parsePart(call.path, raw.path, 'path'),
    query: parsePart(call.query, raw.query, 'query'),
    body: parsePart(call.body, raw.body, 'body'),
  };
}

export function parsePart(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const { path, detail } = toFieldFault(result.error, value ?? {});
  throw problems.invalid([part, ...path].join('.'), detail);
}
