import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { testWebhook } from '../endpoints.ts';
import { type EventType, eventSubjects, eventTypes, listEventTypes } from '../event-types.ts';
import { eventLabel } from './webhook-status.tsx';

interface Props {
  orgId: number;
  endpointId: string;
  onSent: () => void;
  onClose: () => void;
}

/** Sends a sample of an event to a webhook. */
export function SampleDialog({ orgId, endpointId, onSent, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSend(testWebhook, { handlesOwnErrors: true });
  const form = useForm<{ type: EventType }, Record<string, never>>({
    initial: { type: 'payment.succeeded' },
    validate: () => ({}),
    errorText: () => '',
    send: async ({ type }) => {
      await send.mutateAsync({ path: { orgId, endpointId }, body: { type } });
      onSent();
    },
  });
  return (
    <Dialog isOpen isLocked={form.isBusy} onClose={onClose} title={t('webhooks.sample')}>
      <FormStack
        onSubmit={form.submit}
        actions={<DialogButtons submit={t('webhooks.sample_send')} isBusy={form.isBusy} onCancel={onClose} />}
      >
        <FailureNotice failure={form.failure} />
        <p className="quiet">{t('webhooks.sample_text')}</p>
        <SelectField
          label={t('webhooks.event')}
          choices={eventSubjects.map((subject) => ({
            group: t(`webhooks.subject.${subject}`),
            items: listEventTypes(subject).map((type) => ({ value: type, label: eventLabel(t, type) })),
          }))}
          value={form.values.type}
          onChange={(value) => {
            const type = eventTypes.find((one) => one === value);
            if (type) form.change({ type });
          }}
        />
      </FormStack>
    </Dialog>
  );
}
