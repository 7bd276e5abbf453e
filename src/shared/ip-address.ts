import { isIpAddress } from './patterns.ts';

/**
 * An IPv6 address in the form of RFC 5952: lower case, no leading zeros, the longest run of zeros as '::', an
 * embedded IPv4 address with dots. Other text is unchanged.
 */
export function canonicalIpAddress(text: string): string {
  const groups = expandIpv6Groups(text);
  if (groups === undefined) return text;
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return `::ffff:${dotted(groups.slice(6))}`;
  const run = longestZeros(groups);
  if (run.length < 2) return groups.join(':');
  const [before, after] = [groups.slice(0, run.from), groups.slice(run.from + run.length)];
  return `${before.join(':')}::${after.join(':')}`;
}

/**
 * Notations of an IPv6 address, the canonical one first: with and without '::' and leading zeros, in lower
 * and upper case, and as typed. Other text has one.
 */
export function equivalentIpAddresses(text: string): string[] {
  const groups = expandIpv6Groups(text);
  if (groups === undefined) return [text];
  const padded = groups.map((group) => group.padStart(4, '0'));
  const forms = [canonicalIpAddress(text), groups.join(':'), padded.join(':')];
  return [...new Set([...forms, ...forms.map((form) => form.toUpperCase()), text])];
}

/** The eight groups of an IPv6 address in lower case without leading zeros; undefined for other text. */
function expandIpv6Groups(text: string): string[] | undefined {
  if (!text.includes(':') || !isIpAddress(text)) return undefined;
  const [head = [], tail] = text.split('::').map((half) => half.split(':').flatMap(hexGroups));
  if (tail === undefined) return head;
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail];
}

function hexGroups(part: string): string[] {
  if (part === '') return [];
  if (!part.includes('.')) return [Number.parseInt(part, 16).toString(16)];
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

const dotted = (groups: readonly string[]): string =>
  groups
    .flatMap((group) => {
      const number = Number.parseInt(group, 16);
      return [Math.floor(number / 256), number % 256];
    })
    .join('.');

/** The first of the longest runs of zeros. */
function longestZeros(groups: readonly string[]): { from: number; length: number } {
  let best = { from: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === '0' ? length + 1 : 0;
    if (length > best.length) best = { from: index - length + 1, length };
  }
  return best;
}
