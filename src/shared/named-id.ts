import type { NamedIn } from './define-endpoint.ts';
import { organisationInFilter } from './organisation-filter.ts';

/**
 * The id that a call names its subject by. The body is read before its own rules are looked at, so nothing of
 * it is believed but this one value, and whatever is not there is undefined.
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
