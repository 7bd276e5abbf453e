import { useTranslation } from 'react-i18next';
import classes from '#app/web/pages/pages.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';

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
