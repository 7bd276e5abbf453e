import { useCallback, useState } from 'react';
import { readColumns, writeColumns, type ColumnKey } from '../session/client-storage.ts';

/** A preference kept in this browser under the owner's id. `read` turns any stored value into a valid one. */
export function usePersistedState<T>(ownerId: string, key: ColumnKey, read: (stored: unknown) => T) {
  const [state, setState] = useState(() => ({ ownerId, key, value: read(readColumns(ownerId, key)) }));
  if (state.ownerId !== ownerId || state.key !== key)
    setState({ ownerId, key, value: read(readColumns(ownerId, key)) });
  const save = useCallback(
    (value: T) => {
      setState({ ownerId, key, value });
      writeColumns(ownerId, key, value);
    },
    [ownerId, key],
  );
  return [state.value, save] as const;
}
