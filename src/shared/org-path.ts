/**
 * Organisation paths: '/1000/1100/1111', ids from the root to the organisation. Compared by segment, never as
 * strings: '/1/2' must not cover '/1/20' (docs/domain.md#organisations).
 */
export function covers(scope: string, path: string): boolean {
  const [outer, inner] = [trimmed(scope), trimmed(path)];
  return outer !== '' && (inner === outer || inner.startsWith(`${outer}/`));
}

export function samePath(a: string, b: string): boolean {
  return trimmed(a) !== '' && trimmed(a) === trimmed(b);
}

/** Ids on the path, root first. */
export function pathIds(path: string): number[] {
  return trimmed(path).split('/').slice(1).map(Number);
}

const trimmed = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);
