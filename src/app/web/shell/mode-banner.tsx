import { UnstyledButton } from '@mantine/core';
import { IconFlask, IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './mode-banner.module.css';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const TestCardsPanel = lazyMount(async () => (await import('./test-cards-panel.tsx')).TestCardsPanel);

/** Above every screen, while no route leads to a processor: every payment fails. */
export function ModeBanner() {
  const { t } = useTranslation();
  if (startupConfig().processor !== 'NONE') return null;
  return (
    <section className={classes.banner} aria-label={t('mode.none_label')}>
      <IconPlugConnectedX size={16} aria-hidden />
      <p>{t('mode.none')}</p>
    </section>
  );
}

/** In the top bar while no money moves. Opens its cards. */
export function ModeChip() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (startupConfig().processor !== 'SANDBOX') return null;
  return (
    <>
      <UnstyledButton
        className={classes.chip}
        title={t('mode.test_text')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconFlask size={16} aria-hidden />
        <span className={classes.chipText}>{t('mode.test')}</span>
      </UnstyledButton>
      <TestCardsPanel isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
