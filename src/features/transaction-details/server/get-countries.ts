import { countryList } from '#shared/countries.ts';
import { handle } from '#server/handler.ts';
import { getCountries as endpoint } from '../endpoints.ts';

const answer = countryList().map(({ alpha2, alpha3, name }) => ({
  alpha2Code: alpha2,
  alpha3Code: alpha3,
  countryName: name,
}));

export const getCountries = handle(endpoint, async () => answer);
