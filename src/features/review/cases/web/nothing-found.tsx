import { Button } from '@mantine/core';
import { isEmailLike } from '#shared/patterns.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { CaseSearchParams } from '../case-search.ts';
import { OpenCaseButton } from '#features/reports/transaction-details/web/open-case.tsx';

interface Props {
  params: CaseSearchParams;
  range: string;
  onAnyTime: () => void;
  /** Opens the form, which is closed on a phone. */
  onFilter: (() => void) | undefined;
}

/** Before the first search, and when it finds nothing. */
export function NothingFound({
  params: { searchField, value = '', searchRange, offset },
  range,
  onAnyTime,
  onFilter,
}: Props) {
  const { t } = useTranslation();
  if (searchField === undefined) {
    return (
      <EmptyState
        title={t('cases.search.start')}
        action={onFilter && <Button onClick={onFilter}>{t('search.search')}</Button>}
      >
        {t('cases.search.start_text')}
      </EmptyState>
    );
  }
  if (offset > 0) return <EmptyState title={t('search.past_end')} />;
  if (searchField === 'transactionId') {
    return (
      <EmptyState
        title={t('cases.search.none_transaction')}
        action={<OpenCaseButton subject={{ transactionId: value }} />}
      >
        {t('cases.search.none_transaction_text', { id: value })}
      </EmptyState>
    );
  }
  const isWidest = searchRange === 'ANY_TIME';
  return (
    <EmptyState
      title={t('cases.search.none_email')}
      action={isWidest && isEmailLike(value) && <OpenCaseButton subject={{ customerEmail: value }} />}
      step={isWidest ? undefined : { label: t('search.any_time'), onClick: onAnyTime }}
    >
      {isWidest
        ? t(isEmailLike(value) ? 'cases.search.none_email_open' : 'cases.search.none_email_part', { value })
        : t('cases.search.none_email_text', { value, range })}
    </EmptyState>
  );
}
