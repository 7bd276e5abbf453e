import { useCallback, useState } from 'react';
import { readColumns, writeColumns, type ColumnKey } from '../session/client-storage.ts';

/** A preference kept in this browser under the owner's id; `read` makes it whole, whatever lies there. */
export function usePersistedState<T>(ownerId: string, key: ColumnKey, read: (stored: unknown) => T) {
  const [held, setHeld] = useState(() => ({ ownerId, key, value: read(readColumns(ownerId, key)) }));
  if (held.ownerId !== ownerId || held.key !== key)
    setHeld({ ownerId, key, value: read(readColumns(ownerId, key)) });
  const keep = useCallback(
    (value: T) => {
      setHeld({ ownerId, key, value });
      writeColumns(ownerId, key, value);
    },
    [ownerId, key],
  );
  return [held.value, keep] as const;
}
