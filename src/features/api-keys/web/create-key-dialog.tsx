import { useState } from 'react';
import { useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createApiKey } from '../endpoints.ts';
import { KeyDialog } from './key-dialog.tsx';
import { KeySecretDialog, type NewSecret } from './key-secret-dialog.tsx';
import { useRequestKey } from './use-request-key.ts';

interface Props {
  orgId: number;
  onCreated: () => void;
  onClose: () => void;
}

/** Creates a key, then shows its secret once. */
export function CreateKeyDialog({ orgId, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSend(createApiKey, { isHandledHere: true });
  const requestKey = useRequestKey();
  const [created, setCreated] = useState<NewSecret>();
  if (created !== undefined) return <KeySecretDialog created={created} onClose={onClose} />;
  return (
    <KeyDialog
      orgId={orgId}
      title={t('api_keys.create')}
      submitLabel={t('api_keys.create')}
      onClose={onClose}
      onSubmit={async (body) => {
        setCreated(await send.mutateAsync({ path: { orgId }, body, headers: requestKey(body) }));
        onCreated();
      }}
    />
  );
}
