import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { SecretDialog } from '#web/secrets/secret-dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { saveBlob } from '#web/call/call.ts';

export interface NewSecret {
  apiId: string;
  /** Missing when the request was repeated: its first response showed the secret. */
  secret: string | null;
}

interface Props {
  created: NewSecret;
  onClose: () => void;
}

/** Shows a key's new secret once, with its id, to copy or as a file. */
export function KeySecretDialog({ created: { apiId, secret }, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      title={t('api_keys.secret_title')}
      text={t('api_keys.secret_text')}
      secret={secret}
      missing={{ title: t('api_keys.secret_unavailable'), text: t('api_keys.secret_unavailable_text') }}
      onClose={onClose}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveEnv(apiId, secret ?? '')}
        >
          {t('api_keys.download')}
        </Button>
      }
    >
      <DetailsList details={[{ label: t('api_keys.id'), value: <CopyText text={apiId} /> }]} />
    </SecretDialog>
  );
}

/** A file for the environment of a merchant's server. */
function saveEnv(apiId: string, secret: string): void {
  const text = `COUNTINGHOUSE_API_ID=${apiId}\nCOUNTINGHOUSE_API_SECRET=${secret}\n`;
  saveBlob(new Blob([text], { type: 'text/plain' }), `${apiId}.env`);
}
