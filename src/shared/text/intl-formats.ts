/**
 * The formats of Intl, each made once: making one takes a hundred times as long as writing a number or a date with it.
 */
const formats = new Map<string, unknown>();

/** Each holds some 50 kB outside the heap, and the zones of a process are many. */
const maxFormats = 500;

type Locale = string | readonly string[];

export const numberFormat = (locale: Locale, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  formatOnce('number', locale, options, () => new Intl.NumberFormat(locale, options));

export const dateFormat = (locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  formatOnce('date', locale, options, () => new Intl.DateTimeFormat(locale, options));

export const relativeFormat = (locale: string): Intl.RelativeTimeFormat => {
  const options = { numeric: 'auto' } as const;
  return formatOnce('relative', locale, options, () => new Intl.RelativeTimeFormat(locale, options));
};

function formatOnce<F>(kind: string, locale: Locale, options: object, make: () => F): F {
  const key = `${kind} ${String(locale)} ${JSON.stringify(options)}`;
  const cached = formats.get(key) as F | undefined;
  if (cached !== undefined) return cached;
  if (formats.size >= maxFormats) formats.clear();
  const format = make();
  formats.set(key, format);
  return format;
}
