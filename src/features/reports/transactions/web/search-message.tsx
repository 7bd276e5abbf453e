import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { RangeOffers } from './range-offers.tsx';
import { NextStep } from '#web/links/next-step.tsx';
import { Button } from '@mantine/core';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTimes } from '#web/format/use-times.ts';
import { rangeText } from './search-bar.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { SearchParams } from '../search-params.ts';

interface EmptyProps {
  params: SearchParams;
  total: number;
  request: SearchRequest | undefined;
  onGo: (change: Partial<SearchParams>) => void;
}

/** The reason why there are no rows, with an action to get some. */
export function NothingFound({ params, total, request, onGo }: EmptyProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const { locale } = useUiTexts();
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
  const range = rangeText(searchRange, t, times.today(), locale);
  return (
    <EmptyState
      title={t(value === undefined ? 'search.none_in_range' : 'search.none_found')}
      action={
        isWidest ? undefined : (
          <>
            <RangeOffers request={request} onChoose={(preset) => onGo({ searchRange: preset, offset: 0 })} />
            <Button variant="default" onClick={() => onGo({ searchRange: 'ANY_TIME', offset: 0 })}>
              {t('search.any_time')}
            </Button>
          </>
        )
      }
    >
      {searchField === undefined
        ? t('search.none_in_range_text', { range })
        : t(isWidest ? 'search.none_found_ever' : 'search.none_found_text', {
            field: t(`search.field_name.${searchField}`),
            value: searchField === 'OPTIMIZE360_OUTCOME' ? t(`transactions.outcome.${value}`) : value,
            range,
          })}
      <NextStep />
    </EmptyState>
  );
}

/** The column filters match no row. */
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
    >
      {t('search.none_filtered_text')}
    </EmptyState>
  );
}
