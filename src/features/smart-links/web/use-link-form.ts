import { numberFormat } from '#shared/text/intl-formats.ts';
import type { DateError } from '#ui/date/validate-day.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type LinkField, type LinkForm, linkErrors } from '../link-form.ts';
import { maxLinkTextLength } from '../link-rules.ts';

export type LinkFormState = ReturnType<typeof useLinkForm>;

/** The creation form. `dayError`: the typed expiry is no day, which the field itself shows. */
export function useLinkForm(
  initial: LinkForm,
  dayError: DateError | undefined,
  send: (form: LinkForm) => Promise<void>,
) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const max = startupConfig().smartLinkMaxBatchSize;
  const form = useForm({
    initial,
    validate: (values: LinkForm) => ({
      ...linkErrors(values, max, zone, new Date()),
      ...(dayError !== undefined && { expires: 'past' as const }),
    }),
    errorText: (error, field: LinkField) =>
      error === 'required'
        ? t(`smart_links.wrong.required.${field}`)
        : t(`smart_links.wrong.${error}`, {
            most: numberFormat(language).format(max),
            longest: maxLinkTextLength,
          }),
    send,
  });
  return {
    ...form,
    field: (name: LinkField) => ({ label: t(`smart_links.field.${name}`), ...form.field(name) }),
  };
}
