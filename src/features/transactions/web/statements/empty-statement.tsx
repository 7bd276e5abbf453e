import { Button } from '@mantine/core';
import { textOfDay } from '#shared/calendar-day.ts';
import {
  parseDays,
  filterNames,
  readFilters,
  noFilters,
  withFilters,
  type StatementParams,
} from '#features/transactions/statements/statement-params.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { params: StatementParams; total: number; onGo: (params: StatementParams) => void };

/** Why there are no rows, and the way to some. */
export function EmptyStatement({ params, total, onGo }: Props) {
  const { t } = useTranslation();
  if (total > 0) {
    return (
      <EmptyState
        title={t('search.past_end')}
        action={
          <Button variant="default" onClick={() => onGo({ ...params, offset: 0 })}>
            {t('search.first_page')}
          </Button>
        }
      >
        {t('search.past_end_text')}
      </EmptyState>
    );
  }
  const { from, to } = parseDays(params);
  const days = from === to ? textOfDay(from) : `${textOfDay(from)} – ${textOfDay(to)}`;
  const filters = readFilters(params);
  const isFiltered = filterNames.some((name) => filters[name].length > 0);
  return (
    <EmptyState
      title={t('statements.none')}
      action={
        isFiltered ? (
          <Button variant="default" onClick={() => onGo(withFilters(params, noFilters))}>
            {t('statements.remove_filters')}
          </Button>
        ) : undefined
      }
    >
      {t(isFiltered ? 'statements.none_filtered_text' : 'statements.none_text', { days })}
    </EmptyState>
  );
}
