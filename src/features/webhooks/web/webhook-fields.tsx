import { CheckField } from '#ui/form/check-field.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { FormState } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type EventSubject, eventSubjects, eventsOf } from '../event-types.ts';
import { webhookFormats } from '../webhook-formats.ts';
import type { WebhookInstallation } from '../schemas.ts';
import { type WebhookFaults, type WebhookForm, toggleEvent } from '../webhook-form.ts';
import { maxUrlLength } from '../webhook-url.ts';
import classes from './webhooks.module.css';

interface Props {
  form: FormState<WebhookForm, WebhookFaults>;
  choices: readonly WebhookInstallation[];
}

/** The fields of a webhook: address, installations, events, format. */
export function WebhookFields({ form, choices }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
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
      <MultiSelectField
        label={t('webhooks.installations')}
        choices={choices.map((one) => ({
          value: String(one.installationId),
          label: `${one.name} · ${one.merchantName}`,
        }))}
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
    </div>
  );
}

function Events({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation();
  const fault = form.error('events');
  return (
    <div className={classes.subjects}>
      {eventSubjects.map((subject) => (
        <SubjectEvents key={subject} subject={subject} form={form} />
      ))}
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      <p className={classes.quiet}>{t('webhooks.pending_help')}</p>
    </div>
  );
}

/** All events of a subject, or single ones. */
function SubjectEvents({ subject, form }: Pick<Props, 'form'> & { subject: EventSubject }) {
  const { t } = useTranslation();
  const { events } = form.values;
  const isAll = events.includes(`${subject}.*`);
  const single = eventsOf(subject);
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
