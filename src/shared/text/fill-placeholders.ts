type Values = Readonly<Record<string, unknown>>;

/**
 * Replaces `{name}` in a text by the value of that name. Values are inserted as they are: a placeholder within a value
 * stays text. A name without a value becomes `missing`.
 */
export const fillPlaceholders = (text: string, values: Values, missing = ''): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? missing));

/** The same for `{{name}}`, the placeholders of translations. */
export const fillTranslation = (text: string, values: Values): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''));
