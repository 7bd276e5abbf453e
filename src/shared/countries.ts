import { countries as listed, getCountryData, type TCountryCode } from 'countries-list';

interface Country {
  alpha2: string;
  alpha3: string;
  name: string;
  /** AF, AN, AS, EU, NA, OC, SA. */
  continent: string;
}

/** In the package but not in ISO 3166-1. */
const notIso = new Set(['AC', 'TA', 'XK']);

const all: Country[] = (Object.keys(listed) as TCountryCode[])
  .filter((alpha2) => !notIso.has(alpha2))
  .map((alpha2) => {
    const { iso3, name, continent } = getCountryData(alpha2);
    return { alpha2, alpha3: iso3, name, continent };
  });

const byCode = new Map(
  all.flatMap((country) => [[country.alpha2, country] as const, [country.alpha3, country] as const]),
);

/** The 249 countries of ISO 3166-1, by name. */
export function countryList(): readonly Country[] {
  return all;
}

/**
 * A country by alpha-2 or alpha-3 code in any case: merchants send both (docs/domain.md#tolerant-reading).
 */
export function findCountry(code: string): Country | undefined {
  return code.length > 3 ? undefined : byCode.get(code.toUpperCase());
}
