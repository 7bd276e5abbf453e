import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#features/access/second-factor/web/second-factor.module.css';
import { getMe } from '#features/access/session/endpoints.ts';
import type { LoginResult } from '#features/access/session/schemas.ts';
import { mustChangePassword } from '#features/access/sign-in/sign-in.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { addressOf, call } from '#web/call/call.ts';
import { useButtonForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { domainOfEmail } from '../domain-name.ts';
import { startSingleSignOn } from '../endpoints.ts';

interface Props {
  email: string;
  onSignedIn: (result: LoginResult) => Promise<void>;
}

/** A sign-in at the provider in another tab, which shares its session with this one. This page keeps its forms. */
export function SignOnAgain({ email, onSignedIn }: Props) {
  const { t } = useTranslation();
  const [isOpened, setIsOpened] = useState(false);
  const { submit, isBusy, failure } = useButtonForm(async () => {
    const result = await call(getMe).catch((error: unknown) => {
      const isPending = error instanceof CallFailure && error.status === 401;
      throw isPending ? new CallFailure(401, '', 'sign_on_pending') : error;
    });
    if (mustChangePassword(result.lockedReason)) throw new CallFailure(403, '', 'must_change_password');
    await onSignedIn(result);
  });
  if (domainOfEmail(email) === undefined) return null;
  return (
    <div className={classes.stack}>
      <Button
        component="a"
        href={addressOf(startSingleSignOn, { email })}
        target="_blank"
        rel="noopener"
        variant="default"
        fullWidth
        onClick={() => setIsOpened(true)}
      >
        {t('login.single_sign_on')}
      </Button>
      {isOpened && (
        <>
          <p>{t('sign_in_again.other_tab')}</p>
          <FailureNotice failure={failure} />
          <Button variant="default" fullWidth loading={isBusy} onClick={() => submit()}>
            {t('sign_in_again.done')}
          </Button>
        </>
      )}
    </div>
  );
}
