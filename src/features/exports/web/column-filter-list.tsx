import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ColumnFilters } from '#features/reporting/filters/filter-params.ts';
import classes from '#features/exports/web/export.module.css';
import { columnName, filterLabel, type CustomNames } from '#features/reporting/web/column-labels.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { filters: ColumnFilters; custom: CustomNames; onChange: (filters: ColumnFilters) => void };

/** The filters that stood above the columns of the statement: they hold for the file too, unless they are taken away. */
export function ColumnFilterList({ filters, custom, onChange }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const without = (gone: string): ColumnFilters =>
    Object.fromEntries(Object.entries(filters).filter(([field]) => field !== gone));
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.column_filters')}</legend>
      <ul className={classes.filters}>
        {Object.entries(filters).map(([field, value]) => {
          const name = columnName(field, t, times, custom);
          return (
            <li key={field} className={classes.filter}>
              <span>
                {name}: <strong>{filterLabel(field, value, t)}</strong>
              </span>
              <ActionIcon
                variant="subtle"
                aria-label={t('transaction_export.remove_filter', { column: name })}
                onClick={() => onChange(without(field))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
