import { companyNow } from '#web/session/shown-clock.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import type { LinkInstallation } from '../schemas.ts';
import { type LinkField, type LinkForm, linkErrors } from '../link-form.ts';
import classes from './smart-links.module.css';
import { FormFooter } from '#ui/form/form-footer.tsx';
import type { DateError } from '#ui/date/validate-day.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { startupConfig } from '#web/startup-config.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { PageLanguage } from '#shared/page-languages.ts';
import { lastExpiryDay, linkCurrencies, maxLinkTextLength } from '../link-rules.ts';
import { type LinkUsage, linkUsages } from '#shared/payments/link-status.ts';
import { languagesIn } from '#web/format/page-language-names.ts';
import { ReminderField } from './reminder-field.tsx';
import { DateField } from '#ui/date/date-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { currencyDigits } from '#shared/currencies.ts';
import { AmountField } from '#ui/form/amount-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { useForm } from '#web/form/use-form.ts';
import { installationChoices } from '#web/format/installation-choices.ts';

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
  const form = useLinkForm({ base, installations, dayError, send: onCreate });
  const number = Number(form.values.batchSize);
  return (
    <FormStack label={label} onSubmit={form.submit}>
      <UnsavedGuard isDirty={form.isDirty} />
      <FailureNotice failure={form.failure} />
      <div className="stack">
        <Card title={t('smart_links.payment')}>
          <PaymentFields form={form} installations={installations} />
        </Card>
        <Card title={t('smart_links.customer')}>
          <CustomerFields form={form} />
        </Card>
        <Card title={t('smart_links.link')}>
          <LinkFields form={form} maxBatchSize={max} onDayError={setDayError} />
        </Card>
        <Card title={t('smart_links.after_payment')}>
          <AfterFields form={form} webOrigins={originsOf(form.values, installations)} />
        </Card>
      </div>
      <FormFooter>
        <DialogButtons
          submit={t('smart_links.create', { count: number >= 1 && number <= max ? number : 1 })}
          isBusy={form.isBusy}
          onCancel={onCancel}
        />
      </FormFooter>
    </FormStack>
  );
}

const originsOf = ({ installationId }: LinkForm, installations: readonly LinkInstallation[]): string[] =>
  installations.find(({ id }) => String(id) === installationId)?.webOrigins ?? [];

/** What the payer sees after the payment. Both fields are optional. */
function AfterFields({
  form: { field },
  webOrigins,
}: {
  form: LinkFormState;
  webOrigins: readonly string[];
}) {
  const { t, language } = useTranslation();
  const sites = new Intl.ListFormat(browserLocale(language), { type: 'disjunction' }).format(webOrigins);
  return (
    <div className={classes.fields}>
      <TextField
        {...field('thankYou')}
        isOptional
        className={classes.wide}
        help={t('smart_links.help.thankYou')}
        maxLength={maxLinkTextLength + 20}
        autoComplete="off"
      />
      <TextField
        {...field('redirectUrl')}
        isOptional
        className={classes.wide}
        help={
          webOrigins.length === 0
            ? t('smart_links.help.redirectUrl_none')
            : t('smart_links.help.redirectUrl', { sites })
        }
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
      />
    </div>
  );
}

/** The customer. Both fields are optional. */
function CustomerFields({ form: { field } }: { form: LinkFormState }) {
  const { t } = useTranslation();
  return (
    <div className={classes.fields}>
      <TextField
        {...field('emailAddress')}
        isOptional
        help={t('smart_links.help.emailAddress')}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
      />
      <TextField
        {...field('telephone')}
        isOptional
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
  const [now] = useState(() => companyNow());
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
        choices={languagesIn(browserLocale(language))}
        value={values.language}
        onChange={(value) => change({ language: value as PageLanguage })}
      />
      <SelectField
        {...field('usage')}
        help={t('smart_links.help.usage')}
        choices={linkUsages.map((usage) => ({ value: usage, label: t(`smart_links.usage.${usage}`) }))}
        value={values.usage}
        onChange={(value) => change({ usage: (value ?? values.usage) as LinkUsage })}
      />
      {values.usage === 'SINGLE' && (
        <ReminderField
          value={values.remind}
          error={form.error('remind')}
          onChange={(remind) => change({ remind })}
        />
      )}
      <TextField
        {...field('batchSize')}
        help={t('smart_links.help.batchSize', { max: numberFormat(browserLocale(language)).format(max) })}
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

interface Props {
  form: LinkFormState;
  installations: readonly LinkInstallation[];
}

/** Installation, amount, reference and description. */
function PaymentFields({ form, installations }: Props) {
  const { t } = useTranslation();
  const { values, change, field } = form;
  const chosen = installations.find(({ id }) => String(id) === values.installationId);
  const currencies = linkCurrencies.filter((code) => chosen?.currencies.includes(code) ?? true);

  function choose(installationId: string): void {
    const next = installations.find(({ id }) => String(id) === installationId);
    const available = linkCurrencies.filter((code) => next?.currencies.includes(code));
    const isAvailable = available.some((code) => code === values.currency);
    change({ installationId, ...(isAvailable ? {} : { currency: available[0] ?? '', amount: '' }) });
  }
  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <SelectField
          {...field('installationId')}
          required
          placeholder={t('smart_links.choose_installation')}
          choices={installationChoices(installations, ({ id }, name) => `${name} (${id})`)}
          value={values.installationId === '' ? null : values.installationId}
          onChange={(value) => choose(value ?? '')}
        />
      </div>
      <SelectField
        {...field('currency')}
        required
        placeholder={t('smart_links.choose')}
        choices={currencies.map((code) => ({ value: code, label: code }))}
        value={values.currency === '' ? null : values.currency}
        onChange={(value) => change({ currency: linkCurrencies.find((code) => code === value) ?? '' })}
      />
      <AmountFields form={form} />
      <TextField
        {...field('merchantReference')}
        isOptional
        help={t('smart_links.help.merchantReference')}
        maxLength={maxLinkTextLength + 20}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...field('description')}
        isOptional
        className={classes.wide}
        help={t('smart_links.help.description')}
        maxLength={maxLinkTextLength + 20}
        autoComplete="off"
      />
      <div className={classes.wide}>
        <CheckField
          label={t('smart_links.field.deferred')}
          description={t('smart_links.help.deferred')}
          isChecked={values.deferred}
          onChange={(deferred) => change({ deferred })}
        />
      </div>
    </div>
  );
}

/** A fixed amount, or the bounds of the amount that the customer chooses. */
function AmountFields({ form: { values, change, field } }: { form: LinkFormState }) {
  const { t } = useTranslation();
  const money = { currencyCode: values.currency, digits: currencyDigits(values.currency) ?? 2 };
  return (
    <>
      {!values.isAmountOpen && (
        <AmountField
          {...field('amount')}
          {...money}
          isOptional
          help={t('smart_links.help.amount')}
          onChange={(amount) => change({ amount })}
        />
      )}
      <div className={classes.wide}>
        <CheckField
          label={t('smart_links.field.isAmountOpen')}
          isChecked={values.isAmountOpen}
          onChange={(isAmountOpen) => change({ isAmountOpen })}
        />
      </div>
      {values.isAmountOpen &&
        (['min', 'max'] as const).map((name) => (
          <AmountField
            key={name}
            {...field(name)}
            {...money}
            isOptional
            onChange={(amount) => change({ [name]: amount })}
          />
        ))}
    </>
  );
}

type LinkFormState = ReturnType<typeof useLinkForm>;

interface LinkFormOptions {
  base: LinkForm;
  installations: readonly LinkInstallation[];
  /** The typed expiry is not a day, which the field itself shows. */
  dayError: DateError | undefined;
  send: (form: LinkForm) => Promise<void>;
}

function useLinkForm({ base: initial, installations, dayError, send }: LinkFormOptions) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const max = startupConfig().smartLinkMaxBatchSize;
  const form = useForm({
    initial,
    validate: (values: LinkForm) => ({
      ...linkErrors(values, max, zone, companyNow(), originsOf(values, installations)),
      ...(dayError !== undefined && { expires: 'past' as const }),
    }),
    errorText: (error, field: LinkField) =>
      error === 'required'
        ? t(`smart_links.wrong.required.${field}`)
        : t(`smart_links.wrong.${error}`, {
            max: numberFormat(browserLocale(language)).format(error === 'long' ? maxLinkTextLength : max),
          }),
    send,
  });
  return {
    ...form,
    field: (name: LinkField) => ({ label: t(`smart_links.field.${name}`), ...form.field(name) }),
  };
}
