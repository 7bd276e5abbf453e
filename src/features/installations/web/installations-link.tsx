import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './installations.module.css';

/** The way back to the list. */
export function InstallationsLink() {
  const { t } = useTranslation();
  return (
    <Link {...paths.installations()} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {t('screen.installations')}
    </Link>
  );
}
