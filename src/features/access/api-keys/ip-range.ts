import { canonicalIpAddress } from '#shared/ip-address.ts';
import { isIpAddress } from '#shared/patterns.ts';

/** The maximum number of ranges of a key. */
export const maxIpRanges = 50;

/** Whether the text is an IP address, or a range such as 198.51.100.0/24. */
export function isIpRange(text: string): boolean {
  const [address = '', prefixLength, ...extraParts] = text.split('/');
  if (extraParts.length > 0 || address.length > 45 || address.includes('%') || !isIpAddress(address))
    return false;
  if (prefixLength === undefined) return true;
  return /^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= (address.includes(':') ? 128 : 32);
}

/**
 * A range of IPv4 addresses that is written in their mapped form (`::ffff:203.0.113.0/120`) in its own form: callers are
 * compared by their IPv4 address. Other ranges are unchanged.
 */
export function unmapRange(range: string): string {
  const [address = '', prefixLength = '128'] = range.split('/');
  const unmapped = canonicalIpAddress(address);
  const isMapped = address.includes(':') && !unmapped.includes(':') && Number(prefixLength) >= 96;
  return isMapped ? `${unmapped}/${Number(prefixLength) - 96}` : range;
}

/** The ranges of a text field: one a line, or with commas. */
export const splitRanges = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');
