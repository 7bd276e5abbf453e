import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './account.module.css';
import { PasswordChangeForm } from './password-change-form.tsx';

/** /changePassword: for signed-in users. Their other sessions end. */
export function ChangePasswordScreen() {
  const { t } = useTranslation();
  const { userId } = useSignedIn();
  const [isChanged, setIsChanged] = useState(false);
  return (
    <Page
      width="narrow"
      title={t('screen.changePassword')}
      subtitle={isChanged ? undefined : t('change_password.subtitle')}
    >
      <div className={classes.passwordForm}>
        {isChanged ? (
          <Notice kind="success">{t('change_password.done')}</Notice>
        ) : (
          <PasswordChangeForm
            username={userId}
            label={t('screen.changePassword')}
            isInShell
            onChanged={() => setIsChanged(true)}
          />
        )}
      </div>
    </Page>
  );
}
