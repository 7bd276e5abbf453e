import { useState } from 'react';
import { useRequestKey } from '#features/api-keys/web/use-request-key.ts';
import { useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createWebhook } from '../endpoints.ts';
import type { WebhookSecret } from '../schemas.ts';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

interface Props {
  orgId: number;
  onCreated: () => void;
  onClose: () => void;
}

/** Creates a webhook, then shows its secret. */
export function CreateWebhookDialog({ orgId, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSend(createWebhook, { isHandledHere: true });
  const requestKey = useRequestKey();
  const [created, setCreated] = useState<WebhookSecret>();
  if (created !== undefined) return <SigningSecretDialog secret={created.secret} onClose={onClose} />;
  return (
    <WebhookDialog
      orgId={orgId}
      title={t('webhooks.create')}
      submitLabel={t('webhooks.create')}
      onClose={onClose}
      onSubmit={async (body) => {
        setCreated(await send.mutateAsync({ path: { orgId }, body, headers: requestKey(body) }));
        onCreated();
      }}
    />
  );
}
