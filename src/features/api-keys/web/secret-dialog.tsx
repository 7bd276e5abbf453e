import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './api-keys.module.css';

export interface NewSecret {
  apiId: string;
  secret: string | null;
}

interface Props {
  created: NewSecret;
  onClose: () => void;
}

/** The only display of a new secret. It closes after the user has confirmed that they stored it. */
export function SecretDialog({ created: { apiId, secret }, onClose }: Props) {
  const { t } = useTranslation();
  const [isStored, setIsStored] = useState(false);
  const done = (
    <Button onClick={onClose} disabled={secret !== null && !isStored}>
      {t('api_keys.done')}
    </Button>
  );
  if (secret === null) {
    return (
      <Dialog isOpen isStatic onClose={onClose} title={t('api_keys.secret_gone')} actions={done}>
        <Notice kind="pending">{t('api_keys.secret_gone_text')}</Notice>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      isStatic
      size="medium"
      onClose={onClose}
      title={t('api_keys.secret_title')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveEnv(apiId, secret)}
          >
            {t('api_keys.download')}
          </Button>
          {done}
        </>
      }
    >
      <div className={classes.dialog}>
        <p>{t('api_keys.secret_text')}</p>
        <div className={classes.secret}>
          <CopyText text={secret} />
        </div>
        <DetailsList details={[{ label: t('api_keys.id'), value: <CopyText text={apiId} /> }]} />
        <CheckField label={t('api_keys.stored')} isChecked={isStored} onChange={setIsStored} />
      </div>
    </Dialog>
  );
}

/** A file for the environment of a shop's server. */
function saveEnv(apiId: string, secret: string): void {
  const text = `COUNTINGHOUSE_API_ID=${apiId}\nCOUNTINGHOUSE_API_SECRET=${secret}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `${apiId}.env` });
  link.click();
  URL.revokeObjectURL(url);
}
