import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  total: number;
  onFirstPage: () => void;
  /** Given while filters are on. */
  onClear: (() => void) | undefined;
}

/** No rows: the page is past the last one, no user passes the filters, or the organisation has no users. */
export function NoUsers({ total, onFirstPage, onClear }: Props) {
  const { t } = useTranslation();
  const { isDomainUser } = useSignedIn();
  if (total > 0) {
    return (
      <EmptyState title={t('users.past_end')} step={{ label: t('users.first_page'), onClick: onFirstPage }}>
        {t('users.past_end_text')}
      </EmptyState>
    );
  }
  if (onClear !== undefined) {
    return (
      <EmptyState title={t('users.none_found')} step={{ label: t('users.clear'), onClick: onClear }}>
        {t('users.none_found_text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('users.none')}>
      {t(isDomainUser ? 'users.none_domain' : 'users.none_text')}
    </EmptyState>
  );
}
