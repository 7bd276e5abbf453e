import { useNavigate } from '@tanstack/react-router';
import {
  type Icon,
  IconFlask,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { type PageAction, PageActionBar } from '#web/palette/page-action-bar.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  changeWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  testWebhook,
  rotateWebhookSecret,
} from '../endpoints.ts';
import type { Webhook } from '../schemas.ts';
import { SampleDialog } from './sample-dialog.tsx';
import { WebhookDialog, SigningSecretDialog } from './webhook-dialog.tsx';
import { RotateDialog } from '#web/secrets/rotate-dialog.tsx';

export type WebhookFlash = 'changed' | 'paused' | 'resumed' | 'tested';
type Action = 'edit' | 'sample' | 'rotate' | 'pause' | 'delete';

interface Props {
  orgId: number;
  webhook: Webhook;
  onDone: (flash?: WebhookFlash) => void;
}

/** The actions of a manager on a webhook. */
export function WebhookActions({ orgId, webhook, onDone }: Props) {
  const { t } = useTranslation();
  const [action, setAction] = useState<Action>();
  const path = { orgId, endpointId: webhook.endpointId };
  const test = useSend(testWebhook, { handlesOwnErrors: true });
  const resume = useSend(resumeWebhook, { handlesOwnErrors: true });
  const isPaused = webhook.status === 'paused';
  const close = () => setAction(undefined);
  const run = (send: typeof test | typeof resume, flash: WebhookFlash) =>
    void send
      .mutateAsync({ path, body: {} })
      .then(() => onDone(flash))
      .catch(() => undefined);
  const failure = test.error ?? resume.error;
  const toAction = (id: Action, label: string, icon: Icon): PageAction => ({
    id,
    label,
    icon,
    go: () => setAction(id),
  });
  return (
    <>
      <PageActionBar
        primary={
          isPaused
            ? {
                id: 'resume',
                label: t('webhooks.resume'),
                icon: IconPlayerPlay,
                isBusy: resume.isPending,
                go: () => run(resume, 'resumed'),
              }
            : {
                id: 'test',
                label: t('webhooks.test'),
                icon: IconSend,
                isBusy: test.isPending,
                go: () => run(test, 'tested'),
              }
        }
        secondary={toAction('edit', t('webhooks.edit_title'), IconPencil)}
        more={[
          ...(isPaused ? [] : [toAction('sample', t('webhooks.sample'), IconFlask)]),
          toAction('rotate', t('webhooks.rotate'), IconRefresh),
          ...(isPaused ? [] : [toAction('pause', t('webhooks.pause'), IconPlayerPause)]),
          { ...toAction('delete', t('webhooks.delete'), IconTrash), isDangerous: true },
        ]}
        failure={failure !== null && <FailureNotice failure={failure} />}
      />
      {action === 'edit' && <EditDialog {...{ orgId, webhook, onDone, close }} />}
      {action === 'sample' && (
        <SampleDialog
          {...path}
          onSent={() => {
            close();
            onDone('tested');
          }}
          onClose={close}
        />
      )}
      {action === 'rotate' && (
        <RotateSecretDialog {...{ orgId, webhook }} onRotated={() => onDone()} onClose={close} />
      )}
      {action === 'pause' && <PauseDialog {...{ orgId, webhook, onDone, close }} />}
      {action === 'delete' && <DeleteDialog {...{ orgId, webhook, close }} />}
    </>
  );
}

type DialogProps = Props & { close: () => void };

function EditDialog({ orgId, webhook, onDone, close }: DialogProps) {
  const { t } = useTranslation();
  const send = useSend(changeWebhook, { handlesOwnErrors: true });
  return (
    <WebhookDialog
      {...{ orgId, webhook }}
      title={t('webhooks.edit_title')}
      submitLabel={t('ui.saveChanges')}
      onClose={close}
      onSubmit={async (content) => {
        const { endpointId, version } = webhook;
        await send.mutateAsync({ path: { orgId, endpointId }, body: { ...content, version } });
        close();
        onDone('changed');
      }}
    />
  );
}

function PauseDialog({ orgId, webhook, onDone, close }: DialogProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<CallFailure>();
  const send = useSend(pauseWebhook, { handlesOwnErrors: true });
  return (
    <ConfirmDialog
      isOpen
      title={t('webhooks.pause_title')}
      confirmLabel={t('webhooks.pause')}
      onCancel={close}
      onConfirm={async () => {
        try {
          await send.mutateAsync({ path: { orgId, endpointId: webhook.endpointId }, body: {} });
          close();
          onDone('paused');
        } catch (error) {
          setFailure(error as CallFailure);
        }
      }}
    >
      <div className="stack">
        <p>{t('webhooks.pause_text', { url: webhook.url })}</p>
        <FailureNotice failure={failure} />
      </div>
    </ConfirmDialog>
  );
}

function DeleteDialog({ orgId, webhook, close }: Omit<DialogProps, 'onDone'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<CallFailure>();
  const send = useSend(deleteWebhook, { handlesOwnErrors: true });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('webhooks.delete_title')}
      confirmLabel={t('webhooks.delete')}
      onCancel={close}
      onConfirm={() =>
        send
          .mutateAsync({ path: { orgId, endpointId: webhook.endpointId } })
          .then(() => void navigate(paths.webhooks()))
          .catch(setFailure)
      }
    >
      <div className="stack">
        <p>{t('webhooks.delete_text', { url: webhook.url })}</p>
        <FailureNotice failure={failure} />
      </div>
    </ConfirmDialog>
  );
}

interface RotateProps {
  orgId: number;
  webhook: Webhook;
  onRotated: () => void;
  onClose: () => void;
}

/** Creates a new secret; the current one stops now or later. */
function RotateSecretDialog({ orgId, webhook, onRotated, onClose }: RotateProps) {
  const { t } = useTranslation();
  const send = useSend(rotateWebhookSecret, { handlesOwnErrors: true });
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
