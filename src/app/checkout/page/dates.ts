import { dateFormat } from '#shared/text/intl-formats.ts';
import { pageLocale } from './money.ts';

/**
 * A date or time in the page's language, as the payer's own country writes it: an English page shows 26 November to a
 * British browser and November 26 to an American one.
 */
export function formatDate(at: Date, options: Intl.DateTimeFormatOptions): string {
  const language = pageLocale();
  if (Intl.DateTimeFormat.supportedLocalesOf([language]).length > 0)
    return dateFormat(localVariant(language), options).format(at);
  // Without names of months in the language, digits need none.
  const digits = options.month === undefined ? options : { ...options, month: '2-digit' as const };
  return dateFormat('en-GB', { ...digits, hour12: false }).format(at);
}

/** The browser's variant of the language, such as 'en-GB' of 'en'. */
function localVariant(language: string): string {
  if (language.includes('-')) return language;
  const variant = navigator.languages.find((tag) => tag.startsWith(`${language}-`));
  return variant ?? (language === 'en' ? 'en-GB' : language);
}
