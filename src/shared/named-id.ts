import type { NamedIn } from './define-endpoint.ts';
import { organisationInFilter } from './organisation-filter.ts';

/**
 * The resource id of a request. The body is not validated yet, so only this value is read; anything missing
 * is undefined.
 */
export function namedId(
  name: string,
  place: NamedIn | undefined,
  request: { path: Record<string, unknown>; body: unknown },
): unknown {
  if (place === undefined || place === 'path') return request.path[name];
  const value = name.split('.').reduce(own, request.body);
  if (place === 'body') return value;
  return typeof value === 'string' ? organisationInFilter(value) : undefined;
}

function own(part: unknown, key: string): unknown {
  return typeof part === 'object' && part !== null && Object.hasOwn(part, key)
    ? (part as Record<string, unknown>)[key]
    : undefined;
}
