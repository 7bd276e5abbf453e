import { refusals } from '../refuse.ts';

const defaultCount = 100;
export const maxCount = 200;

export interface ListQuery {
  filter?: string;
  startIndex?: string;
  count?: string;
  sortBy?: string;
  sortOrder?: string;
  attributes?: string;
  excludedAttributes?: string;
}

/**
 * Page of a list as RFC 7644, section 3.4.2.4 corrects it: a start below 1 is 1, a negative count 0, a large one the
 * maximum.
 */
export function readPage({ startIndex, count }: ListQuery): { startIndex: number; count: number } {
  return {
    startIndex: Math.min(1_000_000, Math.max(1, wholeNumber('startIndex', startIndex) ?? 1)),
    count: Math.min(maxCount, Math.max(0, wholeNumber('count', count) ?? defaultCount)),
  };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw refusals.value(name, 'must be a whole number');
  return Number(text);
}

/** The attributes of a response, in lower case. */
export interface Projection {
  attributes: readonly string[];
  excluded: readonly string[];
}

export const readProjection = ({
  attributes,
  excludedAttributes,
}: Pick<ListQuery, 'attributes' | 'excludedAttributes'>): Projection => ({
  attributes: names(attributes),
  excluded: names(excludedAttributes),
});

const names = (text = ''): string[] =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .map((name) => name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, ''))
    .filter((name) => name !== '')
    .slice(0, 100);

/** Whether the attribute is part of the response, so that others need not be read. */
export function includes({ attributes, excluded }: Projection, name: string): boolean {
  if (attributes.length > 0)
    return attributes.some((attribute) => attribute === name || attribute.startsWith(`${name}.`));
  return !excluded.includes(name);
}

const always = new Set(['id', 'schemas']);

/** The resource with the attributes that the request names. `id` and `schemas` are always there. */
export function project(resource: object, projection: Projection): Record<string, unknown> {
  const selected = Object.entries(resource).flatMap(([name, value]: [string, unknown]) => {
    const key = name.toLowerCase();
    if (value === undefined) return [];
    if (always.has(key)) return [[name, value] as const];
    if (!includes(projection, key)) return [];
    return [[name, projectParts(value, key, projection)] as const];
  });
  return Object.fromEntries(selected);
}

/** The sub-attributes of `name.givenName`. */
function projectParts(value: unknown, key: string, { attributes, excluded }: Projection): unknown {
  const isRequested = (part: string) =>
    attributes.length === 0 || attributes.includes(key) || attributes.includes(`${key}.${part}`);
  const selectParts = (item: unknown): unknown =>
    typeof item === 'object' && item !== null
      ? Object.fromEntries(
          Object.entries(item).filter(
            ([part]) => isRequested(part.toLowerCase()) && !excluded.includes(`${key}.${part.toLowerCase()}`),
          ),
        )
      : item;
  return Array.isArray(value) ? value.map(selectParts) : selectParts(value);
}
