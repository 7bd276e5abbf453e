import { paths } from '../paths.ts';

/**
 * Where a sign-in leads: the address remembered before it, when that is a path of this page and not a disguise
 * for another host ('//evil', '/\evil'), else home.
 */
export function inAppTarget(remembered: unknown): string {
  if (typeof remembered !== 'string' || !/^\/(?![/\\])/.test(remembered)) return paths.home().to;
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from addresses
  if (/[\u0000-\u001f\\]/.test(remembered) || /^\/(login|error)?([?#]|$)/.test(remembered))
    return paths.home().to;
  return remembered;
}
