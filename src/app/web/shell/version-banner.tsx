import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useIsNewerThere } from '../pages/version-mismatch.ts';
import classes from './mode-banner.module.css';
import { mayLeave } from '#web/form/unsaved-forms.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Above every screen once a newer release has responded: the page works on until its user reloads it. */
export function VersionBanner() {
  const { t } = useTranslation();
  if (!useIsNewerThere()) return null;
  const reload = async (): Promise<void> => {
    if (await mayLeave()) location.reload();
  };
  return (
    <section className={classes.banner} data-kind="notice" aria-label={t('version.title')}>
      <IconRefresh size={16} aria-hidden />
      <p>{t('version.newer')}</p>
      <Button size="compact-sm" variant="default" onClick={() => void reload()}>
        {t('version.reload_now')}
      </Button>
    </section>
  );
}
