import { useEffect, useMemo, useState } from 'react';
import { readColumns, writeColumns } from '#web/session/client-storage.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { chosenColumns, firstColumns, savedColumns } from '../column-choice.ts';
import { transactionField } from '#features/record/reporting/fields/transaction-fields.ts';
import { type CustomNames, columnName } from '#features/record/reporting/web/column-labels.ts';
import type { ColumnChoice } from '#web/list-screen/use-list-columns.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Storage keys of a screen's columns (docs/domain.md#column-choices). */
const keys = {
  search: { extra: 'persistedTxnExtraColumns', order: 'persistedTxnColumnsOrder' },
  statements: { extra: 'extraColumns', order: 'columnsOrder' },
} as const;

/**
 * The user's columns of a transactions grid, in order. `permitted` are the columns in the user's metadata,
 * `offered` those visible under the selected organisation; undefined until loaded.
 */
export function useColumnChoice(
  screen: keyof typeof keys,
  permitted: ReadonlySet<string> | undefined,
  offered: ReadonlySet<string> | undefined,
) {
  const { userId, organisation } = useSignedIn();
  const ownerId = String(organisation.selectedParentOrgId);
  const [changes, setChanges] = useState(0);
  const { extra, order } = keys[screen];
  const chosen = useMemo(() => {
    if (permitted === undefined) return undefined;
    const saved = {
      extra: readColumns(userId, extra),
      order: readColumns(userId, order),
      custom: readColumns(ownerId, 'extraColumns'),
    };
    return chosenColumns(saved, permitted);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the storage has changed with every change
  }, [userId, ownerId, extra, order, permitted, changes]);
  const all = useMemo(
    () => chosen ?? (permitted === undefined ? [] : firstColumns(permitted)),
    [chosen, permitted],
  );
  const visible = useMemo(() => {
    if (offered === undefined) return [];
    const available = all.filter((name) => offered.has(name));
    return available.length > 0 ? available : firstColumns(offered);
  }, [all, offered]);

  function save(names: { extra?: string[]; order?: string[]; custom?: string[] }): void {
    writeColumns(userId, extra, names.extra);
    writeColumns(userId, order, names.order);
    writeColumns(ownerId, 'extraColumns', names.custom);
    setChanges((before) => before + 1);
  }
  useEffect(() => {
    // Deletes an invalid stored choice.
    if (permitted === undefined || chosen !== undefined) return;
    writeColumns(userId, extra, undefined);
    writeColumns(userId, order, undefined);
    writeColumns(ownerId, 'extraColumns', undefined);
  }, [permitted, chosen, userId, ownerId, extra, order]);

  // Columns of another organisation stay chosen there.
  const unavailable = all.filter((name) => offered?.has(name) !== true);
  const choose = (next: readonly string[]): void => save(savedColumns([...next, ...unavailable]));
  return { shown: visible, choose, reset: () => save({}) };
}

const none: ReadonlySet<string> = new Set();
const groups = ['transaction', 'card', 'customer', 'authentication', 'account', 'risk', 'custom'] as const;

/** The offered columns of a transactions grid, grouped by subject. */
export function useColumnGroups(
  offered: ReadonlySet<string> = none,
  custom: CustomNames,
): ColumnChoice['groups'] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      groups
        .map((group) => ({
          id: group,
          label: t(`transactions.group.${group}`),
          columns: [...offered]
            .filter((field) => transactionField(field)?.group === group)
            .map((field) => ({ id: field, label: columnName(field, t, custom) })),
        }))
        .filter(({ columns }) => columns.length > 0),
    [offered, custom, t],
  );
}
