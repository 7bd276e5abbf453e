import { isIPv4 } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Names that never lead to the public internet: own machine, local networks, metadata services. */
const privateName = /^(?:localhost|(?:.+\.)?(?:localhost|local|internal|home\.arpa)|metadata|instance-data)$/;

/**
 * Whether the host of an address is certainly not public. URL has already read decimal, octal and hexadecimal IPv4 addresses.
 * What a name resolves to is checked when the request is sent.
 */
export function isPrivateHost(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/\.$/, '').toLowerCase();
  if (host === undefined) return false;
  if (host.startsWith('[')) return !isPublicAddress(host.slice(1, -1));
  return isIPv4(host) ? !isPublicAddress(host) : privateName.test(host);
}
