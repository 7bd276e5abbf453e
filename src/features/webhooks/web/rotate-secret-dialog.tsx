import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { rotateWebhookSecret } from '../endpoints.ts';
import type { Webhook, WebhookSecret } from '../schemas.ts';
import { SecretDialog } from './secret-dialog.tsx';
import classes from './webhooks.module.css';

const overlaps = [0, 3600, 86_400, 604_800] as const;

interface Props {
  orgId: number;
  webhook: Webhook;
  onRotated: () => void;
  onClose: () => void;
}

/** Creates a new secret; the current one stops now or later. */
export function RotateSecretDialog({ orgId, webhook, onRotated, onClose }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const send = useSend(rotateWebhookSecret, { isHandledHere: true });
  const [created, setCreated] = useState<WebhookSecret>();
  const form = useForm({
    initial: { overlap: '86400' },
    validate: () => ({}),
    send: async ({ overlap }) => {
      const { endpointId, version } = webhook;
      const body = { version, overlapSeconds: Number(overlap) };
      setCreated(await send.mutateAsync({ path: { orgId, endpointId }, body }));
      onRotated();
    },
  });
  if (created !== undefined) return <SecretDialog secret={created.secret} onClose={onClose} />;
  return (
    <Dialog isOpen isStatic={form.isBusy} onClose={onClose} title={t('webhooks.rotate')}>
      <FormStack
        onSubmit={form.submit}
        actions={
          <>
            <Button variant="default" onClick={onClose} disabled={form.isBusy}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={form.isBusy}>
              {t('webhooks.rotate')}
            </Button>
          </>
        }
      >
        {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
        <p className={classes.quiet}>{t('webhooks.rotate_text')}</p>
        <SelectField
          label={t('webhooks.current_stops')}
          choices={overlaps.map((seconds) => ({
            value: String(seconds),
            label: t(`webhooks.overlap.${seconds}`),
          }))}
          value={form.values.overlap}
          onChange={(overlap) => form.change({ overlap: overlap ?? '86400' })}
        />
        {webhook.previousValidUntil !== null && <Notice kind="pending">{t('webhooks.older_stops')}</Notice>}
      </FormStack>
    </Dialog>
  );
}
