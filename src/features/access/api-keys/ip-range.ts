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

/** The ranges of a text field: one a line, or with commas. */
export const splitRanges = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');
