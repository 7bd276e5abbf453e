import { hasCardNumber } from '#shared/card-number.ts';
import { refusals } from '../refuse.ts';

/** A text of a group. null: absent. Throws invalidValue. */
export function readText(name: string, value: unknown, max: number): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') throw refusals.value(name, 'must be a text');
  const text = value.trim().normalize('NFC');
  if (text.length > max) throw refusals.value(name, `has at most ${max} characters`);
  if (hasCardNumber(text)) throw refusals.value(name, 'must not contain a card number');
  return text === '' ? null : text;
}

/** Names of groups are compared without regard to case. */
export const groupNameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();
