import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './cookie-banner.module.css';
import { useTranslation } from './translate/use-translation.ts';

/** The cookies that the product needs, until the user has read of them; shown again after about a year (docs/domain.md#browser-storage). */
export function CookieBanner() {
  const { t } = useTranslation();
  const [isVisible, setIsVisible] = useState(() => !hasConsent());
  if (!isVisible) return null;
  return (
    <section className={classes.cookies} aria-label={t('cookies.title')}>
      <p>{t('cookies.message')}</p>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          saveConsent();
          setIsVisible(false);
        }}
      >
        {t('cookies.got_it')}
      </Button>
    </section>
  );
}

const key = 'cookiePolicyAccepted';

/** About a year (docs/domain.md#browser-storage). */
export const consentMs = 31_536_000_000;

/** Whether an acceptance stored at `acceptedAt` (milliseconds as text) still counts. */
export function consentHolds(acceptedAt: string | null, now: number): boolean {
  const at = acceptedAt !== null && /^\d+$/.test(acceptedAt) ? Number(acceptedAt) : undefined;
  return at !== undefined && at <= now && now - at < consentMs;
}

function hasConsent(): boolean {
  return consentHolds(localStorage.getItem(key), Date.now());
}

function saveConsent(): void {
  localStorage.setItem(key, String(Date.now()));
}
