import { createHash } from 'node:crypto';
import { Problem, problems } from '#shared/problem.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { RequestKey } from './api-credential-table.ts';

/** The Idempotency-Key of a request. Undefined without one. */
export function readRequestKey(request: RequestInfo, body: object): RequestKey | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  if (key === '' || key.length > 255) throw problems.invalid('header.idempotency-key');
  return { key, hash: createHash('sha256').update(JSON.stringify(body)).digest() };
}

export const requestKeyReused = (): Problem =>
  new Problem(422, 'IDEMPOTENCY_KEY_REUSED', 'request_key_reused');
