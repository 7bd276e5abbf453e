import type { Translate } from './page/texts.ts';
import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';

/** Countries without postcodes (Universal Postal Union). */
const withoutPostcodes = new Set(
  (
    'AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP ' +
    'ML MO MR MW NR NU QA RW SB SC SL SR ST SY TD TF TG TK TL TO TT TV UG VU YE ZW'
  ).split(' '),
);

export const hasPostcodes = (country: string): boolean => !withoutPostcodes.has(country);

/**
 * The country that the form begins with: the merchant's, then that of the browser's languages, then the home of the
 * page's language or of the currency. Empty when nothing names one.
 */
export function guessCountry({ country, countries, currency }: PageView, locale: string): string {
  const language = new Intl.Locale(locale).language;
  const ofBrowser = navigator.languages.map(regionOf);
  // English and Spanish are spoken in too many countries.
  const ofLanguage = ['en', 'es'].includes(language) ? undefined : new Intl.Locale(locale).maximize().region;
  const home = locale === 'pt' ? 'PT' : ofLanguage;
  const guesses = [country, ...ofBrowser, home, currency === 'EUR' ? undefined : currency.slice(0, 2)];
  return guesses.find((guess) => guess !== undefined && countries.includes(guess)) ?? '';
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

/** From our own names in a language that browsers have none for. */
export function countryName(code: string, locale: string, t: Translate): string {
  const own = t(`country_${code}`);
  if (own !== `country_${code}`) return own;
  return new Intl.DisplayNames([locale, 'en'], { type: 'region' }).of(code) ?? code;
}
