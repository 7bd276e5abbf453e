import { Button } from '@mantine/core';
import type { ColumnFilters } from '#features/reporting/filters/filter-params.ts';
import type { SearchParams } from '#features/transactions/search-params.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type EmptyProps = { params: SearchParams; total: number; onGo: (change: Partial<SearchParams>) => void };

/** Why there are no rows, and the way to some. */
export function NothingFound({ params, total, onGo }: EmptyProps) {
  const { t } = useTranslation();
  if (total > 0) {
    return (
      <EmptyState
        title={t('search.past_end')}
        action={
          <Button variant="default" onClick={() => onGo({ offset: 0 })}>
            {t('search.first_page')}
          </Button>
        }
      >
        {t('search.past_end_text')}
      </EmptyState>
    );
  }
  const { searchField, value, searchRange } = params;
  const isWidest = searchField === 'txn_id' || searchRange === 'ANY_TIME';
  const range = t(`search.range_name.${searchRange}`);
  return (
    <EmptyState
      title={t(value == null ? 'search.none_in_range' : 'search.none_found')}
      action={
        isWidest ? undefined : (
          <Button variant="default" onClick={() => onGo({ searchRange: 'ANY_TIME', offset: 0 })}>
            {t('search.any_time')}
          </Button>
        )
      }
    >
      {searchField == null
        ? t('search.none_in_range_text', { range })
        : t(isWidest ? 'search.none_found_ever' : 'search.none_found_text', {
            field: t(`search.field_name.${searchField}`),
            value: searchField === 'OPTIMIZE360_OUTCOME' ? t(`transactions.outcome.${value}`) : value,
            range,
          })}
    </EmptyState>
  );
}

/** Some of the columns that are filtered may be out of sight: beside the number of rows stands that they are. */
export function ClearFilters({ filters, onClear }: { filters: ColumnFilters; onClear: () => void }) {
  const { t } = useTranslation();
  if (Object.keys(filters).length === 0) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClear}>
      {t('search.clear_column_filters')}
    </Button>
  );
}

/** The filters above the columns let nothing through. */
export function NothingFiltered(props: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('search.none_filtered')}
      action={
        <Button variant="default" onClick={props.onClear}>
          {t('search.clear_filters')}
        </Button>
      }
    />
  );
}

/** The call failed: 403 says so in the grid (docs/domain.md#failed-requests). */
export function SearchFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  const { t } = useTranslation();
  const isForbidden = failure.status === 403;
  return (
    <ErrorState
      title={t(isForbidden ? 'search.unauthorised' : 'search.failed')}
      requestId={failure.requestId}
      {...(isForbidden ? {} : { onRetry })}
    >
      {isForbidden ? t('search.unauthorised_text') : errorText(failure.message)}
    </ErrorState>
  );
}
