import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { readCookie, readCookieJson } from '#web/session/client-storage.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from '../rules.module.css';

/** Returns to the manager at its last page, order and filters. */
export function BackToRules({ kind }: { kind: 'rule' | 'territoryRule' }) {
  const { t } = useTranslation();
  const isRule = kind === 'rule';
  const screen = isRule ? 'rules' : 'territoryManager';
  const params = readCookie('previousState') === screen ? readCookieJson('previousStateParams') : undefined;
  // The route validates the cookie's content.
  const search = typeof params === 'object' && params != null ? params : {};
  return (
    <Link {...(isRule ? paths.rules(search) : paths.territories(search))} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {t(isRule ? 'screen.rules' : 'screen.territoryManager')}
    </Link>
  );
}
