import type { SavedKeys, KeyStore } from '#features/transaction-details/web/follow-up/attempt-keys.ts';
import { readSession, writeSession } from '#web/session/client-storage.ts';

/** The tab remembers them until somebody signs out; by transaction. */
export function keysOfTab(transactionId: string): KeyStore {
  const all = (): Readonly<Record<string, SavedKeys>> => parseObject(readSession('followUpKeys'));
  return {
    read: () => {
      const kept = Object.entries(parseObject<unknown>(all()[transactionId])).filter(isKept);
      return Object.fromEntries(kept);
    },
    write: (keys) => writeSession('followUpKeys', { ...all(), [transactionId]: keys }),
  };
}

/** What a tab stores anybody may have written. */
const parseObject = <T>(value: unknown): Readonly<Record<string, T>> =>
  typeof value === 'object' && value != null ? (value as Record<string, T>) : {};

function isKept(entry: [string, unknown]): entry is [string, SavedKeys[string]] {
  const { key, until } = parseObject<unknown>(entry[1]);
  return typeof key === 'string' && typeof until === 'number';
}
