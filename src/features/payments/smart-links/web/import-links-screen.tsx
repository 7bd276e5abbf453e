import { companyNow } from '#web/session/shown-clock.ts';
import { Button, FileInput } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { type PageLanguage, parsePageLanguage } from '#shared/page-languages.ts';
import { csvLine } from '#shared/text/csv.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { DateField } from '#ui/date/date-field.tsx';
import type { DateError } from '#ui/date/validate-day.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { saveBlob } from '#web/call/call.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { installationChoices } from '#web/format/installation-choices.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { NextStep } from '#web/links/next-step.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createLinksFromFile, listEmailPayInstallations } from '../endpoints.ts';
import { maxFileRows } from '../link-file.ts';
import { type LinkForm, emptyLinkForm, endOfDay } from '../link-form.ts';
import { isExpiry, lastExpiryDay, linkCurrencies, reminderTime } from '../link-rules.ts';
import type { LinkFileReport, LinkInstallation } from '../schemas.ts';
import { ImportReport } from './import-report.tsx';
import { languagesIn } from '#web/format/page-language-names.ts';
import { ReminderField } from './reminder-field.tsx';
import classes from './smart-links.module.css';

/** /smartlinks/import: links from a CSV file, one for each row. */
export function ImportLinksScreen() {
  const { t, language } = useTranslation();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const installations = useCall(listEmailPayInstallations, { path }, { refetchOnWindowFocus: false });
  return (
    <Page
      width="form"
      title={t('screen.smartLinkImport')}
      subtitle={t('smart_links.file.intro', {
        max: numberFormat(browserLocale(language)).format(maxFileRows),
      })}
      actions={
        <LinkButton to={paths.smartLinks()} variant="default">
          {t('smart_links.all')}
        </LinkButton>
      }
    >
      <FailureNotice failure={installations.error} title={t('smart_links.failed')} />
      {installations.data === undefined ? (
        installations.error === null && <SkeletonLines lines={8} />
      ) : installations.data.length === 0 ? (
        <EmptyState title={t('smart_links.no_installation')}>
          {t('smart_links.no_installation_text')}
          <NextStep />
        </EmptyState>
      ) : (
        <ImportSteps key={path.orgId} installations={installations.data} />
      )}
    </Page>
  );
}

/** The file and its defaults, then its preview, then the result. */
function ImportSteps({ installations }: { installations: readonly LinkInstallation[] }) {
  const { t } = useTranslation();
  const work = useImport(installations);
  const { report, result } = work;
  if (work.isSending) return <JobProgress label={t('smart_links.file.running')} />;
  if (result !== undefined)
    return <ImportReport report={result} isDone batchId={work.fileId} onAgain={work.startAgain} />;
  if (report !== undefined)
    return (
      <ImportReport
        report={report}
        failure={work.failure}
        onAgain={work.startAgain}
        onCreate={(mails) => void work.create(mails)}
      />
    );
  return <FileForm installations={installations} form={work.form} />;
}

interface ImportValues extends LinkForm {
  file: File | null;
  dayError: DateError | undefined;
}

type ImportForm = ReturnType<typeof useImport>['form'];

/** The chosen file, its check, and what it has created. The id of a checked file makes a repeated submit harmless. */
function useImport(installations: readonly LinkInstallation[]) {
  const { t, language } = useTranslation();
  const { zone, today } = useTimes();
  const queries = useQueryClient();
  const [base] = useState<ImportValues>(() => ({
    ...emptyLinkForm(installations, { today: today(), language: parsePageLanguage(language) }),
    file: null,
    dayError: undefined,
  }));
  const send = useSend(createLinksFromFile, { handlesOwnErrors: true });
  const [fileId, setFileId] = useState('');
  const [report, setReport] = useState<LinkFileReport>();
  const [result, setResult] = useState<LinkFileReport>();
  const post = (values: ImportValues, more: Record<string, string>): Promise<LinkFileReport> => {
    const body = new FormData();
    const expires = endOfDay(values.expires, zone).toISOString();
    const { currency, remind } = values;
    const fields = { currency, language: values.language, expires, timeZone: zone, ...more };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (remind !== '') body.set('remindDaysBefore', remind);
    if (values.file !== null) body.set('file', values.file);
    return send.mutateAsync({ path: { installationId: Number(values.installationId) }, body });
  };
  const form = useForm({
    initial: base,
    validate: (values: ImportValues) => findErrors(values, zone),
    errorText: (error) => t(`smart_links.wrong.${error}`),
    async send(values) {
      setReport(await post(values, { check: 'true' }));
      setFileId(crypto.randomUUID());
    },
  });
  return {
    form,
    report,
    result,
    fileId,
    isSending: send.isPending,
    failure: send.error,
    startAgain(): void {
      setReport(undefined);
      setResult(undefined);
      form.change({ file: null });
    },
    async create(mails: boolean): Promise<void> {
      const created = await post(form.values, { fileId, send: String(mails) }).catch(() => undefined);
      setResult(created);
      void queries.invalidateQueries({ queryKey: ['searchSmartLinks'] });
    },
  };
}

function findErrors(
  { installationId, currency, file, expires, dayError, remind }: ImportValues,
  zone: string,
) {
  const now = companyNow();
  const end = endOfDay(expires, zone);
  const errors: Partial<Record<'installationId' | 'currency' | 'file' | 'expires' | 'remind', string>> = {};
  if (installationId === '') errors.installationId = 'required.installationId';
  if (currency === '') errors.currency = 'required.currency';
  if (file === null) errors.file = 'required.file';
  if (dayError !== undefined || !isExpiry(end, now)) errors.expires = 'past';
  else if (remind !== '' && reminderTime(end, Number(remind), now) === null) errors.remind = 'remind';
  return errors;
}

interface FileFormProps {
  installations: readonly LinkInstallation[];
  form: ImportForm;
}

function FileForm({ installations, form }: FileFormProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const navigate = useNavigate();
  return (
    <FormStack label={t('screen.smartLinkImport')} onSubmit={form.submit}>
      <FailureNotice failure={form.failure} />
      <div className="stack">
        <Card title={t('smart_links.file.file')}>
          <FileInput
            label={t('smart_links.file.choose_label')}
            placeholder={t('smart_links.file.choose')}
            accept=".csv,.txt,text/csv,text/plain"
            leftSection={<IconUpload size={16} aria-hidden />}
            clearable
            clearButtonProps={{ 'aria-label': t('smart_links.file.clear') }}
            value={form.values.file}
            {...helpOrError(t('smart_links.file.help'), form.error('file'))}
            onChange={(file) => form.change({ file })}
          />
          <div>
            <Button
              variant="subtle"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() =>
                saveBlob(
                  new Blob(['\uFEFF', ...sample.map(csvLine)], { type: 'text/csv' }),
                  'links-sample.csv',
                )
              }
            >
              {t('smart_links.file.sample')}
            </Button>
          </div>
          <InstallationField installations={installations} form={form} />
        </Card>
        <Card title={t('smart_links.link')}>
          <DefaultFields installations={installations} form={form} />
        </Card>
      </div>
      <FormFooter>
        <Button variant="default" onClick={() => void navigate(paths.smartLinks())}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={form.isBusy}>
          {t('smart_links.file.check')}
        </Button>
      </FormFooter>
    </FormStack>
  );
}

const sample = [
  ['reference', 'amount', 'currency', 'email', 'description', 'language', 'expires'],
  ['INV-1001', '86.40', 'GBP', 'ada@customer.example', 'Breakfast for the board', 'en', ''],
  ['INV-1002', '250.00', '', 'joan@customer.example', 'Deposit', 'de', '2027-01-31'],
];

/** The terms of rows without their own. */
function DefaultFields({ installations, form }: FileFormProps) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const { values, change } = form;
  const [today] = useState(() => zonedDate(companyNow(), zone));
  const chosen = installations.find(({ id }) => String(id) === values.installationId);
  const currencies = linkCurrencies.filter((code) => chosen?.currencies.includes(code) ?? true);
  return (
    <div className={classes.fields}>
      <SelectField
        label={t('smart_links.field.currency')}
        error={form.error('currency')}
        help={t('smart_links.file.defaults')}
        required
        placeholder={t('smart_links.choose')}
        choices={currencies.map((code) => ({ value: code, label: code }))}
        value={values.currency === '' ? null : values.currency}
        onChange={(value) => change({ currency: linkCurrencies.find((code) => code === value) ?? '' })}
      />
      <DateField
        label={t('smart_links.field.expires')}
        help={t('smart_links.file.defaults')}
        value={values.expires}
        onChange={(expires) => change({ expires })}
        min={today}
        max={lastExpiryDay(today)}
        onError={(dayError) => change({ dayError })}
        error={form.error('expires')}
        errorTexts={{
          invalid: t('smart_links.wrong.day'),
          future: t('smart_links.wrong.far'),
          minimum: t('smart_links.wrong.past'),
        }}
      />
      <SelectField
        label={t('smart_links.field.language')}
        help={t('smart_links.file.defaults')}
        choices={languagesIn(browserLocale(language))}
        value={values.language}
        onChange={(value) => change({ language: (value ?? values.language) as PageLanguage })}
      />
      <ReminderField
        value={values.remind}
        error={form.error('remind')}
        onChange={(remind) => change({ remind })}
      />
    </div>
  );
}

/** All rows are links of one installation. */
function InstallationField({ installations, form }: FileFormProps) {
  const { t } = useTranslation();
  const { values, change } = form;
  return (
    <SelectField
      label={t('smart_links.field.installationId')}
      error={form.error('installationId')}
      required
      placeholder={t('smart_links.choose_installation')}
      choices={installationChoices(installations, ({ id }, name) => `${name} (${id})`)}
      value={values.installationId === '' ? null : values.installationId}
      onChange={(value) => {
        const next = installations.find(({ id }) => String(id) === value);
        const available = linkCurrencies.filter((code) => next?.currencies.includes(code));
        const currency = available.find((code) => code === values.currency) ?? available[0] ?? '';
        change({ installationId: value ?? '', currency });
      }}
    />
  );
}
