import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './processors.module.css';

const tabs = [
  { name: 'connections', to: paths.processors() },
  { name: 'routes', to: paths.processorRoutes() },
] as const;

/** Switches between connections and routes. */
export function ProcessorTabs() {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('screen.processors')}>
      {tabs.map(({ name, to }) => (
        <Link
          key={name}
          {...to}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(`processors.tab.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
