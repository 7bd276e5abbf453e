import { Notice } from '#ui/feedback/notice.tsx';
import { hasMail } from './startup-config.ts';
import { useTranslation } from './translate/use-translation.ts';

/** A warning that emails do not arrive, where a user is about to send one. Nothing with a mail server. */
export function NoMailNotice({ about }: { about: 'password' | 'links' | 'receipts' }) {
  const { t } = useTranslation();
  if (hasMail()) return null;
  return (
    <Notice kind="pending" title={t('no_mail.title')}>
      {t(`no_mail.${about}`)}
    </Notice>
  );
}
