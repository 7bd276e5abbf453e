import { getCountryData, type TCountryCode } from 'countries-list';
import { isChargeable } from '#shared/currencies.ts';
import { countryList } from '#shared/countries.ts';

/** What the page asks about a business beside its name. */
export interface BusinessForm {
  /** alpha-2. It suggests the currency, and gives the company its time zone. */
  country: string;
  currency: string;
  mcc: string;
}

export type BusinessErrors = Partial<Record<keyof BusinessForm, string>>;

/** The form with the country of the browser: where its clock is, otherwise that of its language. */
export function newBusinessForm(zone: string, language: string): BusinessForm {
  const country =
    countryList().find(({ alpha2 }) => zonesOf(alpha2).includes(zone))?.alpha2 ??
    new Intl.Locale(language).maximize().region ??
    '';
  return { country, currency: currencyOf(country), mcc: '' };
}

/** The currency of a country; '' where it has none that can be charged. */
export function currencyOf(country: string): string {
  if (country === '') return '';
  return getCountryData(country as TCountryCode).currency.find(isChargeable) ?? '';
}

/** The browser's time zone if the country has it, otherwise the country's first. */
function zoneOf(country: string, zone: string): string | null {
  const zones = zonesOf(country);
  return zones.includes(zone) ? zone : (zones[0] ?? null);
}

/** Older browsers lack the function. */
function zonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
    `und-${country}`,
  );
  return locale.getTimeZones?.() ?? [];
}

export function businessErrors({ country, currency, mcc }: BusinessForm): BusinessErrors {
  const errors: BusinessErrors = {};
  if (country === '') errors.country = 'setup.required.country';
  if (currency === '') errors.currency = 'setup.required.currency';
  if (mcc === '') errors.mcc = 'setup.required.category';
  return errors;
}

/** The part of a request that describes the business. */
export const toBusiness = ({ country, currency, mcc }: BusinessForm, zone: string) => ({
  currency,
  mcc,
  timeZone: zoneOf(country, zone),
});
