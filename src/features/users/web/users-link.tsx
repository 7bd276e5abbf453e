import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { readCookie, readCookieJson } from '#web/session/client-storage.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './view/user-screen.module.css';

/** Returns to the list at its last page and order. */
export function UsersLink() {
  const { t } = useTranslation();
  const params = readCookie('previousState') === 'users' ? readCookieJson('previousStateParams') : undefined;
  return (
    <Link
      // The route validates the cookie's content.
      {...paths.users(typeof params === 'object' && params != null ? params : {})}
      className={classes.back}
    >
      <IconArrowLeft size={16} aria-hidden />
      {t('users.back')}
    </Link>
  );
}
