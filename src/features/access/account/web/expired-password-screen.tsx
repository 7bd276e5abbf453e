import { Link, Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { mustChangePassword } from '#features/access/sign-in/sign-in.ts';
import { PublicFrame } from '#features/access/sign-in/web/public-frame.tsx';
import classes from '#features/access/sign-in/web/public-frame.module.css';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { PasswordChangeForm } from './password-change-form.tsx';

interface Arrival {
  lockedReason?: unknown;
  username?: unknown;
  from?: unknown;
}

/**
 * /expiredPassword: sets a new password with the current one. Without a reason it returns to login
 * (docs/domain.md#screens-and-addresses).
 */
export function ExpiredPasswordScreen() {
  const router = useRouter();
  // Kept from arrival: on leaving, the address changes before this screen unmounts.
  const [{ lockedReason, username, from }] = useState(() => router.state.location.state as Arrival);
  if (typeof lockedReason !== 'string' || typeof username !== 'string' || !mustChangePassword(lockedReason))
    return <Navigate {...paths.login()} replace />;
  return <ExpiredPasswordForm lockedReason={lockedReason} username={username} from={from} />;
}

function ExpiredPasswordForm(props: { lockedReason: string; username: string; from: unknown }) {
  const { lockedReason, username, from } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PublicFrame title={t(`expired_password.title.${lockedReason}`)}>
      <p>{t(`expired_password.message.${lockedReason}`, { username })}</p>
      <PasswordChangeForm
        username={username}
        label={t(`expired_password.title.${lockedReason}`)}
        onChanged={() => navigate({ ...paths.passwordUpdated(), replace: true, state: { from } as object })}
      />
      <Link {...paths.login()} className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}
