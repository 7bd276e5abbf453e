import { Button } from '@mantine/core';
import { IconFlask, IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './mode-banner.module.css';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const TestCardsPanel = lazyMount(async () => (await import('./test-cards-panel.tsx')).TestCardsPanel);

/** Which processor is connected, above every screen: money moves with neither of these. */
export function ModeBanner() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { processor } = startupConfig();
  if (processor === 'NONE') {
    return (
      <section className={classes.banner} data-kind="none" aria-label={t('mode.none_label')}>
        <IconPlugConnectedX size={16} aria-hidden />
        <p>{t('mode.none')}</p>
      </section>
    );
  }
  return (
    <section className={classes.banner} aria-label={t('mode.test')}>
      <IconFlask size={16} aria-hidden />
      <p>
        <strong>{t('mode.test')}</strong> <span className={classes.more}>{t('mode.test_text')}</span>
      </p>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('mode.cards')}
      </Button>
      <TestCardsPanel isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  );
}
