import { useState } from 'react';
import { useSend } from '#web/call/use-call.ts';
import { RotateDialog } from '#web/secrets/rotate-dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { rotateWebhookSecret } from '../endpoints.ts';
import type { Webhook } from '../schemas.ts';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';

interface Props {
  orgId: number;
  webhook: Webhook;
  onRotated: () => void;
  onClose: () => void;
}

/** Creates a new secret; the current one stops now or later. */
export function RotateSecretDialog({ orgId, webhook, onRotated, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSend(rotateWebhookSecret, { isHandledHere: true });
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <SigningSecretDialog secret={secret} onClose={onClose} />;
  return (
    <RotateDialog
      title={t('webhooks.rotate')}
      text={t('webhooks.rotate_text')}
      hasOlder={webhook.previousValidUntil !== null}
      onRotate={async (overlapSeconds) => {
        const { endpointId, version } = webhook;
        const created = await send.mutateAsync({
          path: { orgId, endpointId },
          body: { version, overlapSeconds },
        });
        setSecret(created.secret);
        onRotated();
      }}
      onClose={onClose}
    />
  );
}
