import { BackLink } from '#web/links/back-link.tsx';
import { paths } from '#web/paths.ts';
import { readCookie, readCookieJson } from '#web/session/client-storage.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Returns to the list at its last page and order. */
export function UsersLink() {
  const { t } = useTranslation();
  const params = readCookie('previousState') === 'users' ? readCookieJson('previousStateParams') : undefined;
  return (
    <BackLink to={paths.users(typeof params === 'object' && params !== null ? params : {})}>
      {t('screen.users')}
    </BackLink>
  );
}
