import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import classes from '#app/web/pages/pages.module.css';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /error?errorCode=…: 401 and 403 forbidden, 404 not found, anything else a system error (spec 1 §2). */
export function ErrorScreen() {
  const { t } = useTranslation();
  const { errorCode } = useSearch({ strict: false }) as { errorCode?: string };
  const key = errorKey(errorCode);
  return (
    <div className={classes.centre}>
      <h1 className="visually-hidden">{t(`error.${key}.title`)}</h1>
      <ErrorState
        title={t(`error.${key}.title`)}
        action={
          <Button component={Link} to="/home" variant="default">
            {t('error.go_home')}
          </Button>
        }
      >
        {t(`error.${key}.message`)}
      </ErrorState>
    </div>
  );
}

function errorKey(errorCode: string | undefined): string {
  if (errorCode === '401' || errorCode === '403') return 'forbidden_error';
  return errorCode === '404' ? 'not_found' : 'system_error';
}
