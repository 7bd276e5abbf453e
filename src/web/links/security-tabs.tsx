import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './security-tabs.module.css';

/** The screens of the Security area, in order. */
const tabs = [
  { name: 'sign_in', to: paths.security() },
  { name: 'single_sign_on', to: paths.signOnSettings() },
  { name: 'provisioning', to: paths.provisioning() },
] as const;

/** Switches between the screens of the Security area. */
export function SecurityTabs() {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('screen.security')}>
      {tabs.map(({ name, to }) => (
        <Link
          key={name}
          {...to}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(`security_tabs.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
