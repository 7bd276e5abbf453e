import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#features/access/second-factor/web/second-factor.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { confirmMySignOn } from '../endpoints.ts';

interface Props {
  onClose: (isConfirmed: boolean) => void;
}

/** Step-up of a user without factor and password: a sign-in at the provider in another tab, so that this page keeps its forms. */
export function ConfirmSignOn({ onClose }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [isTabOpen, setIsTabOpen] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  async function openTab(): Promise<void> {
    setFailure(undefined);
    // Opened by the click itself: browsers block windows that open later.
    const tab = globalThis.open('about:blank');
    try {
      const { url } = await call(confirmMySignOn, { body: {} });
      if (tab === null) location.assign(url);
      else tab.location.href = url;
      setIsTabOpen(true);
    } catch (error) {
      tab?.close();
      setFailure(toFailure(error));
    }
  }
  return (
    <div className={classes.stack}>
      <p>{t('sign_on.confirm_text')}</p>
      <FailureNotice failure={failure} />
      <div className="end-buttons">
        <Button variant="default" onClick={() => onClose(false)}>
          {texts.cancel}
        </Button>
        <Button variant={isTabOpen ? 'default' : 'filled'} onClick={() => void openTab()}>
          {t('sign_on.confirm_open')}
        </Button>
        {isTabOpen && <Button onClick={() => onClose(true)}>{t('sign_on.confirm_done')}</Button>}
      </div>
    </div>
  );
}
