import { escapeXml } from '#shared/text/escape.ts';

/** The format that the merchant requested. */
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

/** A list repeats its element. Null and undefined have none. */
function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join('');
  const inner =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([key, child]) => element(key, child))
          .join('')
      : escapeXml(String(value));
  return `<${name}>${inner}</${name}>`;
}
