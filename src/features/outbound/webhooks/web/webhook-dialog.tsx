import { useState } from 'react';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { ChoicesDialog, DialogForm, InstallationsField } from '#web/form/dialog-form.tsx';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useRequestKey } from '#features/access/api-keys/web/use-request-key.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { SecretDialog } from '#web/secrets/secret-dialog.tsx';
import { createWebhook, getWebhookChoices } from '../endpoints.ts';
import type { Webhook, WebhookContent, WebhookInstallation, WebhookSecret } from '../schemas.ts';
import {
  type WebhookErrors,
  type WebhookForm,
  newWebhookForm,
  toWebhookContent,
  toWebhookForm,
  toggleEvent,
  webhookErrors,
} from '../webhook-form.ts';
import classes from './webhooks.module.css';
import { type EventSubject, eventSubjects, listEventTypes } from '../event-types.ts';
import { webhookFormats, maxUrlLength } from '../webhook-rules.ts';

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
  const { orgId, title, onClose } = props;
  const choices = useFreshCall(getWebhookChoices, { path: { orgId } });
  return (
    <ChoicesDialog
      title={title}
      onClose={onClose}
      choices={choices}
      texts={{ failed: t('webhooks.choices_failed'), none: t('webhooks.no_installations') }}
    >
      {(loaded) => <WebhookEditor {...props} choices={loaded} />}
    </ChoicesDialog>
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
  const form = useForm<WebhookForm, WebhookErrors>({
    initial,
    validate: webhookErrors,
    errorText: (code, field) => t(`webhooks.error.${code === 'required' ? field : code}`),
    send: (values) => onSubmit(toWebhookContent(values)),
    refusals: { ADDRESS_NOT_PUBLIC: { url: 'public' } },
  });
  return (
    <DialogForm form={form} submitLabel={submitLabel} onCancel={onClose}>
      <WebhookFields form={form} choices={choices} />
    </DialogForm>
  );
}

interface CreateWebhookDialogProps {
  orgId: number;
  onCreated: () => void;
  onClose: () => void;
}

/** Creates a webhook, then shows its secret. */
export function CreateWebhookDialog({ orgId, onCreated, onClose }: CreateWebhookDialogProps) {
  const { t } = useTranslation();
  const send = useSend(createWebhook, { handlesOwnErrors: true });
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

interface WebhookFieldsProps {
  form: FormState<WebhookForm, WebhookErrors>;
  choices: readonly WebhookInstallation[];
}

/** The fields of a webhook: address, installations, events, format. */
function WebhookFields({ form, choices }: WebhookFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        {...form.field('url')}
        label={t('webhooks.address')}
        help={t('webhooks.address_help')}
        maxLength={maxUrlLength}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        data-autofocus
      />
      <InstallationsField
        label={t('webhooks.installations')}
        choices={choices}
        value={form.values.installationIds}
        error={form.error('installationIds')}
        onChange={(installationIds) => form.change({ installationIds })}
      />
      <SelectField
        label={t('webhooks.events')}
        choices={[
          { value: 'every', label: t('webhooks.every_event') },
          { value: 'chosen', label: t('webhooks.chosen_events') },
        ]}
        value={form.values.isEveryEvent ? 'every' : 'chosen'}
        onChange={(value) => form.change({ isEveryEvent: value === 'every' })}
      />
      {!form.values.isEveryEvent && <Events form={form} />}
      <SelectField
        label={t('webhooks.format')}
        choices={webhookFormats.map((value) => ({ value, label: t(`webhooks.format_name.${value}`) }))}
        value={form.values.format}
        onChange={(value) => form.change({ format: value === 'REST_XML' ? 'REST_XML' : 'REST_JSON' })}
      />
    </>
  );
}

function Events({ form }: Pick<WebhookFieldsProps, 'form'>) {
  const { t } = useTranslation();
  const eventsError = form.error('events');
  return (
    <div className={classes.subjects}>
      {eventSubjects.map((subject) => (
        <SubjectEvents key={subject} subject={subject} form={form} />
      ))}
      {eventsError !== undefined && (
        <p className="field-error" role="alert">
          {eventsError}
        </p>
      )}
      <p className="quiet">{t('webhooks.pending_help')}</p>
    </div>
  );
}

/** All events of a subject, or single ones. */
function SubjectEvents({ subject, form }: Pick<WebhookFieldsProps, 'form'> & { subject: EventSubject }) {
  const { t } = useTranslation();
  const { events } = form.values;
  const isAll = events.includes(`${subject}.*`);
  const single = listEventTypes(subject);
  return (
    <fieldset className={classes.subject}>
      <legend>{t(`webhooks.subject.${subject}`)}</legend>
      {single.length > 1 && (
        <CheckField
          label={t('webhooks.end.all')}
          isChecked={isAll}
          onChange={(isOn) => form.change({ events: toggleEvent(events, `${subject}.*`, isOn) })}
        />
      )}
      {single.map((type) => (
        <CheckField
          key={type}
          label={t(`webhooks.end.${type.slice(subject.length + 1)}`)}
          isChecked={isAll || events.includes(type)}
          onChange={(isOn) => form.change({ events: toggleEvent(events, type, isOn) })}
        />
      ))}
    </fieldset>
  );
}

/** Shows a new signing secret once. */
export function SigningSecretDialog(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return <SecretDialog {...props} title={t('webhooks.secret_title')} text={t('webhooks.secret_text')} />;
}
