import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languagesWithNames } from '../src/shared/page-languages.ts';
import { countryList } from '../src/shared/countries.ts';

/** Names of the countries for the payment page's languages that browsers have none for, from Node's data. */
for (const language of languagesWithNames) {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const file = join(import.meta.dirname, '../src/app/checkout/public/names', `${language}.json`);
  // Hong Kong and Macao are followed by an English abbreviation.
  const texts = countryList().map(({ alpha2 }) => [
    `country_${alpha2}`,
    names.of(alpha2)?.replace(/ SAR .*/, ''),
  ]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
}
