import { BackLink } from '#web/links/back-link.tsx';
import { paths } from '#web/paths.ts';
import { readCookie, readCookieJson } from '#web/session/client-storage.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Returns to the manager at its last page, order and filters. */
export function BackToRules({ kind }: { kind: 'rule' | 'territoryRule' }) {
  const { t } = useTranslation();
  const isRule = kind === 'rule';
  const screen = isRule ? 'rules' : 'territoryManager';
  const params = readCookie('previousState') === screen ? readCookieJson('previousStateParams') : undefined;
  // The route validates the cookie's content.
  const search = typeof params === 'object' && params !== null ? params : {};
  return (
    <BackLink to={isRule ? paths.rules(search) : paths.territories(search)}>
      {t(isRule ? 'screen.rules' : 'screen.territoryManager')}
    </BackLink>
  );
}
