import { isIpAddress } from './patterns.ts';

/**
 * The one form of an address (docs/domain.md#value-forms): an IPv6 address as RFC 5952 writes it, in lower case, without
 * leading zeros, the longest run of zeros as '::'; an IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2) as that IPv4
 * address, as servers that listen on IPv6 report it. Other text is unchanged.
 */
export function canonicalIpAddress(text: string): string {
  const groups = expandIpv6Groups(text);
  if (groups === undefined) return text;
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6));
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
  const canonical = canonicalIpAddress(text);
  // Payments of earlier versions have the mapped form.
  if (isIpAddress(canonical) && !canonical.includes(':'))
    return [...new Set([canonical, `::ffff:${canonical}`, text])];
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

/** Prefix lengths of the networks that lists take. */
const prefixes = {
  v4: Array.from({ length: 24 }, (_, index) => index + 8),
  v6: [32, 48, 56, 64],
} as const;

/** A network such as 203.0.113.0/24 in its one form, without host bits; undefined for other text. */
export function canonicalNetwork(text: string): string | undefined {
  const [, address = '', length = ''] = /^([^/\s]+)\/(\d{1,2})$/.exec(text.trim()) ?? [];
  const canonical = canonicalIpAddress(address);
  if (!isIpAddress(canonical)) return undefined;
  const lengths: readonly number[] = canonical.includes(':') ? prefixes.v6 : prefixes.v4;
  return lengths.includes(Number(length)) ? networkOf(canonical, Number(length)) : undefined;
}

/** The networks that contain an address in its one form. */
export function networksOf(address: string): string[] {
  if (!isIpAddress(address)) return [];
  return (address.includes(':') ? prefixes.v6 : prefixes.v4).map((length) => networkOf(address, length));
}

function networkOf(address: string, length: number): string {
  if (!address.includes(':')) {
    const bits = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const network = Math.floor(bits / 2 ** (32 - length)) * 2 ** (32 - length);
    return `${[24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join('.')}/${length}`;
  }
  const groups = expandIpv6Groups(address) ?? [];
  const kept = groups.map((group, index) => {
    const bits = Math.min(16, Math.max(0, length - index * 16));
    return (Math.floor(Number.parseInt(group, 16) / 2 ** (16 - bits)) * 2 ** (16 - bits)).toString(16);
  });
  return `${canonicalIpAddress(kept.join(':'))}/${length}`;
}
