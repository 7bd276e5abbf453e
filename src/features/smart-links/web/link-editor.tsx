import { Button } from '@mantine/core';
import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import type { LinkInstallation } from '../schemas.ts';
import { type LinkForm, isSameLinkForm } from '../link-form.ts';
import { PaymentFields } from './payment-fields.tsx';
import { type LinkFormState, useLinkForm } from './use-link-form.ts';
import classes from './smart-links.module.css';
import { FormFooter } from '#ui/form/form-footer.tsx';
import type { DateError } from '#ui/date/validate-day.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { startupConfig } from '#web/startup-config.ts';
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
  const max = startupConfig().smartLinkMaxBatchSize;
  const [dayError, setDayError] = useState<DateError>();
  const form = useLinkForm(base, dayError, onCreate);
  const number = Number(form.values.batchSize);
  return (
    <FormStack label={label} onSubmit={form.submit}>
      <UnsavedGuard isDirty={!isSameLinkForm(form.values, base)} />
      {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
      <div className={classes.form}>
        <Card title={t('smart_links.payment')}>
          <PaymentFields form={form} installations={installations} />
        </Card>
        <Card title={t('smart_links.customer')}>
          <CustomerFields form={form} />
        </Card>
        <Card title={t('smart_links.link')}>
          <LinkFields form={form} maxBatchSize={max} onDayError={setDayError} />
        </Card>
      </div>
      <FormFooter>
        <Button variant="default" onClick={onCancel} disabled={form.isBusy}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={form.isBusy}>
          {t('smart_links.create', { count: number >= 1 && number <= max ? number : 1 })}
        </Button>
      </FormFooter>
    </FormStack>
  );
}

/** The customer. Both fields are optional. */
function CustomerFields({ form: { field } }: { form: LinkFormState }) {
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
        maxLength={255}
      />
      <TextField
        {...field('telephone')}
        help={t('smart_links.help.telephone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={60}
      />
    </div>
  );
}

interface LinkFieldsProps {
  form: LinkFormState;
  maxBatchSize: number;
  onDayError: (error: DateError | undefined) => void;
}

/** Expiry, language and number of links. */
function LinkFields({ form, maxBatchSize: max, onDayError }: LinkFieldsProps) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const { values, change, field } = form;
  const [now] = useState(() => new Date());
  const today = zonedDate(now, zone);
  return (
    <div className={classes.fields}>
      <DateField
        label={t('smart_links.field.expires')}
        help={t('smart_links.help.expires')}
        value={values.expires}
        onChange={(expires) => change({ expires })}
        min={today}
        max={lastExpiryDay(today)}
        onError={onDayError}
        error={values.expires < today ? t('smart_links.wrong.past') : form.error('expires')}
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
        value={values.language}
        onChange={(value) => change({ language: value as PageLanguage })}
      />
      <TextField
        {...field('batchSize')}
        help={t('smart_links.help.batchSize', { most: new Intl.NumberFormat(language).format(max) })}
        className="number"
        inputMode="numeric"
        autoComplete="off"
        required
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
