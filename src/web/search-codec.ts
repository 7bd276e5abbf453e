/** Search parameters as flat text: several values of one name are joined by commas. */
export type FlatSearch = Record<string, string>;

/**
 * The router's own parser turns '12345678901234567890' into a float and '1e5' into 100000.
 * Ids are text here, and the schema of each screen decides what is a number.
 */
export function parseSearch(text: string): FlatSearch {
  // A map on the way: '?valueOf=x' must not meet the object's own valueOf.
  const search = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search.get(name);
    search.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(search);
}

/** '?a=1&b=x,y', or '' for no parameters. Drops empty and missing values, and values that are not plain. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(search)) {
    const text = (Array.isArray(value) ? value : [value]).flatMap(toText).join(',');
    if (text !== '')
      parts.push(
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text).replaceAll('%2C', ',')}`,
      );
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The same flat texts for parameters that a screen gives to the router as numbers; missing ones stay out. */
export function flatText(search: Record<string, unknown>): FlatSearch {
  return parseSearch(stringifySearch(search));
}

/** Stored parameters are read from a cookie: objects in it must not be converted to text. */
function toText(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value.toWellFormed()];
  return typeof value === 'boolean' || Number.isFinite(value) ? [String(value)] : [];
}
