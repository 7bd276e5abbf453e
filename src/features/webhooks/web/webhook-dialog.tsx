import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import { getWebhookChoices } from '../endpoints.ts';
import type { Webhook, WebhookContent, WebhookInstallation } from '../schemas.ts';
import {
  type WebhookFaults,
  type WebhookForm,
  newWebhookForm,
  toWebhookContent,
  toWebhookForm,
  webhookFaults,
} from '../webhook-form.ts';
import { WebhookFields } from './webhook-fields.tsx';
import classes from './webhooks.module.css';

interface Props {
  orgId: number;
  title: string;
  submitLabel: string;
  /** The webhook to change; undefined for a new one. */
  webhook?: Webhook;
  onSubmit: (content: WebhookContent) => Promise<void>;
  onClose: () => void;
}

/** The form of a new webhook or of a change. */
export function WebhookDialog(props: Props) {
  const { t } = useTranslation();
  const { orgId } = props;
  const choices = useCall(getWebhookChoices, { path: { orgId } }, { isHandledHere: true, staleTime: 0 });
  const isReady = choices.isFetchedAfterMount && choices.data != null && choices.data.length > 0;
  return (
    <Dialog isOpen isStatic={isReady} onClose={props.onClose} title={props.title} size="medium">
      {choices.error != null ? (
        <ErrorState
          title={t('webhooks.choices_failed')}
          requestId={choices.error.requestId}
          onRetry={() => void choices.refetch()}
        >
          {errorText(choices.error.message)}
        </ErrorState>
      ) : isReady ? (
        <WebhookEditor {...props} choices={choices.data ?? []} />
      ) : choices.data == null ? (
        <SkeletonLines lines={8} />
      ) : (
        <p className={classes.quiet}>{t('webhooks.no_installations')}</p>
      )}
    </Dialog>
  );
}

function WebhookEditor({
  choices,
  webhook,
  onSubmit,
  onClose,
  submitLabel,
}: Props & { choices: WebhookInstallation[] }) {
  const { t } = useTranslation();
  const [initial] = useState<WebhookForm>(() =>
    webhook === undefined ? newWebhookForm(choices) : toWebhookForm(webhook),
  );
  const form = useForm<WebhookForm, WebhookFaults>({
    initial,
    validate: webhookFaults,
    errorText: (fault, field) => t(`webhooks.fault.${fault === 'required' ? field : fault}`),
    send: (values) => onSubmit(toWebhookContent(values)),
  });
  return (
    <FormStack
      onSubmit={form.submit}
      actions={<DialogButtons submit={submitLabel} isBusy={form.isBusy} onCancel={onClose} />}
    >
      <UnsavedGuard isDirty={JSON.stringify(form.values) !== JSON.stringify(initial)} />
      {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
      <WebhookFields form={form} choices={choices} />
    </FormStack>
  );
}
