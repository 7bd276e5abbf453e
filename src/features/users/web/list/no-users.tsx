import { Button } from '@mantine/core';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** No rows: the page is past the last one, or the organisation has no users. */
export function NoUsers({ total, onFirstPage }: { total: number; onFirstPage: () => void }) {
  const { t } = useTranslation();
  const { isDomainUser } = useSignedIn();
  if (total > 0) {
    return (
      <EmptyState
        title={t('users.past_end')}
        action={
          <Button variant="default" onClick={onFirstPage}>
            {t('users.first_page')}
          </Button>
        }
      >
        {t('users.past_end_text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('users.none')}>
      {t(isDomainUser ? 'users.none_domain' : 'users.none_text')}
    </EmptyState>
  );
}
