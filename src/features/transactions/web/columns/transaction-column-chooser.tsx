import { useMemo } from 'react';
import { transactionField } from '#features/reporting/fields/transaction-fields.ts';
import { type CustomNames, columnName } from '#features/reporting/web/column-labels.ts';
import { ColumnChooser } from '#ui/grid/columns/column-chooser.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

const groups = ['transaction', 'card', 'customer', 'authentication', 'account', 'risk', 'custom'] as const;

interface Props {
  /** Columns in the user's metadata. */
  offered: ReadonlySet<string>;
  custom: CustomNames;
  shown: readonly string[];
  onChange: (shown: string[]) => void;
  onReset: () => void;
}

/** Chooses the columns of a transactions grid, grouped by subject. */
export function TransactionColumnChooser({ offered, custom, ...props }: Props) {
  const { t } = useTranslation();
  const listed = useMemo(
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
  return <ColumnChooser {...props} groups={listed} />;
}
