/**
 * Origins of a merchant's sites: `https://shop.example`, or `http://localhost:*` while a shop is being built.
 * Answers whether an address lies on one of them.
 */
export function isOnOrigins(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, username, password } = new URL(address);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return false;
  return origins.some((one) => one === origin || one === `${protocol}//${hostname}:*`);
}

/** The source list of the header that says who may frame the page. */
export function frameAncestors(origins: readonly string[]): string {
  const known = origins.filter((origin) => /^https?:\/\/[\w.-]+(?::(?:\d{1,5}|\*))?$/.test(origin));
  return known.length === 0 ? "'none'" : known.join(' ');
}
