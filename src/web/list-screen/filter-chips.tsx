import { IconX } from '@tabler/icons-react';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './list-screen.module.css';

/** An active filter, a default one included. */
export interface FilterChip {
  id: string;
  /** "Status: Failed". */
  label: string;
  /** Without it the filter always has a value: a press opens the filters. */
  onRemove?: () => void;
}

interface Props {
  chips: readonly FilterChip[];
  onOpenFilters: () => void;
}

/** The active filters in words; a press removes one. */
export function FilterChips({ chips, onOpenFilters }: Props) {
  const { t } = useTranslation();
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('list.active_filters')}>
      {chips.map(({ id, label, onRemove }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.chip}
            title={label}
            aria-label={t(onRemove === undefined ? 'list.change_filter' : 'list.remove_filter', {
              filter: label,
            })}
            onClick={onRemove ?? onOpenFilters}
          >
            <span>{label}</span>
            {onRemove !== undefined && <IconX size={14} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  );
}
