/** Where an IP address is used. */
interface AddressPlace {
  /** Alpha-3. */
  country: string;
  city: string;
  provider: string;
  organisation: string;
}

/**
 * The three networks that are reserved for documentation, with invented places. An operator's own table of addresses
 * replaces it. Keyed by an address without its last number.
 */
export const placesByNetwork: Readonly<Record<string, AddressPlace>> = {
  '192.0.2': place('GBR', 'Bristol', 'Example Broadband'),
  '198.51.100': place('DEU', 'Hamburg', 'Beispiel Netz'),
  '203.0.113': place('USA', 'Chicago', 'Example Mobile'),
};

/** undefined for every address that is not in the table, IPv6 among them. */
export function lookUpIpAddress(ip: string | null | undefined): AddressPlace | undefined {
  return placesByNetwork[ip?.slice(0, ip.lastIndexOf('.')) ?? ''];
}

function place(country: string, city: string, provider: string): AddressPlace {
  return { country, city, provider, organisation: `${provider} customers` };
}
