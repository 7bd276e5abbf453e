import type { JSONValue } from '#database/connection.ts';
import { maskCardNumbers } from '#shared/card-number.ts';

const secret = /^(pan|cv2|cvv|secret|apiKey|authorization|cookie|password|token|.*(Password|Token|Secret))$/i;
const harmless = /^passwordStatus$/;
const maxTextLength = 2000;
const maxDepth = 6;

/**
 * What may stand in the audit of something a person sent: fields named like secrets are left out, card
 * numbers are masked wherever they are, and nothing grows without bound.
 */
export function redact(value: unknown, depth = 0): JSONValue {
  if (typeof value === 'string') return maskCardNumbers(value.slice(0, maxTextLength));
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.slice(0, 200).map((one) => redact(one, depth + 1));
  const kept: Record<string, JSONValue> = {};
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined || (secret.test(name) && !harmless.test(name))) continue;
    kept[name] = redact(one, depth + 1);
  }
  return kept;
}
