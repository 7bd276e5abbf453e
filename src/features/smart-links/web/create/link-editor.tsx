import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LinkInstallation } from '#features/smart-links/endpoints.ts';
import {
  type LinkField,
  type LinkForm,
  isCompleteLink,
  isExpiryDay,
  isSameLinkForm,
  linkFields,
} from '#features/smart-links/link-form.ts';
import { CustomerFields } from '#features/smart-links/web/create/customer-fields.tsx';
import { LinkFields } from '#features/smart-links/web/create/link-fields.tsx';
import { PaymentFields } from '#features/smart-links/web/create/payment-fields.tsx';
import { useLinkField } from '#features/smart-links/web/create/use-link-field.ts';
import classes from '#features/smart-links/web/smart-links.module.css';
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

type Props = {
  label: string;
  base: LinkForm;
  installations: readonly LinkInstallation[];
  onCreate: (form: LinkForm) => Promise<void>;
  onCancel: () => void;
};

/** The creation form. Whatever goes wrong, what was typed stays. */
export function LinkEditor({ label, base, installations, onCreate, onCancel }: Props) {
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
    most: max,
    change,
    onLeave: (name) => setShown(new Set([...shown, name])),
  });

  async function create(): Promise<void> {
    setShown(new Set(linkFields));
    // The form may have stood open over midnight.
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
          <LinkFields field={field} form={form} change={change} most={max} onDayError={setDayError} />
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

/** The merchant API's own words for what it refuses, where it has some. */
function failureReason({ body }: CallFailure): string | undefined {
  const { reasonCode, reasonMessage } = (body ?? {}) as { reasonCode?: string; reasonMessage?: string };
  return reasonCode == null ? undefined : `${reasonMessage ?? ''} (${reasonCode})`;
}
