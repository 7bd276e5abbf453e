import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getMySecurity } from '../endpoints.ts';

/** On the home screen, where the company offers a second factor and the user has none. */
export function FactorSuggestion() {
  const { t } = useTranslation();
  const security = useCall(getMySecurity, {}, { handlesOwnErrors: true });
  const [isClosed, setIsClosed] = useState(false);
  if (security.data?.isSuggested !== true || isClosed) return null;
  return (
    <Notice
      title={t('my_security.suggestion')}
      action={<Link {...paths.mySecurity()}>{t('my_security.set_up')}</Link>}
      onClose={() => setIsClosed(true)}
    >
      {t('my_security.suggestion_text')}
    </Notice>
  );
}
