import classes from '#app/web/pages/pages.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** A fault of the page itself, or a part of it that could not be loaded. */
export function CrashScreen() {
  const { t } = useTranslation();
  return (
    <main className={classes.centre}>
      <ErrorState title={t('error.system_error.title')} onRetry={() => location.reload()}>
        {t('error.system_error.message')}
      </ErrorState>
    </main>
  );
}
