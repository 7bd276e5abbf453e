import { useState } from 'react';
import { useSend } from '#web/call/use-call.ts';
import { RotateDialog } from '#web/secrets/rotate-dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { rotateApiKey } from '../endpoints.ts';
import type { ApiKey } from '../schemas.ts';
import { KeySecretDialog, type NewSecret } from './key-secret-dialog.tsx';
import { useRequestKey } from './use-request-key.ts';

interface Props {
  orgId: number;
  apiKey: ApiKey;
  onRotated: () => void;
  onClose: () => void;
}

/** Creates a new secret; the current one stops now or later. */
export function RotateKeyDialog({ orgId, apiKey, onRotated, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSend(rotateApiKey, { isHandledHere: true });
  const requestKey = useRequestKey();
  const [created, setCreated] = useState<NewSecret>();
  if (created !== undefined) return <KeySecretDialog created={created} onClose={onClose} />;
  return (
    <RotateDialog
      title={t('api_keys.rotate_title', { name: apiKey.name })}
      text={t('api_keys.rotate_text')}
      hasOlder={apiKey.secrets.length > 1}
      onRotate={async (overlapSeconds) => {
        const body = { overlapSeconds };
        const path = { orgId, apiId: apiKey.apiId };
        setCreated(await send.mutateAsync({ path, body, headers: requestKey(body) }));
        onRotated();
      }}
      onClose={onClose}
    />
  );
}
