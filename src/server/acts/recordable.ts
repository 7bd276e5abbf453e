import type { JSONValue } from '#database/connection.ts';
import { maskCardNumbers } from '#contract/card-number.ts';

const secret = /^(pan|cv2|cvv|secret|apiKey|authorization|cookie|password|token|.*(Password|Token|Secret))$/i;
const harmless = /^passwordStatus$/;
const longestText = 2000;
const deepest = 6;

/**
 * What may stand in the audit of something a person sent: fields named like secrets are left out, card
 * numbers are masked wherever they are, and nothing grows without bound.
 */
export function recordable(value: unknown, depth = 0): JSONValue {
  if (typeof value === 'string') return maskCardNumbers(value.slice(0, longestText));
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || depth >= deepest) return null;
  if (Array.isArray(value)) return value.slice(0, 200).map((one) => recordable(one, depth + 1));
  const kept: Record<string, JSONValue> = {};
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined || (secret.test(name) && !harmless.test(name))) continue;
    kept[name] = recordable(one, depth + 1);
  }
  return kept;
}
