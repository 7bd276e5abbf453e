import classes from './pages.module.css';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { isConfigured } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/**
 * /unrecoverable: the startup configuration names no server (docs/domain.md#screens-and-addresses). A
 * reload leads on once it does.
 */
export function UnrecoverableScreen() {
  const { t } = useTranslation();
  return (
    <main className={classes.centre}>
      <h1 className="visually-hidden">{t(isConfigured() ? 'unrecoverable.over' : 'unrecoverable.title')}</h1>
      {isConfigured() ? (
        <EmptyState title={t('unrecoverable.over')} action={<a href="/">{t('unrecoverable.open')}</a>} />
      ) : (
        <ErrorState title={t('unrecoverable.title')} onRetry={() => location.reload()}>
          {t('unrecoverable.message')}
        </ErrorState>
      )}
    </main>
  );
}
