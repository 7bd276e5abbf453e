import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PublicFrame } from '#features/session/web/public-frame.tsx';
import classes from '#features/session/web/public-frame.module.css';

/** /forgotPassword: says who can help, until a password can be reset by e-mail. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation();
  return (
    <PublicFrame title={t('forgot_password.title')}>
      <p>{t('forgot_password.message')}</p>
      <Link to="/login" className={classes.link}>
        {t('expired_password.back')}
      </Link>
    </PublicFrame>
  );
}
