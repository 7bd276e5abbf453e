import { SecretDialog } from '#web/secrets/secret-dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Shows a new signing secret once. */
export function SigningSecretDialog(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return <SecretDialog {...props} title={t('webhooks.secret_title')} text={t('webhooks.secret_text')} />;
}
