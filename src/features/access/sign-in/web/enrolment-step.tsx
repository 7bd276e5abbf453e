import { Button } from '@mantine/core';
import { useState } from 'react';
import { AddApp, AddPasskey } from '#features/access/second-factor/web/add-factor.tsx';
import { hasPasskeys } from '#features/access/second-factor/web/browser-passkey.ts';
import { RecoveryCodes } from '#features/access/second-factor/web/recovery-codes.tsx';
import classes from '#features/access/second-factor/web/second-factor.module.css';
import { call } from '#web/call/call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { finishEnrolment } from '#features/access/session/endpoints.ts';
import type { LoginResult } from '#features/access/session/schemas.ts';

interface Props {
  onSignedIn: (result: LoginResult) => Promise<void>;
}

/** The user's company requires a second factor, and the user has none: add one, keep the recovery codes, continue. */
export function EnrolmentStep({ onSignedIn }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<'app' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = async (): Promise<void> => onSignedIn(await call(finishEnrolment, { body: {} }));
  const added = (next: readonly string[] | null): void => {
    if (next === null) void finish();
    else setCodes(next);
  };
  const back = () => setChosen(undefined);
  if (codes !== undefined)
    return <RecoveryCodes codes={codes} doneLabel={t('second_step.continue')} onDone={finish} />;
  if (chosen === 'app') return <AddApp onAdded={added} onCancel={back} />;
  if (chosen === 'passkey') return <AddPasskey onAdded={added} onCancel={back} />;
  return (
    <div className={classes.stack}>
      <p>{t('second_step.enrol_text')}</p>
      <Button onClick={() => setChosen('app')}>{t('factor.app')}</Button>
      {hasPasskeys() && (
        <Button variant="default" onClick={() => setChosen('passkey')}>
          {t('factor.passkey')}
        </Button>
      )}
    </div>
  );
}
