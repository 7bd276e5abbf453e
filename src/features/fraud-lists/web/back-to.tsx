import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Destination } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './fraud-lists.module.css';

/** A way back to the screen with this name. */
export function BackTo({ to, screen }: { to: Destination; screen: string }) {
  const { t } = useTranslation();
  return (
    <Link {...to} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {t('details.back', { screen: t(`screen.${screen}`) })}
    </Link>
  );
}
