import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import classes from './back-link.module.css';
import type { Destination } from '../paths.ts';
import { useTranslation } from '../translate/use-translation.ts';

/** The way back to a screen, above the title. `children`: its name. */
export function BackLink({ to, children }: { to: Destination; children: string }) {
  const { t } = useTranslation();
  return (
    <Link {...to} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {t('shell.back_to', { screen: children })}
    </Link>
  );
}
