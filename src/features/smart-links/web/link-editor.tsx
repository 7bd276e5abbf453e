import { Button } from '@mantine/core';
import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import type { LinkInstallation } from '../schemas.ts';
import {
  type LinkField,
  type LinkForm,
  isCompleteLink,
  isExpiryDay,
  isSameLinkForm,
  linkFields,
} from '../link-form.ts';
import { PaymentFields } from './payment-fields.tsx';
import { useLinkField, type FieldsProps } from './use-link-field.ts';
import classes from './smart-links.module.css';
import { FormFooter } from '#ui/form/form-footer.tsx';
import type { DateError } from '#ui/date/validate-day.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useTimes } from '#web/format/use-times.ts';
import { startupConfig } from '#web/startup-config.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { type PageLanguage, htmlLanguage, pageLanguages } from '#features/hosted-sessions/page-languages.ts';
import { lastExpiryDay } from '../link-rules.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';

interface EditorProps {
  label: string;
  base: LinkForm;
  installations: readonly LinkInstallation[];
  onCreate: (form: LinkForm) => Promise<void>;
  onCancel: () => void;
}

/** The creation form. Keeps its values after a failed request. */
export function LinkEditor({ label, base, installations, onCreate, onCancel }: EditorProps) {
  const { t } = useTranslation();
  const { zone } = useTimes();
  const [form, setForm] = useState(base);
  const [shown, setShown] = useState<ReadonlySet<LinkField>>(new Set());
  const [failure, setFailure] = useState<CallFailure>();
  const [isBusy, setIsBusy] = useState(false);
  const [dayError, setDayError] = useState<DateError>();
  const max = startupConfig().smartLinkMaxBatchSize;
  const change = (part: Partial<LinkForm>): void => setForm((before) => ({ ...before, ...part }));
  const field = useLinkField({
    form,
    shown,
    max,
    change,
    onLeave: (name) => setShown(new Set([...shown, name])),
  });

  async function create(): Promise<void> {
    setShown(new Set(linkFields));
    // The form may have been open since yesterday.
    const isLate = !isExpiryDay(form.expires, zone, new Date());
    if (isBusy || dayError != null || isLate || !isCompleteLink(form, max)) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onCreate(form);
    } catch (error) {
      setFailure(error instanceof CallFailure ? error : new CallFailure(500, '', 'internal_server_error'));
    } finally {
      setIsBusy(false);
    }
  }
  const number = Number(form.batchSize);
  return (
    <FormStack label={label} onSubmit={create}>
      <UnsavedGuard isDirty={!isSameLinkForm(form, base)} />
      {failure != null && (
        <Notice kind="failed">{failureReason(failure) ?? errorText(failure.message)}</Notice>
      )}
      <div className={classes.form}>
        <Card title={t('smart_links.payment')}>
          <PaymentFields field={field} form={form} change={change} installations={installations} />
        </Card>
        <Card title={t('smart_links.customer')}>
          <CustomerFields field={field} form={form} change={change} />
        </Card>
        <Card title={t('smart_links.link')}>
          <LinkFields field={field} form={form} change={change} maxBatchSize={max} onDayError={setDayError} />
        </Card>
      </div>
      <FormFooter>
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('smart_links.create', { count: number >= 1 && number <= max ? number : 1 })}
        </Button>
      </FormFooter>
    </FormStack>
  );
}

/** The merchant API's reason for rejecting the request, if any. */
function failureReason({ body }: CallFailure): string | undefined {
  const { reasonCode, reasonMessage } = (body ?? {}) as { reasonCode?: string; reasonMessage?: string };
  return reasonCode == null ? undefined : `${reasonMessage ?? ''} (${reasonCode})`;
}

/** The customer. Both fields are optional. */
function CustomerFields({ field, form, change }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.fields}>
      <TextField
        {...field('emailAddress')}
        help={t('smart_links.help.emailAddress')}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        value={form.emailAddress}
        maxLength={255}
        onChange={(event) => change({ emailAddress: event.currentTarget.value })}
      />
      <TextField
        {...field('telephone')}
        help={t('smart_links.help.telephone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={form.telephone}
        maxLength={60}
        onChange={(event) => change({ telephone: event.currentTarget.value })}
      />
    </div>
  );
}

type LinkFieldsProps = FieldsProps & {
  maxBatchSize: number;
  onDayError: (error: DateError | undefined) => void;
};

/** Expiry, language and number of links. */
function LinkFields({ field, form, change, maxBatchSize: max, onDayError }: LinkFieldsProps) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const [now] = useState(() => new Date());
  const today = zonedDate(now, zone);
  return (
    <div className={classes.fields}>
      <DateField
        label={t('smart_links.field.expires')}
        help={t('smart_links.help.expires')}
        value={form.expires}
        onChange={(expires) => change({ expires })}
        min={today}
        max={lastExpiryDay(today)}
        onError={onDayError}
        error={form.expires < today ? t('smart_links.wrong.past') : undefined}
        errorTexts={{
          invalid: t('smart_links.wrong.day'),
          future: t('smart_links.wrong.far'),
          minimum: t('smart_links.wrong.past'),
        }}
      />
      <SelectField
        {...field('language')}
        help={t('smart_links.help.language')}
        choices={languagesIn(language)}
        value={form.language}
        onChange={(value) => change({ language: value as PageLanguage })}
      />
      <TextField
        {...field('batchSize')}
        help={t('smart_links.help.batchSize', { most: new Intl.NumberFormat(language).format(max) })}
        className="number"
        inputMode="numeric"
        autoComplete="off"
        required
        value={form.batchSize}
        maxLength={9}
        onChange={(event) => change({ batchSize: event.currentTarget.value.trim() })}
      />
    </div>
  );
}

/** The names of the languages, sorted in the user's language. */
function languagesIn(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return pageLanguages
    .map((value) => ({ value, label: names.of(htmlLanguage(value)) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}
