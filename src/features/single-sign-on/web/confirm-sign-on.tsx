import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#features/second-factor/web/second-factor.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { confirmMySignOn } from '../endpoints.ts';

interface Props {
  answer: (isConfirmed: boolean) => void;
}

/** Step-up of a user without factor and password: a sign-in at the provider in another tab, so that this page keeps its forms. */
export function ConfirmSignOn({ answer }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [isOpened, setIsOpened] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function open(): Promise<void> {
    setFailure(undefined);
    // Opened by the click itself: browsers block windows that open later.
    const tab = globalThis.open('about:blank');
    try {
      const { url } = await call(confirmMySignOn, { body: {} });
      if (tab === null) location.assign(url);
      else tab.location.href = url;
      setIsOpened(true);
    } catch (error) {
      tab?.close();
      if (error instanceof CallFailure) setFailure(errorText(error.message));
    }
  }
  return (
    <div className={classes.stack}>
      <p>{t('sign_on.confirm_text')}</p>
      {failure !== undefined && <Notice kind="failed">{failure}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => answer(false)}>
          {texts.cancel}
        </Button>
        <Button variant={isOpened ? 'default' : 'filled'} onClick={() => void open()}>
          {t('sign_on.confirm_open')}
        </Button>
        {isOpened && <Button onClick={() => answer(true)}>{t('sign_on.confirm_done')}</Button>}
      </div>
    </div>
  );
}
