/** The same contents in the form that the shop asked for. */
export type NotificationFormat = 'REST_JSON' | 'REST_XML';

export function notificationBody(
  format: NotificationFormat,
  contents: object,
  root = 'transactionNotification',
): string {
  if (format === 'REST_JSON') return JSON.stringify(contents);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, contents)}`;
}

export const contentTypes: Readonly<Record<NotificationFormat, string>> = {
  REST_JSON: 'application/json',
  REST_XML: 'application/xml',
};

/** A list repeats its element; what is not there has none. */
function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  const inner =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([inside, one]) => element(inside, one))
          .join('')
      : escaped(String(value));
  return `<${name}>${inner}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no word for most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '');
}
