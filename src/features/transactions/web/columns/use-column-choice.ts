import { useEffect, useMemo, useState } from 'react';
import { chosenColumns, firstColumns, keptColumns } from '#features/transactions/fields/column-choice.ts';
import { readColumns, writeColumns } from '#web/session/client-storage.ts';
import { useSignedIn } from '#web/session/session-store.ts';

/** The names under which a screen keeps its columns (spec 1 §3). */
const keys = {
  search: { extra: 'persistedTxnExtraColumns', order: 'persistedTxnColumnsOrder' },
  statements: { extra: 'extraColumns', order: 'columnsOrder' },
} as const;

/**
 * The columns that the person chose for a grid of transactions, in their order. `offered` is what the metadata
 * lists for this person, undefined until it is there.
 */
export function useColumnChoice(screen: keyof typeof keys, offered: ReadonlySet<string> | undefined) {
  const { userId, organisation } = useSignedIn();
  const ownerId = String(organisation.selectedParentOrgId);
  const [changes, setChanges] = useState(0);
  const { extra, order } = keys[screen];
  const chosen = useMemo(() => {
    if (offered == null) return undefined;
    const kept = {
      extra: readColumns(userId, extra),
      order: readColumns(userId, order),
      custom: readColumns(ownerId, 'extraColumns'),
    };
    return chosenColumns(kept, offered);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the storage has changed with every change
  }, [userId, ownerId, extra, order, offered, changes]);
  const shown = useMemo(() => chosen ?? (offered == null ? [] : firstColumns(offered)), [chosen, offered]);

  function keep(names: { extra?: string[]; order?: string[]; custom?: string[] }): void {
    writeColumns(userId, extra, names.extra);
    writeColumns(userId, order, names.order);
    writeColumns(ownerId, 'extraColumns', names.custom);
    setChanges((before) => before + 1);
  }
  useEffect(() => {
    // What does not fit is forgotten, not carried along.
    if (offered == null || chosen != null) return;
    writeColumns(userId, extra, undefined);
    writeColumns(userId, order, undefined);
    writeColumns(ownerId, 'extraColumns', undefined);
  }, [offered, chosen, userId, ownerId, extra, order]);

  return { shown, choose: (next: readonly string[]) => keep(keptColumns(next)), reset: () => keep({}) };
}
