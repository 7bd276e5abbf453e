import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#web/consent/cookie-banner.module.css';
import { saveConsent, hasConsent } from '#web/consent/cookie-consent.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The cookie policy, until it is accepted; asked again after about a year (docs/domain.md#browser-storage). */
export function CookieBanner() {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(() => !hasConsent());
  if (!isShown) return null;
  return (
    <section className={classes.cookies} aria-label={t('cookies.title')}>
      <p>{t('cookies.message')}</p>
      <Button
        variant="default"
        onClick={() => {
          saveConsent();
          setIsShown(false);
        }}
      >
        {t('cookies.accept')}
      </Button>
    </section>
  );
}
