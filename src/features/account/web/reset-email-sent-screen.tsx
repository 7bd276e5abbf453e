import { Link, useRouterState } from '@tanstack/react-router';
import { PublicFrame } from '#features/session/web/public-frame.tsx';
import classes from '#features/session/web/public-frame.module.css';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /resetEmailSent: says what happens now, and nothing of whether there is such an account. */
export function ResetEmailSentScreen() {
  const { t } = useTranslation();
  const { username } = useRouterState({
    select: (state) => state.location.state as { username?: unknown },
  });
  return (
    <PublicFrame title={t('reset_email_sent.title')}>
      <p>
        {typeof username === 'string'
          ? t('reset_email_sent.message', { username })
          : t('reset_email_sent.message_unnamed')}
      </p>
      <p>{t('reset_email_sent.help')}</p>
      <Link {...paths.login()} className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}
