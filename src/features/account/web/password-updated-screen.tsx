import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PublicFrame } from '#features/session/web/public-frame.tsx';
import classes from '#features/session/web/public-frame.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** docs/domain.md#passwords. */
const backToLoginMs = 5000;

/** /passwordUpdated: returns to login by itself (docs/domain.md#passwords). */
export function PasswordUpdatedScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { from } = useRouterState({ select: (state) => state.location.state as { from?: unknown } });

  useEffect(() => {
    const timer = setTimeout(
      () => void navigate({ ...paths.login(), replace: true, state: { from } as object }),
      backToLoginMs,
    );
    return () => clearTimeout(timer);
  }, [navigate, from]);
  return (
    <PublicFrame title={t('password_updated.title')}>
      <Notice kind="success">{t('password_updated.message')}</Notice>
      <Link {...paths.login()} state={{ from } as object} className={classes.link}>
        {t('password_updated.now')}
      </Link>
    </PublicFrame>
  );
}
