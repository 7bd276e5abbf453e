import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getInitiation, getMe } from '#features/access/session/endpoints.ts';
import type { LoginResult, NextStep } from '#features/access/session/schemas.ts';
import { EnrolmentStep } from '#features/access/sign-in/web/enrolment-step.tsx';
import { PublicFrame } from '#features/access/sign-in/web/public-frame.tsx';
import classes from '#features/access/sign-in/web/public-frame.module.css';
import { SecondStep } from '#features/access/sign-in/web/second-step.tsx';
import { mustChangePassword } from '#features/access/sign-in/sign-in.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useAddress } from '#web/address.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { beginSession } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { readSignOnSearch } from '../sign-on-search.ts';

/** /singleSignOn: where the provider's response leads. The end of a sign-in, or why it failed and what to do next. */
export function SingleSignOnScreen() {
  const { outcome = 'expired', to, methods = '', days = '0' } = useAddress(readSignOnSearch);
  const { t } = useTranslation();
  const enter = useEntrance(to);
  const [hasFailed, setHasFailed] = useState(false);
  const isDone = outcome === 'signed-in' && !hasFailed;
  useEffect(() => {
    if (isDone)
      call(getMe)
        .then(enter)
        .catch(() => setHasFailed(true));
    // The steps send their codes with an anti-forgery value.
    else if (outcome === 'second-factor' || outcome === 'enrolment') void call(getInitiation).catch(() => {});
    // Once: the page is loaded for one outcome.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const backToLogin = useBackToLogin(to);
  const toMySecurity = useBackToLogin(paths.mySecurity().to);
  if (outcome === 'second-factor') {
    const step: NextStep = {
      next: outcome,
      methods: methods.split(',') as NextStep['methods'],
      deviceDays: Number(days),
    };
    return (
      <PublicFrame title={t('second_step.title')}>
        <SecondStep step={step} onSignedIn={enter} onBack={backToLogin} />
      </PublicFrame>
    );
  }
  if (outcome === 'enrolment') {
    return (
      <PublicFrame title={t('second_step.enrol_title')}>
        <EnrolmentStep onSignedIn={enter} />
      </PublicFrame>
    );
  }
  if (isDone) {
    return (
      <PublicFrame title={t('sign_on.outcome.signed-in.title')}>
        <SkeletonLines lines={2} />
      </PublicFrame>
    );
  }
  const shownOutcome = hasFailed ? 'expired' : outcome;
  return (
    <PublicFrame title={t(`sign_on.outcome.${shownOutcome}.title`)}>
      <p>{t(`sign_on.outcome.${shownOutcome}.text`)}</p>
      <div className={classes.ways}>
        {shownOutcome === 'confirmed' ? undefined : shownOutcome === 'link-needed' ? (
          <Button fullWidth onClick={toMySecurity}>
            {t('sign_on.with_password')}
          </Button>
        ) : (
          <Button fullWidth onClick={backToLogin}>
            {t('sign_on.to_login')}
          </Button>
        )}
      </div>
    </PublicFrame>
  );
}

/** Opens the portal at the address that the user requested. */
function useEntrance(to: string | undefined): (result: LoginResult) => Promise<void> {
  const router = useRouter();
  return async (result) => {
    if (mustChangePassword(result.lockedReason)) {
      const state: object = { lockedReason: result.lockedReason, username: result.userId, from: to };
      await router.navigate({ ...paths.expiredPassword(), state });
      return;
    }
    await beginSession(result);
    await router.navigate({ href: inAppTarget(to), replace: true });
  };
}

function useBackToLogin(to: string | undefined): () => void {
  const router = useRouter();
  return () => void router.navigate({ ...paths.login(), state: { from: to } as object });
}
