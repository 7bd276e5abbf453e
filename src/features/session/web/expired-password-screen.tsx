import { Link, Navigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mustChangePassword } from '#features/session/sign-in.ts';
import { PublicFrame } from '#features/session/web/public-frame.tsx';
import classes from '#features/session/web/public-frame.module.css';

type Arrival = { lockedReason?: unknown; username?: unknown };

/** /expiredPassword: says why the person cannot go on; without a reason it returns to login (spec 1 §2). */
export function ExpiredPasswordScreen() {
  const { t } = useTranslation();
  const { lockedReason, username } = useRouterState({ select: (state) => state.location.state as Arrival });
  if (typeof lockedReason !== 'string' || !mustChangePassword(lockedReason))
    return <Navigate to="/login" replace />;
  return (
    <PublicFrame title={t(`expired_password.title.${lockedReason}`)}>
      <p>
        {t(`expired_password.message.${lockedReason}`, {
          username: typeof username === 'string' ? username : '',
        })}
      </p>
      <p>{t('expired_password.help')}</p>
      <Link to="/login" className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}
