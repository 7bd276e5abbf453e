import type { ErrorComponentProps } from '@tanstack/react-router';
import { PartMissing } from './loaded-later.tsx';
import classes from './pages.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { useRetrying } from '#web/call/use-retrying.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** An error of the page itself, or a part of it that could not be fetched; in the place of that part. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  if (error instanceof PartMissing) return <MissingPart error={error} onFetched={reset} />;
  return (
    <div className={classes.centre}>
      <h1 className="visually-hidden">{t('error.system_error.title')}</h1>
      <ErrorState title={t('error.system_error.title')} onRetry={() => location.reload()}>
        {t('error.system_error.message')}
      </ErrorState>
    </div>
  );
}

const isServerThere = (): Promise<boolean> =>
  fetch('/config').then(
    ({ ok }) => ok,
    () => false,
  );

function MissingPart({ error, onFetched }: { error: PartMissing; onFetched: () => void }) {
  const { t } = useTranslation();
  const { retry } = useRetrying(async () => {
    const isFetched = await error.fetchAgain();
    if (isFetched) onFetched();
    // The server is there and has no such file: it has become newer than the page.
    else if (await isServerThere()) location.reload();
    return isFetched;
  });
  return (
    <div className={classes.centre}>
      <h1 className="visually-hidden">{t('error.offline.title')}</h1>
      <ErrorState title={t('error.offline.title')} onRetry={() => void retry()}>
        {t('error.offline.message')}
      </ErrorState>
    </div>
  );
}
