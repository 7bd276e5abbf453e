/**
 * Organisation paths: '/1000/1100/1111', ids from the root to the organisation. Compared by segment, never as
 * strings: '/1/2' must not cover '/1/20' (docs/domain.md#organisations).
 */
export function covers(scope: string, path: string): boolean {
  const [outer, inner] = [withoutTrailingSlash(scope), withoutTrailingSlash(path)];
  return outer !== '' && (inner === outer || inner.startsWith(`${outer}/`));
}

export function isSamePath(a: string, b: string): boolean {
  return withoutTrailingSlash(a) !== '' && withoutTrailingSlash(a) === withoutTrailingSlash(b);
}

/** Ids on the path, root first. */
export function pathIds(path: string): number[] {
  return withoutTrailingSlash(path).split('/').slice(1).map(Number);
}

const withoutTrailingSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

const shape = /^extraInfo\.organisationId eq "?(\d{1,10})"?$/;

/** The one filter of the users search in SCIM syntax (docs/domain.md#users). */
export const organisationFilter = (organisationId: number): string =>
  `extraInfo.organisationId eq "${organisationId}"`;

/** The organisation in a filter; undefined for every other filter. */
export function organisationInFilter(filter: string): number | undefined {
  const found = shape.exec(filter.trim())?.[1];
  return found === undefined ? undefined : Number(found);
}
