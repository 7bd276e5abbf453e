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
