import classes from '#app/web/pages/pages.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /unrecoverable: the startup configuration is missing or says nothing of the server (spec 1 §2). */
export function UnrecoverableScreen() {
  const { t } = useTranslation();
  return (
    <main className={classes.centre}>
      <h1 className="visually-hidden">{t('unrecoverable.title')}</h1>
      <ErrorState title={t('unrecoverable.title')} onRetry={() => location.assign('/')}>
        {t('unrecoverable.message')}
      </ErrorState>
    </main>
  );
}
