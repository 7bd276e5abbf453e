import { useMemo } from 'react';
import { transactionField } from '#features/reporting/fields/transaction-fields.ts';
import { columnName, type CustomNames } from '#features/reporting/web/column-labels.ts';
import { ColumnChooser } from '#ui/grid/columns/column-chooser.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const groups = ['transaction', 'card', 'customer', 'authentication', 'account', 'risk', 'custom'] as const;

type Props = {
  /** What the metadata lists for this person. */
  offered: ReadonlySet<string>;
  custom: CustomNames;
  shown: readonly string[];
  onChange: (shown: string[]) => void;
  onReset: () => void;
};

/** The columns of any grid of transactions, by what they are about. */
export function TransactionColumnChooser({ offered, custom, ...props }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const listed = useMemo(
    () =>
      groups
        .map((group) => ({
          id: group,
          label: t(`transactions.group.${group}`),
          columns: [...offered]
            .filter((field) => transactionField(field)?.group === group)
            .map((field) => ({ id: field, label: columnName(field, t, times, custom) })),
        }))
        .filter(({ columns }) => columns.length > 0),
    [offered, custom, t, times],
  );
  return <ColumnChooser {...props} groups={listed} />;
}
