import { BlockList, isIP } from 'node:net';

/** Everything that IANA keeps from the public internet, and what maps or tunnels into it. */
const reserved = new BlockList();
for (const range of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/)) {
  const [net = '', bits] = range.split('/');
  reserved.addSubnet(net, Number(bits), 'ipv4');
}

/** Of IPv6 only what is given out as global unicast, less what is documentation, tunnels or carries an IPv4 address. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
const notGlobal = new BlockList();
for (const range of '2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')) {
  const [net = '', bits] = range.split('/');
  notGlobal.addSubnet(net, Number(bits), 'ipv6');
}

/** Whether an IP address may be connected to on behalf of a configured address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !notGlobal.check(address, 'ipv6');
}
